import FleetCore

/// Puts what was counted over longer than a step into all of the steps that it was counted over, since a rate is an amount of
/// a step: five minutes' messages are not one minute's. Pure.
struct SignalSpread {
    let stepSeconds: Int64

    /// The same amounts; a row of no more than a step stays as it is.
    func spread(_ rows: [SignalRow]) -> [SignalRow] {
        let lengths = secondsSinceBefore(rows)
        var all: [SignalRow] = []
        for row in rows {
            if row.cut.periodSeconds > 0 {
                append(row, from: row.step, seconds: row.cut.periodSeconds, to: &all)
            } else {
                // What a counter grew by happened since it was read before.
                let seconds = lengths[Slice(row)]?[row.step] ?? stepSeconds
                append(row, from: row.step + stepSeconds - seconds, seconds: seconds, to: &all)
            }
        }
        return all
    }

    private func append(_ row: SignalRow, from first: Int64, seconds: Int64, to all: inout [SignalRow]) {
        guard seconds > stepSeconds else {
            all.append(row)
            return
        }
        var passed: Int64 = 0
        while passed < seconds {
            // The last step may hold less.
            let part = Double(min(stepSeconds, seconds - passed))
            all.append(
                SignalRow(
                    row.parts, cut: row.cut, step: first + passed, bucket: row.bucket,
                    amount: row.amount.map { $0 * part / Double(seconds) }, base: row.base.map { $0 * part / Double(seconds) }))
            passed += stepSeconds
        }
    }

    /// What the readings of counters follow each other in.
    private struct Slice: Hashable {
        let parts: [String?]
        let cut: MetricCut

        init(_ row: SignalRow) {
            parts = row.parts
            cut = row.cut
        }
    }

    /// How long before each row of counters, which are read at an instant, the one before it is, by its step; of the first,
    /// which has none, as long as from it to the next.
    private func secondsSinceBefore(_ rows: [SignalRow]) -> [Slice: [Int64: Int64]] {
        var steps: [Slice: Set<Int64>] = [:]
        for row in rows where row.cut.periodSeconds == 0 { steps[Slice(row), default: []].insert(row.step) }
        var lengths: [Slice: [Int64: Int64]] = [:]
        for (slice, unordered) in steps {
            let ordered = unordered.sorted()
            var ofSlice: [Int64: Int64] = [:]
            for (before, step) in zip(ordered, ordered.dropFirst()) {
                ofSlice[step] = step - before
                if ofSlice[before] == nil { ofSlice[before] = step - before }
            }
            lengths[slice] = ofSlice
        }
        return lengths
    }
}
