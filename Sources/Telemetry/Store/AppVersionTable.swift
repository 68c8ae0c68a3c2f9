import Database
import FleetCore

/// `app_version`: every version of the facts with its place in version order.
enum AppVersionTable {
    private static let columns = [
        BulkColumn("app_version", .text), BulkColumn("sort_key", .text), BulkColumn("readable", .int2),
    ]

    /// Adds the versions that aren't there, in the order given (two loaders then wait for each other in one order).
    static func add(_ versions: [AppVersion], to database: any Database) throws {
        guard !versions.isEmpty else { return }
        let scratch = ScratchTable(name: "batch_app_version", columns: columns)
        try scratch.load(database, rowCount: versions.count) { index, writer in
            writer.write(versions[index].text)
            writer.write(versions[index].sortKey)
            writer.write(versions[index].isReadable ? 1 : 0 as Int64?)
        }
        try database.execute(
            """
            insert into app_version (\(scratch.columnList))
            select \(scratch.columnList) from \(scratch.name) where true order by app_version
            on conflict (app_version) do nothing
            """)
    }

    /// What differs from the versions of the facts.
    static func differences(_ ofFacts: Set<ByteText>, _ database: any Database) throws -> [StoreVerify.Difference] {
        var missing = ofFacts
        var differences: [StoreVerify.Difference] = []
        func report(_ text: String, _ column: String, stored: Int64, expected: Int64) {
            differences.append(
                StoreVerify.Difference(table: "app_version", cell: text, column: column, stored: stored, expected: expected))
        }
        try database.forEachRow("select app_version, sort_key, readable from app_version") { row in
            let version = AppVersion(try row.text(0) ?? "")
            missing.remove(ByteText(version.text))
            if try row.text(1).map({ sameBytes($0, version.sortKey) }) != true {
                report(version.text, "sort_key", stored: 0, expected: 1)
            }
            let (stored, expected) = (try row.integer(2) ?? 0, version.isReadable ? 1 : 0 as Int64)
            if stored != expected { report(version.text, "readable", stored: stored, expected: expected) }
        }
        for version in missing { report(version.text, "app_version", stored: 0, expected: 1) }
        return differences
    }
}
