import Database
import FleetCore

/// Finds the reports of a batch that the store itself refuses (a constraint that an administrator added, a text that
/// its encoding can't hold), so that one of them doesn't hold up the rest for ever.
struct ServerRefusals {
    /// Tries reports in a transaction that is rolled back whatever happens; throws what the store says.
    let rehearse: ([ClientReport]) throws -> Void
    /// Where nearly all are refused it is not the data that want mending: then the store's last word is thrown.
    private var rehearsalsLeft = 2_000

    init(rehearse: @escaping ([ClientReport]) throws -> Void) { self.rehearse = rehearse }

    /// Indices of the refused reports with the store's reason, by halving: about log₂ n rehearsals for each.
    mutating func find(in reports: [ClientReport], range: Range<Int>) throws -> [(index: Int, reason: String)] {
        guard !range.isEmpty else { return [] }
        rehearsalsLeft -= 1
        do {
            try rehearse(Array(reports[range]))
            return []
        } catch let error as DatabaseError where error.isRefusal {
            if rehearsalsLeft < 0 { throw error }
            if range.count == 1 { return [(range.lowerBound, "store.\(error.sqlState ?? "refused")")] }
            let middle = range.lowerBound + range.count / 2
            return try find(in: reports, range: range.lowerBound..<middle) + find(in: reports, range: middle..<range.upperBound)
        }
    }
}

extension DatabaseError {
    /// The data are at fault, not the server: the same rows will fail again.
    var isRefusal: Bool { kind == .data || kind == .constraint }
}
