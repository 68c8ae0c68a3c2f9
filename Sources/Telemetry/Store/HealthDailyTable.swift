import Database
import FleetCore

/// `health_daily` as rows: the one place that knows its columns' order.
enum HealthDailyTable {
    static let columns: [BulkColumn] =
        [
            BulkColumn("day", .date), BulkColumn("install_id", .text), BulkColumn("app_version", .text),
            BulkColumn("platform", .text), BulkColumn("device_class", .text), BulkColumn("os_version", .text),
            BulkColumn("app_build", .int8), BulkColumn("flags_version", .int8), BulkColumn("flags_version_at", .int8),
            BulkColumn("active_hours", .int8), BulkColumn("crashed_hours", .int8),
        ]
        + HealthMember.all.map { BulkColumn($0.name, $0.unit == .bytes ? .int8 : .int4) }
        + [
            BulkColumn("reported_known", .int4), BulkColumn("active_known", .int4), BulkColumn("crashed_known", .int4),
            BulkColumn("clock_corrected", .int2), BulkColumn("receipt_assumed", .int2),
        ]

    static let keyColumns = ["day", "install_id", "app_version", "platform"]
    static var valueColumns: [String] { columns.map(\.name).filter { !keyColumns.contains($0) } }

    /// Every column in order, each with `prefix` before it.
    static func columnList(prefix: String = "") -> String {
        columns.map { prefix + $0.name }.joined(separator: ", ")
    }

    /// Borrows the row: rows are large, and written by the hundred thousand.
    static func write(_ row: borrowing HealthRow, to writer: any BulkWriter) {
        writer.write(row.key.day)
        writer.write(row.key.install.text)
        writer.write(row.key.appVersion)
        writer.write(row.key.platform)
        writer.write(row.deviceClass)
        writer.write(row.osVersion)
        writer.write(row.appBuild < 0 ? nil : row.appBuild)
        writer.write(row.flagsVersion < 0 ? nil : row.flagsVersion)
        writer.write(row.flagsVersionAt == HealthRow.noInstant ? nil : row.flagsVersionAt)
        writer.write(row.activeHours?.bits)
        writer.write(row.crashedHours?.bits)
        for index in 0..<row.members.count { writer.write(row.members.value(index)) }
        writer.write(Int64(row.reportedKnown))
        writer.write(row.activeKnown == HealthRow.noHour ? nil : Int64(row.activeKnown))
        writer.write(row.crashedKnown == HealthRow.noHour ? nil : Int64(row.crashedKnown))
        writer.write(row.clockCorrected ? 1 : 0 as Int64?)
        writer.write(row.receiptAssumed ? 1 : 0 as Int64?)
    }

    /// Reads a row selected with ``columnList(prefix:)``.
    static func read(_ row: Row) throws -> HealthRow {
        var at = 0
        func next() -> Int {
            at += 1
            return at - 1
        }
        func integer() throws -> Int64? { try row.integer(next()) }
        func text() throws -> String? { try row.text(next()) }
        guard let day = try text().flatMap(Day.init), let install = try text(), let version = try text(),
            let platform = try text()
        else { throw unreadable() }
        var result = HealthRow(
            key: HealthKey(day: day, install: InstallID(install), appVersion: version, platform: platform), reportedKnown: 0)
        result.deviceClass = try text()
        result.osVersion = try text()
        result.appBuild = try integer() ?? MemberValues.missing
        result.flagsVersion = try integer() ?? MemberValues.missing
        result.flagsVersionAt = try integer() ?? HealthRow.noInstant
        result.activeHours = try integer().map(HourSet.init(bits:))
        result.crashedHours = try integer().map(HourSet.init(bits:))
        for index in 0..<result.members.count { result.members[index] = try integer() ?? MemberValues.missing }
        guard let reported = try integer().map(Int32.init(clamping:)) else { throw unreadable() }
        result.reportedKnown = reported
        result.activeKnown = try integer().map(Int32.init(clamping:)) ?? HealthRow.noHour
        result.crashedKnown = try integer().map(Int32.init(clamping:)) ?? HealthRow.noHour
        result.clockCorrected = try integer() == 1
        result.receiptAssumed = try integer() == 1
        return result
    }

    private static func unreadable() -> ToolError {
        ToolError(
            .failure, "a row of health_daily lacks its key", at: "health_daily",
            next: "chatfleet store verify, or restore the store from a backup")
    }
}
