import Database
import FleetCore

/// Lives of a batch's installs, as they were found before the batch's turn.
struct FoundLives: Sendable {
    let lives: [InstallLife]
    /// By which the lives are numbered.
    let names: GateNames
    /// Places of the installs that were not looked up: those of the batch before, which was being written meanwhile.
    let missing: [Int32]
    /// Before the look-up.
    let writers: LifeWriters
}

/// Looks the installs of a batch up while the batch before is being written, on a connection of its own: looking up and
/// writing take a server about as long. It locks nothing, so the writer takes what is found only where nobody has changed it
/// since (``LifeWriters``), and looks the rest up itself. Of a reader's thread.
struct LivesAhead {
    typealias Open = @Sendable () throws -> any Database

    private let open: Open
    private let link: LivesAheadLink
    private var database: (any Database)?
    private var installsBefore: [InstallID]?
    /// Batches that are left to the writer.
    private var pause = 0
    /// Where others write the same installs, or the second connection is refused, looking ahead is work for nothing.
    private static let pauseAfterFailure = 10

    init(_ open: @escaping Open, _ link: LivesAheadLink = LivesAheadLink()) {
        self.open = open
        self.link = link
    }

    /// SQLite is one process with its store; of a distributed one rows have no places.
    static func isFor(_ database: any Database) throws -> Bool { try database.engine == .postgres && !database.isDistributed }

    /// Nil for the first batch, which nobody is busy before, and where the look-up failed: the writer makes its own.
    mutating func find(for reports: InstallReports) -> FoundLives? {
        defer { installsBefore = reports.installs }
        if link.takeStale() { pause = LivesAhead.pauseAfterFailure }
        guard let installsBefore, pause == 0 else {
            pause = max(0, pause - 1)
            return nil
        }
        do {
            let database = try database ?? open()
            if self.database == nil { link.use(database.interrupter) }
            self.database = database
            return try find(reports, notIn: installsBefore, database)
        } catch {
            pause = LivesAhead.pauseAfterFailure
            database = nil
            return nil
        }
    }

    private func find(_ reports: InstallReports, notIn before: [InstallID], _ database: any Database) throws -> FoundLives {
        let (wanted, missing) = LivesAhead.places(of: reports.installs, notIn: before)
        return try database.transaction {
            let writers = try LifeWriters(database)
            try HealthFacts(database: database).useIndexProbes()
            var names = reports.names
            let lives = try InstallLives(database: database).rows(of: reports, at: wanted, &names)
            return FoundLives(lives: lives, names: names, missing: missing, writers: writers)
        }
    }

    /// Both in byte order.
    static func places(of installs: [InstallID], notIn before: [InstallID]) -> (others: [Int32], shared: [Int32]) {
        var (others, shared): ([Int32], [Int32]) = ([], [])
        others.reserveCapacity(installs.count)
        // Ids are texts: a span lends them, of an array each would be copied.
        let (wanted, earlier) = (installs.span, before.span)
        var next = 0
        for place in installs.indices {
            while next < earlier.count, earlier[next] < wanted[place] { next += 1 }
            if next < earlier.count, earlier[next] == wanted[place] {
                shared.append(Int32(place))
            } else {
                others.append(Int32(place))
            }
        }
        return (others, shared)
    }
}
