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
        let (lives, days, place) =
            switch engine {
            case .postgres:
                (
                    "lateral (select ctid, * from install_version v where v.install_id = p.install_id offset 0) l",
                    ["first_day", "last_day"].map { "l.\($0) - date '1970-01-01'" }, "l.ctid"
                )
            case .sqlite:
                (
                    "install_version l",
                    ["first_day", "last_day"].map { "cast(julianday(l.\($0)) - julianday('1970-01-01') as integer)" }, "null"
                )
            }
        return """
            select p.place, l.app_version, l.platform, l.device_class, \(days.joined(separator: ", ")), l.first_known,
                l.booked_day, l.booked, \(knownColumns.map { "l.\($0)" }.joined(separator: ", ")), \(place)
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
        if let place = try row.text(9 + life.eventKnown.count) { life.storedAt = storedAt(place) }
        return life
    }

    /// Of `(12,34)`.
    private static func storedAt(_ place: String) -> Int64 {
        var parts: (block: Int64, offset: Int64) = (0, 0)
        for byte in place.utf8 {
            switch byte {
            case UInt8(ascii: ","): parts = (parts.offset, 0)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): parts.offset = parts.offset * 10 + Int64(byte - UInt8(ascii: "0"))
            default: break
            }
        }
        return parts.block << 16 | parts.offset
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
        switch database.engine {
        case .postgres:
            let columns = InstallLives.columns.filter { InstallLives.changingColumns.contains($0.name) }
            let table = ScratchTable(name: "changed_life", columns: [BulkColumn("stored_at", .int8)] + columns)
            try table.load(database, rowCount: booking.changed.count) { index, writer in
                let life = booking.lives[booking.changed[index]]
                writer.write(life.storedAt)
                writeTimes(life, to: writer)
                writeBooked(life, to: writer)
            }
        case .sqlite:
            let table = ScratchTable(name: "changed_life", columns: InstallLives.columns)
            try table.load(database, rowCount: booking.changed.count) { index, writer in
                write(booking.lives[booking.changed[index]], booking, batch, to: writer)
            }
        }
    }

    private func write(_ life: InstallLife, _ booking: GateBooking, _ batch: [ClientReport], to writer: any BulkWriter) {
        let slice = booking.names.slices[Int(life.slice)]
        writer.write(batch[booking.reports.firstReport(of: Int(life.place))].row.key.install.text)
        writer.write(slice.appVersion)
        writer.write(slice.platform)
        writeTimes(life, to: writer)
        writer.write(booking.names.deviceClasses[Int(life.deviceClass)])
        writeBooked(life, to: writer)
    }

    private func writeTimes(_ life: InstallLife, to writer: any BulkWriter) {
        writer.write(life.firstDay)
        writer.write(life.lastDay)
        writer.write(Int64(life.firstKnown))
        for rank in life.eventKnown.indices {
            writer.write(life.eventKnown[rank] == HealthRow.noHour ? nil : Int64(life.eventKnown[rank]))
        }
    }

    private func writeBooked(_ life: InstallLife, to writer: any BulkWriter) {
        writer.write(life.booked.newestDay.map(Int64.init))
        writer.write(life.booked.bits)
    }

    /// Every row is there. On Postgres it is changed where it was read: nobody moves it meanwhile, since the install is
    /// locked (``InstallDayLocks``). That spares looking it up again, and the lock and its record that an insert in conflict
    /// takes of each row before it changes it.
    static func updateStatement(_ engine: Engine) -> String {
        switch engine {
        case .postgres:
            """
            update install_version v
            set \(changingColumns.map { "\($0) = c.\($0)" }.joined(separator: ", "))
            from changed_life c
            where v.ctid = cast('(' || (c.stored_at >> 16) || ',' || (c.stored_at & 65535) || ')' as tid)
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
