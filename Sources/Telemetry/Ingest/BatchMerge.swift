import FleetCore

/// The reports of one batch joined with what the store holds of their install-days: what to write. Pure, and the only
/// place where reports meet rows, whatever the engine.
package struct BatchMerge: Sendable {
    /// Where each row stands whose key the store doesn't have, in key order: a report of the batch, or a row of several.
    /// (Rows are large, and most new ones are a report as it came.)
    package private(set) var newPlaces: [NewPlace] = []
    package private(set) var joinedRows: [HealthRow] = []
    /// Rows whose key it has, with other content, in key order.
    package private(set) var changedRows: [HealthRow] = []
    package private(set) var deltas = DerivedDeltas()
    /// Reports that made a row, changed one, or said nothing that wasn't known.
    package private(set) var newReports = 0
    package private(set) var changedReports = 0
    package private(set) var unchangedReports = 0
    /// By index in the batch: the report shows activity on its key that wasn't known, or not so early.
    package private(set) var isNewlyActive: [Bool] = []

    package init() {}

    /// Joins `reports` (indices of `batch` in the order of ``sortedIndices(_:)``) with `stored`, all rows that the
    /// store has of their install-days, in key order.
    package init(_ reports: [ClientReport], order: [Int], stored: [HealthRow]) {
        // Rows are large: a span lends its elements, of an array each would be copied.
        let batch = reports.span
        isNewlyActive = [Bool](repeating: false, count: batch.count)
        var nextStored = 0
        var start = 0
        while start < order.count {
            let first = order[start]
            var end = start + 1
            while end < order.count, batch[order[end]].row.key.isInstallDay(of: batch[first].row.key) { end += 1 }
            while nextStored < stored.count, stored[nextStored].key.installDay < batch[first].row.key.installDay {
                nextStored += 1
            }
            let firstStored = nextStored
            while nextStored < stored.count, stored[nextStored].key.isInstallDay(of: batch[first].row.key) { nextStored += 1 }
            if end == start + 1, firstStored == nextStored {
                addFirst(batch[first].row, at: first)
            } else {
                joinInstallDay(batch, order[start..<end], Array(stored[firstStored..<nextStored]))
            }
            start = end
        }
    }

    /// Key order, then the order in which reports became known, so that sums are booked as they would have been live.
    package static func sortedIndices(_ reports: [ClientReport]) -> [Int] {
        let batch = reports.span
        // Sorted by what decides nearly always, apart from the reports, which are large.
        let entries = reports.indices.map { index in
            SortEntry(day: batch[index].row.key.day.number, head: batch[index].row.key.install.head, index: index)
        }
        return entries.sorted { a, b in
            if a.day != b.day { return a.day < b.day }
            if a.head != b.head { return a.head < b.head }
            let (keyA, keyB) = (batch[a.index].row.key, batch[b.index].row.key)
            if keyA != keyB { return keyA < keyB }
            let (knownA, knownB) = (batch[a.index].row.reportedKnown, batch[b.index].row.reportedKnown)
            return knownA != knownB ? knownA < knownB : a.index < b.index
        }.map(\.index)
    }

    private struct SortEntry {
        let day: Int32
        let head: UInt64
        let index: Int
    }

    /// An install-day that nobody knew of, and one report: most are.
    private mutating func addFirst(_ row: HealthRow, at index: Int) {
        deltas.bookFirst(row)
        newPlaces.append(.report(index))
        isNewlyActive[index] = row.isActive
        newReports += 1
    }

    private mutating func joinInstallDay(_ batch: Span<ClientReport>, _ indices: ArraySlice<Int>, _ before: [HealthRow]) {
        var after = before
        var isChanged = [Bool](repeating: false, count: before.count)
        var current = -1
        for index in indices {
            let report = batch[index].row
            if current < 0 || after[current].key != report.key {
                current = after.firstIndex { $0.key == report.key } ?? -1
            }
            if current < 0 {
                current = after.count
                after.append(report)
                isChanged.append(true)
                isNewlyActive[index] = report.isActive
                deltas.bookSums(from: nil, to: report, at: report.reportedKnown)
                newReports += 1
            } else {
                let old = after[current]
                isNewlyActive[index] = report.activeKnown < old.activeKnown
                if after[current].join(report) {
                    isChanged[current] = true
                    deltas.bookSums(from: old, to: after[current], at: report.reportedKnown)
                    changedReports += 1
                } else {
                    unchangedReports += 1
                }
            }
        }
        guard isChanged.contains(true) else { return }
        deltas.bookInstallDay(before: before, after: after)
        for (position, row) in after.enumerated() where isChanged[position] {
            if position < before.count {
                changedRows.append(row)
            } else {
                newPlaces.append(.joined(joinedRows.count))
                joinedRows.append(row)
            }
        }
    }

    package enum NewPlace: Sendable {
        /// An index of the batch.
        case report(Int)
        /// An index of ``joinedRows``.
        case joined(Int)
    }
}
