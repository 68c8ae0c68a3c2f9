import Testing

/// What every file of SQL that users read and copy has in common. What its header says is checked where it is run.
@Suite struct QueryFileTests {
    /// Words that are written in lower case; a text in quotes may say what it likes.
    private static let keywords: Set = [
        "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "JOIN", "LEFT", "INNER", "OUTER", "UNION", "ALL", "WITH",
        "AS", "ON", "AND", "OR", "NOT", "NULL", "CASE", "WHEN", "THEN", "ELSE", "END", "SUM", "COUNT", "MIN", "MAX", "CAST",
        "OVER", "PARTITION", "FILTER", "LIMIT", "DISTINCT", "USING", "COALESCE", "NULLIF", "IN", "IS", "EXISTS", "BETWEEN",
    ]

    private func queries() throws -> [Repository.File] {
        try Repository.files(in: "Queries", withExtension: "sql").filter { !$0.path.hasPrefix("Queries/schema/") }
    }

    /// The statement without comments and quoted texts.
    static func code(of line: Substring) -> String {
        let uncommented = line.prefix(upTo: line.firstRange(of: "--")?.lowerBound ?? line.endIndex)
        return String(uncommented.replacing(/'[^']*'/, with: "''"))
    }

    @Test func `a query has at most 150 lines`() throws {
        for file in try queries() { #expect(file.lines.count <= 151, "\(file.path) has \(file.lines.count - 1) lines") }
    }

    @Test func `a query begins with its name and a full header`() throws {
        for file in try queries() {
            let name = file.path.split(separator: "/").last?.replacing(".sql", with: "") ?? ""
            #expect(file.lines.first.map(String.init) == "-- \(name)", "\(file.path)")
            for key in ["question", "parameters", "grain", "columns", "engines"] {
                #expect(file.lines.contains { $0.hasPrefix("-- \(key):") }, "\(file.path) has no \(key)")
            }
        }
    }

    @Test func `keywords are in lower case, indents are spaces`() throws {
        for file in try queries() {
            for (number, line) in file.lines.enumerated() {
                #expect(!line.contains("\t"), "\(file.path):\(number + 1)")
                let shouted = QueryFileTests.code(of: line).matches(of: /\b[A-Z]+\b/).map { String($0.output) }
                    .filter(QueryFileTests.keywords.contains)
                #expect(shouted.isEmpty, "\(file.path):\(number + 1): \(shouted)")
            }
        }
    }

    @Test func `what differs between engines is not used`() throws {
        // Met while running such queries on Postgres, Citus and SQLite.
        let unportable =
            /\b(percentile_cont|percentile_disc|generate_series|date_trunc|greatest|least|interval|avg|ilike|like)\b|distinct\s+on|::/
        for file in try queries() {
            for (number, line) in file.lines.enumerated() where QueryFileTests.code(of: line).contains(unportable) {
                Issue.record("\(file.path):\(number + 1): \(line)")
            }
        }
    }

    @Test func `a migration is numbered, without gaps, on both engines alike`() throws {
        func numbers(_ engine: String) throws -> [String] {
            try Repository.files(in: "Queries/schema/\(engine)", withExtension: "sql").map {
                String($0.path.split(separator: "/").last?.prefix(4) ?? "")
            }
        }
        let postgres = try numbers("postgres")
        #expect(postgres == (1...max(1, postgres.count)).map { String(repeating: "0", count: 4 - String($0).count) + String($0) })
        #expect(try numbers("sqlite") == postgres)
    }
}
