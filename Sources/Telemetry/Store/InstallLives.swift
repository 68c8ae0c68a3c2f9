import Database
import FleetCore

/// `install_version`: reads and writes the rows of a batch's installs, within its transaction.
struct InstallLives {
    let database: any Database

    private static let columns =
        [
            BulkColumn("install_id", .text), BulkColumn("app_version", .text), BulkColumn("platform", .text),
            BulkColumn("first_day", .date), BulkColumn("last_day", .date), BulkColumn("first_known", .int4),
        ] + knownColumns.map { BulkColumn($0, .int4) } + [
            BulkColumn("device_class", .text), BulkColumn("booked_day", .int4), BulkColumn("booked", .int8),
        ]
    static let knownColumns = GuardedEvents.names.map { $0 + "_known" }
    private static let keyColumns = ["install_id", "app_version", "platform"]
    /// All but the key and the class, which stays.
    private static let changingColumns = ["first_day", "last_day", "first_known"] + knownColumns + ["booked_day", "booked"]

    // MARK: Reading

    /// The rows of the batch's installs on all their versions, by install, found by index probes
    /// (``HealthFacts/useIndexProbes()``).
    func rows(of reports: InstallReports, in batch: [ClientReport], _ names: inout GateNames) throws -> [InstallLife] {
        let table = ScratchTable(
            name: "probed_life", columns: [BulkColumn("place", .int4), BulkColumn("install_id", .text)])
        try table.load(database, rowCount: reports.installCount) { place, writer in
            writer.write(Int64(place))
            writer.write(batch[reports.firstReport(of: place)].row.key.install.text)
        }
        var lives: [InstallLife] = []
        try database.forEachRow(InstallLives.probeQuery(database.engine)) { row in
            lives.append(try InstallLives.read(row, &names))
        }
        return lives
    }

    /// As ``HealthFacts/probeQuery(_:)``: the batch first, an install a probe. Days come as numbers.
    static func probeQuery(_ engine: Engine) -> String {
        let (lives, days) =
            switch engine {
            case .postgres:
                (
                    "lateral (select * from install_version v where v.install_id = p.install_id offset 0) l",
                    ["first_day", "last_day"].map { "l.\($0) - date '1970-01-01'" }
                )
            case .sqlite:
                (
                    "install_version l",
                    ["first_day", "last_day"].map { "cast(julianday(l.\($0)) - julianday('1970-01-01') as integer)" }
                )
            }
        return """
            select p.place, l.app_version, l.platform, l.device_class, \(days.joined(separator: ", ")), l.first_known,
                l.booked_day, l.booked, \(knownColumns.map { "l.\($0)" }.joined(separator: ", "))
            from probed_life p
            cross join \(lives)
            where l.install_id = p.install_id
            """
    }

    private static func read(_ row: Row, _ names: inout GateNames) throws -> InstallLife {
        func number(_ column: Int) throws -> Int32? { try row.integer(column).map(Int32.init(clamping:)) }
        guard let place = try number(0), let version = try row.text(1), let platform = try row.text(2),
            let firstDay = try number(4), let lastDay = try number(5), let firstKnown = try number(6)
        else {
            throw ToolError(
                .failure, "a row of install_version lacks its key or its days", at: "install_version",
                next: "restore the store from a backup")
        }
        var life = InstallLife(
            place: place, slice: names.slice(version, platform), deviceClass: names.deviceClass(try row.text(3)),
            firstDay: Day(number: firstDay), lastDay: Day(number: lastDay), firstKnown: firstKnown)
        life.booked = BookedDays(newestDay: try number(7), bits: try row.integer(8) ?? 0)
        for rank in life.eventKnown.indices { life.eventKnown[rank] = try number(9 + rank) ?? HealthRow.noHour }
        return life
    }

    // MARK: Writing

    /// Adds the new rows of a booking, and changes what it changed.
    func write(_ booking: GateBooking, _ batch: [ClientReport]) throws {
        let added = booking.lives.count - booking.storedCount
        if added > 0 {
            try database.bulkLoad(into: "install_version", columns: InstallLives.columns, rowCount: added) { index, writer in
                write(booking.lives[booking.storedCount + index], booking, batch, to: writer)
            }
        }
        guard !booking.changed.isEmpty else { return }
        try makeChangedTable(booking, batch)
        try database.execute(InstallLives.updateStatement(database.engine))
    }

    /// What ``updateStatement(_:)`` reads.
    func makeChangedTable(_ booking: GateBooking, _ batch: [ClientReport]) throws {
        let table = ScratchTable(name: "changed_life", columns: InstallLives.columns)
        try table.load(database, rowCount: booking.changed.count) { index, writer in
            write(booking.lives[booking.changed[index]], booking, batch, to: writer)
        }
    }

    private func write(_ life: InstallLife, _ booking: GateBooking, _ batch: [ClientReport], to writer: any BulkWriter) {
        let slice = booking.names.slices[Int(life.slice)]
        writer.write(batch[booking.reports.firstReport(of: Int(life.place))].row.key.install.text)
        writer.write(slice.appVersion)
        writer.write(slice.platform)
        writer.write(life.firstDay)
        writer.write(life.lastDay)
        writer.write(Int64(life.firstKnown))
        for rank in life.eventKnown.indices {
            writer.write(life.eventKnown[rank] == HealthRow.noHour ? nil : Int64(life.eventKnown[rank]))
        }
        writer.write(booking.names.deviceClasses[Int(life.deviceClass)])
        writer.write(life.booked.newestDay.map(Int64.init))
        writer.write(life.booked.bits)
    }

    /// Every row is there, found by its key. On Postgres an update of the very row: an insert in conflict takes a lock on
    /// each before it changes it, and writes that down, too. Version and platform are joined to nothing, so that the planner
    /// can't take the index that begins with them for one as good as the key (it does, in a table it has no statistics of).
    static func updateStatement(_ engine: Engine) -> String {
        switch engine {
        case .postgres:
            """
            update install_version v
            set \(changingColumns.map { "\($0) = c.\($0)" }.joined(separator: ", "))
            from (
                select c.*, l.place
                from changed_life c
                cross join lateral (
                    select ctid as place from install_version v
                    where v.install_id = c.install_id and v.app_version || '' = c.app_version
                        and v.platform || '' = c.platform offset 0
                ) l
            ) c
            where v.ctid = c.place
            """
        case .sqlite:
            """
            insert into install_version (\(columns.map(\.name).joined(separator: ", ")))
            select \(columns.map(\.name).joined(separator: ", ")) from changed_life where true
            on conflict (\(keyColumns.joined(separator: ", "))) do update
            set \(changingColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        }
    }
}
