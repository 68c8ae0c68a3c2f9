import Database
import FleetCore

/// `install_version`: reads and writes the rows of a batch's installs, within its transaction.
struct InstallLives {
    let database: any Database

    private static let keyColumns = ["install_id", "app_version", "platform"].map { BulkColumn($0, .text) }
    private static let columns = keyColumns + [BulkColumn("device_class", .text)] + changingColumns
    /// All but the key and the class, which stays.
    private static let changingColumns =
        continuingColumns + [BulkColumn("first_day", .date), BulkColumn("first_known", .int4)]
        + knownColumns.map { BulkColumn($0, .int4) }
    /// Most lives change in no others. An index by the first day stays as it is where that isn't written.
    private static let continuingColumns = [
        BulkColumn("last_day", .date), BulkColumn("booked_day", .int4), BulkColumn("booked", .int8),
    ]
    static let knownColumns = GuardedEvents.names.map { $0 + "_known" }

    // MARK: Reading

    /// The rows of the batch's installs at `places` on all their versions, by install, found by index probes
    /// (``HealthFacts/useIndexProbes()``).
    func rows(of reports: InstallReports, at places: [Int32], _ names: inout GateNames) throws -> [InstallLife] {
        guard !places.isEmpty else { return [] }
        let table = ScratchTable(
            name: "probed_life", columns: [BulkColumn("place", .int4), BulkColumn("install_id", .text)])
        try table.load(database, rowCount: places.count) { index, writer in
            writer.write(Int64(places[index]))
            writer.write(reports.installs[Int(places[index])].text)
        }
        var lives: [InstallLife] = []
        lives.reserveCapacity(places.count)
        try database.bulkRead(InstallLives.probeQuery(database.engine, isDistributed: database.isDistributed)) { row in
            lives.append(try InstallLives.read(row, &names))
        }
        return lives
    }

    /// As ``HealthFacts/probeQuery(_:isDistributed:)``: the batch first, an install a probe. Of a distributed store rows come
    /// from several nodes, and are sorted; where they lie there says nothing.
    static func probeQuery(_ engine: Engine, isDistributed: Bool = false) -> String {
        let lives =
            switch engine {
            case .postgres where isDistributed: "install_version l"
            case .postgres: "lateral (select ctid, * from install_version v where v.install_id = p.install_id offset 0) l"
            case .sqlite: "install_version l"
            }
        let place = isDistributed ? "cast('(0,0)' as tid)" : "l.\(storedAt(engine))"
        return """
            select p.place, l.app_version, l.platform, l.device_class, l.first_day, l.last_day, l.first_known, l.booked_day,
                l.booked, \(knownColumns.map { "l.\($0)" }.joined(separator: ", ")), \(place)
            from probed_life p
            cross join \(lives)
            where l.install_id = p.install_id
            \(isDistributed ? "order by p.place, l.app_version, l.platform" : "")
            """
    }

    private static func storedAt(_ engine: Engine) -> String {
        switch engine {
        case .postgres: "ctid"
        case .sqlite: "rowid"
        }
    }

    /// The columns of ``probeQuery(_:isDistributed:)``, in their order.
    private static func read(_ row: any BulkReader, _ names: inout GateNames) throws -> InstallLife {
        func number() throws -> Int32? { try row.integer().map(Int32.init(clamping:)) }
        guard let place = try number(), let version = try row.text(), let platform = try row.text() else { throw unreadable() }
        let deviceClass = names.deviceClass(try row.text())
        guard let firstDay = try row.day(), let lastDay = try row.day(), let firstKnown = try number() else { throw unreadable() }
        var life = InstallLife(
            place: place, slice: names.slice(version, platform), deviceClass: deviceClass, firstDay: firstDay, lastDay: lastDay,
            firstKnown: firstKnown)
        life.booked = BookedDays(newestDay: try number(), bits: try row.integer() ?? 0)
        for rank in life.eventKnown.indices { life.eventKnown[rank] = try number() ?? HealthRow.noHour }
        guard let storedAt = try row.place() else { throw unreadable() }
        life.storedAt = storedAt
        return life
    }

