/// A temporary table with the columns of a stored one, for the length of a transaction: what a batch is loaded into
/// before it is merged by one statement.
package struct ScratchTable {
    package let name: String
    package let columns: [BulkColumn]

    package init(name: String, columns: [BulkColumn]) {
        self.name = name
        self.columns = columns
    }

    private static func sqlType(_ type: BulkType, _ engine: Engine) -> String {
        switch (type, engine) {
        case (.int2, .postgres): "smallint"
        case (.int4, .postgres): "integer"
        case (.int8, .postgres): "bigint"
        case (.text, .postgres): "text collate \"C\""
        case (.date, .postgres): "date"
        case (.bytes, .postgres): "bytea"
        case (.place, .postgres): "tid"
        case (.real, .postgres): "double precision"
        case (.real, .sqlite): "real"
        case (.int2, .sqlite), (.int4, .sqlite), (.int8, .sqlite), (.place, .sqlite): "integer"
        case (.text, .sqlite), (.date, .sqlite): "text"
        case (.bytes, .sqlite): "blob"
        }
    }

    /// Makes the table and fills it; `write` as in ``Database/bulkLoad(into:columns:rowCount:_:)``.
    package func load(_ database: any Database, rowCount: Int, _ write: (Int, any BulkWriter) throws -> Void) throws {
        let list = columns.map { "\($0.name) \(ScratchTable.sqlType($0.type, database.engine))" }.joined(separator: ", ")
        switch database.engine {
        case .postgres: try database.execute("create temporary table \(name) (\(list)) on commit drop", [:])
        // SQLite's would outlive the transaction: kept, and emptied.
        case .sqlite:
            try database.execute("create temporary table if not exists \(name) (\(list))", [:])
            try database.execute("delete from \(name)", [:])
        }
        try database.bulkLoad(into: name, columns: columns, rowCount: rowCount, write)
    }

    package var columnList: String { columns.map(\.name).joined(separator: ", ") }
}
