public import Database
import FleetCore

/// One row of a query, each value of the type that the header gives its column.
public struct QueryRow: Sendable {
    /// In column order; null where the column has none.
    public let values: [SQLValue]
    private let layout: Layout

    /// The columns of a query, held against what a store returned for it. Shared by all rows of a result.
    final class Layout: Sendable {
        let query: Query
        let places: [String: Int]

        init(_ query: Query, columnNames: [String]) throws(ToolError) {
            let declared = query.columns.map(\.name)
            guard declared == columnNames else {
                throw ToolError(
                    .failure,
                    "the query returns \(columnNames.joined(separator: ", ")); its header says "
                        + declared.joined(separator: ", "), at: query.path)
            }
            self.query = query
            places = Dictionary(uniqueKeysWithValues: declared.enumerated().map { ($1, $0) })
        }
    }

    init(_ layout: Layout, _ row: Row) throws {
        self.layout = layout
        var values: [SQLValue] = []
        values.reserveCapacity(layout.query.columns.count)
        for (index, column) in layout.query.columns.enumerated() {
            let value: SQLValue =
                switch column.type {
                case .text, .day: SQLValue(try row.text(index))
                case .flag, .count, .integer, .hour, .epoch: SQLValue(try row.integer(index))
                case .share, .number: try row.real(index).map(SQLValue.real) ?? .null
                case .bytes: try row.blob(index).map(SQLValue.blob) ?? .null
                }
            if value == .null, !column.isNullable {
                throw ToolError(.failure, "the column \(column.name) is null; its header says it never is", at: layout.query.path)
            }
            values.append(value)
        }
        self.values = values
    }

    /// Has the query this column?
    public func has(_ column: String) -> Bool { layout.places[column] != nil }

    // MARK: By name. A name that the header has not is a programming error.

    public subscript(column: String) -> SQLValue {
        guard let place = layout.places[column] else {
            preconditionFailure("\(layout.query.name) has no column \(column)")
        }
        return values[place]
    }

    public func text(_ column: String) -> String? {
        if case .text(let text) = self[column] { text } else { nil }
    }

    public func integer(_ column: String) -> Int64? {
        if case .integer(let number) = self[column] { number } else { nil }
    }

    public func real(_ column: String) -> Double? {
        if case .real(let number) = self[column] { number } else { nil }
    }

    public func bytes(_ column: String) -> [UInt8]? {
        if case .blob(let bytes) = self[column] { bytes } else { nil }
    }

    /// A whole number that is never null: 0 where the header allows null and it is.
    public func count(_ column: String) -> Int64 { integer(column) ?? 0 }
}
