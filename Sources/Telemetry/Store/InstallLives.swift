import Database
import FleetCore

/// `install_version`: reads and writes the rows of a batch's installs, within its transaction.
struct InstallLives {
    let database: any Database

    private static let columns =
        ["install_id", "app_version", "platform", "device_class"].map { BulkColumn($0, .text) } + changingColumns
    /// All but the key and the class, which stays.
    private static let changingColumns =
        [BulkColumn("first_day", .date), BulkColumn("last_day", .date), BulkColumn("first_known", .int4)]
        + knownColumns.map { BulkColumn($0, .int4) } + [BulkColumn("booked_day", .int4), BulkColumn("booked", .int8)]
    static let knownColumns = GuardedEvents.names.map { $0 + "_known" }

    // MARK: Reading

    /// The rows of the batch's installs on all their versions, by install, found by index probes
    /// (``HealthFacts/useIndexProbes()``).
    func rows(of reports: InstallReports, _ names: inout GateNames) throws -> [InstallLife] {
        let table = ScratchTable(
            name: "probed_life", columns: [BulkColumn("place", .int4), BulkColumn("install_id", .text)])
        try table.load(database, rowCount: reports.installs.count) { place, writer in
            writer.write(Int64(place))
            writer.write(reports.installs[place].text)
        }
        var lives: [InstallLife] = []
        try database.forEachRow(InstallLives.probeQuery(database.engine)) { row in
            lives.append(try InstallLives.read(row, &names))
        }
        return lives
    }

    /// As ``HealthFacts/probeQuery(_:)``: the batch first, an install a probe.
    static func probeQuery(_ engine: Engine) -> String {
        let lives =
            switch engine {
            case .postgres: "lateral (select ctid, * from install_version v where v.install_id = p.install_id offset 0) l"
            case .sqlite: "install_version l"
            }
        return """
            select p.place, l.app_version, l.platform, l.device_class, l.first_day, l.last_day, l.first_known, l.booked_day,
                l.booked, \(knownColumns.map { "l.\($0)" }.joined(separator: ", ")), l.\(storedAt(engine))
            from probed_life p
            cross join \(lives)
            where l.install_id = p.install_id
            """
    }

    private static func storedAt(_ engine: Engine) -> String {
        switch engine {
        case .postgres: "ctid"
        case .sqlite: "rowid"
        }
    }

    private static func read(_ row: Row, _ names: inout GateNames) throws -> InstallLife {
        func number(_ column: Int) throws -> Int32? { try row.integer(column).map(Int32.init(clamping:)) }
        guard let place = try number(0), let version = try row.text(1), let platform = try row.text(2),
            let firstDay = try row.text(4).flatMap(Day.init), let lastDay = try row.text(5).flatMap(Day.init),
            let firstKnown = try number(6), let storedAt = try row.place(9 + knownColumns.count)
        else {
            throw ToolError(
                .failure, "a row of install_version lacks its key or its days", at: "install_version",
                next: "restore the store from a backup")
        }
        var life = InstallLife(
            place: place, slice: names.slice(version, platform), deviceClass: names.deviceClass(try row.text(3)),
            firstDay: firstDay, lastDay: lastDay, firstKnown: firstKnown)
        life.booked = BookedDays(newestDay: try number(7), bits: try row.integer(8) ?? 0)
        for rank in life.eventKnown.indices { life.eventKnown[rank] = try number(9 + rank) ?? HealthRow.noHour }
        life.storedAt = storedAt
        return life
    }

    // MARK: Writing

    /// Adds the new rows of a booking, and changes what it changed.
    func write(_ booking: GateBooking) throws {
        let added = booking.lives.count - booking.storedCount
        if added > 0 {
            try database.bulkLoad(into: "install_version", columns: InstallLives.columns, rowCount: added) { index, writer in
                let life = booking.lives[booking.storedCount + index]
                let slice = booking.names.slices[Int(life.slice)]
                writer.write(booking.reports.installs[Int(life.place)].text)
                writer.write(slice.appVersion)
                writer.write(slice.platform)
                writer.write(booking.names.deviceClasses[Int(life.deviceClass)])
                InstallLives.writeChanging(life, to: writer)
            }
        }
        guard !booking.changed.isEmpty else { return }
        try makeChangedTable(booking)
        let count = try database.execute(InstallLives.updateStatement(database.engine))
        guard count == booking.changed.count else {
            throw DatabaseError(
                .transient, "\(booking.changed.count - count) rows of install_version were moved by a writer that took no lock")
        }
    }

    /// What ``updateStatement(_:)`` reads, in the order in which the rows lie in the store.
    func makeChangedTable(_ booking: GateBooking) throws {
        let changed = booking.changed.sorted { booking.lives[$0].storedAt < booking.lives[$1].storedAt }
        let table = ScratchTable(
            name: "changed_life", columns: [BulkColumn("stored_at", .place)] + InstallLives.changingColumns)
        try table.load(database, rowCount: changed.count) { index, writer in
            let life = booking.lives[changed[index]]
            writer.write(place: life.storedAt)
            InstallLives.writeChanging(life, to: writer)
        }
    }

    private static func writeChanging(_ life: InstallLife, to writer: any BulkWriter) {
        writer.write(life.firstDay)
        writer.write(life.lastDay)
        writer.write(Int64(life.firstKnown))
        for rank in life.eventKnown.indices {
            writer.write(life.eventKnown[rank] == HealthRow.noHour ? nil : Int64(life.eventKnown[rank]))
        }
        writer.write(life.booked.newestDay.map(Int64.init))
        writer.write(life.booked.bits)
    }

    /// Changes rows where they were read: no loader moves them meanwhile, since their installs are locked
    /// (``InstallDayLocks``). That spares looking them up again.
    static func updateStatement(_ engine: Engine) -> String {
        let columns = changingColumns.map(\.name)
        return """
            update install_version
            set \(columns.map { "\($0) = c.\($0)" }.joined(separator: ", "))
            from changed_life c
            where install_version.\(storedAt(engine)) = c.stored_at
            """
    }
}
