import Database
import FleetCore
import QueryCatalog

/// A picture on a dashboard: a question of Queries/, and how its answer is drawn.
struct Panel {
    enum Kind {
        /// Lines over time, with gaps where there is nothing.
        case timeSeries
        case table
        /// The newest number, large.
        case stat
    }

    /// Which columns of the answer are drawn.
    enum Shape {
        /// `line`: an expression for a line's name, nil where there is one line.
        case lines(time: Time, line: String?, value: String)
        /// `column as heading`; times as `Time` where they are times.
        case columns([String])
    }

    /// A column that says when, and what it holds.
    enum Time {
        case day(String), hour(String), epoch(String)

        /// As a time of Postgres, in UTC.
        var expression: String {
            switch self {
            case .day(let column): "cast(asked.\(column) as timestamp)"
            case .hour(let column): "to_timestamp(asked.\(column) * 3600)"
            case .epoch(let column): "to_timestamp(asked.\(column))"
            }
        }
    }

    /// Green on the good side of `limit`, red on the other.
    enum Limit {
        case atLeast(Double), atMost(Double)
    }

    let title: String
    /// What to look at; the query's question comes before it.
    let reading: String
    let kind: Kind
    /// Folder and file of Queries/.
    let query: String
    /// Parameters that this panel fixes: their text in SQL.
    var constants: [String: String] = [:]
    let shape: Shape
    /// Grafana's name of a unit: `percentunit`, `short`, `s`.
    let unit: String
    var limit: Limit?
    /// Of 24 columns.
    var width = 12

    /// The statement that Grafana is given: the query's own text, with macros for its parameters, and what is drawn of it.
    func sql(_ catalog: QueryCatalog) throws -> String {
        let query = try catalog.query(self.query)
        let text = try replacingParameters(in: query.sql, for: .postgres) { constants[$0] ?? GrafanaMacros.texts[$0] }
        let drawn: [String]
        var end = ""
        switch shape {
        case .lines(let time, let line, let value):
            drawn = ["\(time.expression) as \"time\""] + (line.map { ["\($0) as line"] } ?? []) + ["asked.\(value) as value"]
            end = "where asked.\(value) is not null\norder by 1\n"
        case .columns(let columns):
            drawn = columns
        }
        return "select\n    \(drawn.joined(separator: ",\n    "))\nfrom (\n\(embedded(text))) as asked\n\(end)"
    }
}

/// A statement as it stands in a parenthesis: ends with a line break, and not with a semicolon.
func embedded(_ sql: String) -> String {
    var lines = sql.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    if let last = lines.last, last.hasSuffix(";") { lines[lines.count - 1] = String(last.dropLast()) }
    return lines.joined(separator: "\n") + "\n"
}