    private static func unreadable() -> ToolError {
        ToolError(
            .failure, "a row of install_version lacks its key or its days", at: "install_version",
            next: "restore the store from a backup")
    }

    // MARK: Writing

    /// Adds the new rows of a booking, and changes what it changed.
    func write(_ booking: GateBooking) throws {
        let added = booking.lives.count - booking.storedCount
        if added > 0 {
            try database.bulkLoad(into: "install_version", columns: InstallLives.columns, rowCount: added) { index, writer in
                let life = booking.lives[booking.storedCount + index]
                writeKey(life, booking, to: writer)
                writer.write(booking.names.deviceClasses[Int(life.deviceClass)])
                InstallLives.writeChanging(life, to: writer)
            }
        }
        try change(booking.continued, InstallLives.continuingColumns, booking, InstallLives.writeContinuing)
        try change(booking.changed, InstallLives.changingColumns, booking, InstallLives.writeChanging)
    }

    private func writeKey(_ life: InstallLife, _ booking: GateBooking, to writer: any BulkWriter) {
        let slice = booking.names.slices[Int(life.slice)]
        writer.write(booking.reports.installs[Int(life.place)].text)
        writer.write(slice.appVersion)
        writer.write(slice.platform)
    }

    /// Changes rows where they were read: no loader moves them meanwhile, since their installs are locked
    /// (``InstallDayLocks``), or were not moved since (``LifeWriters``). That spares looking them up again.
    private func change(
        _ changed: [Int], _ columns: [BulkColumn], _ booking: GateBooking, _ write: (InstallLife, any BulkWriter) -> Void
    ) throws {
        guard !changed.isEmpty else { return }
        let count: Int
        if try database.isDistributed {
            count = try changeByKey(changed, columns, booking, write)
        } else {
            // In the order in which the rows lie in the store.
            let lives = changed.map { (at: booking.lives[$0].storedAt, life: $0) }.sorted { $0.at < $1.at }
            count = try database.bulkUpdate("install_version", columns: columns, rowCount: lives.count) { index, writer in
                writer.write(place: lives[index].at)
                write(booking.lives[lives[index].life], writer)
            }
        }
        guard count == changed.count else {
            throw DatabaseError(
                .transient, "\(changed.count - count) rows of install_version were moved by a writer that took no lock")
        }
    }

    /// Of a distributed store, of whose shards each may have a row in the same place.
    private func changeByKey(
        _ changed: [Int], _ columns: [BulkColumn], _ booking: GateBooking, _ write: (InstallLife, any BulkWriter) -> Void
    ) throws -> Int {
        let table = ScratchTable(name: "changed_life_\(columns.count)", columns: InstallLives.keyColumns + columns)
        try table.load(database, rowCount: changed.count) { index, writer in
            let life = booking.lives[changed[index]]
            writeKey(life, booking, to: writer)
            write(life, writer)
        }
        return try database.execute(
            """
            update install_version
            set \(columns.map { "\($0.name) = c.\($0.name)" }.joined(separator: ", "))
            from \(table.name) c
            where \(InstallLives.keyColumns.map { "install_version.\($0.name) = c.\($0.name)" }.joined(separator: " and "))
            """)
    }

    private static func writeContinuing(_ life: InstallLife, to writer: any BulkWriter) {
        writer.write(life.lastDay)
        writer.write(life.booked.newestDay.map(Int64.init))
        writer.write(life.booked.bits)
    }

    private static func writeChanging(_ life: InstallLife, to writer: any BulkWriter) {
        writeContinuing(life, to: writer)
        writer.write(life.firstDay)
        writer.write(Int64(life.firstKnown))
        for rank in life.eventKnown.indices {
            writer.write(life.eventKnown[rank] == HealthRow.noHour ? nil : Int64(life.eventKnown[rank]))
        }
    }
}
