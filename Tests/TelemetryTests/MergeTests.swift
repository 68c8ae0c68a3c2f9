import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

@Suite struct MergeTests {
    @Test func `any permutation, split and repetition of reports comes to the same`() {
        for _ in 0..<60 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let reports = randomReports(40, using: &generator)
            var inOrder = MemoryStore()
            inOrder.ingest(reports)
            var otherwise = MemoryStore()
            var rest = (reports + reports.prefix(10)).shuffled(using: &generator)
            while !rest.isEmpty {
                let size = Int.random(in: 1...rest.count, using: &generator)
                otherwise.ingest(Array(rest.prefix(size)))
                rest.removeFirst(size)
            }
            #expect(otherwise.rowTexts == inOrder.rowTexts, "seed \(seed)")
            #expect(otherwise.derived == inOrder.derived, "seed \(seed)")
        }
    }

    @Test func `what is booked change by change is what all facts say`() {
        for _ in 0..<60 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            var store = MemoryStore()
            for report in randomReports(40, using: &generator) { store.ingest([report]) }
            #expect(store.derived == store.recount, "seed \(seed)")
        }
    }

    @Test func `five uploads of one crash are one crash`() {
        var report = ClientReport(row: row("8.14.0", known: 10))
        report.row.members[HealthMember.sessions] = 1
        report.row.members[HealthMember.crashes] = 1
        report.row.bookKnownHours()
        var store = MemoryStore()
        for _ in 0..<5 { store.ingest([report]) }
        #expect(store.derived["rollup 20000 sum crashes 8.14.0 ios unknown"] == 1)
        #expect(store.derived["rollup 20000 10 crashed_installs 8.14.0 ios unknown"] == 1)
    }

    @Test func `the report with most sessions wins its latencies, also when it has none`() {
        var few = row("1", known: 1)
        few.members[HealthMember.sessions] = 2
        few.members[15] = 40
        few.members[16] = 90
        var most = row("1", known: 2)
        most.members[HealthMember.sessions] = 3
        let joined = joined(few, most)
        #expect(joined.members.value(15) == nil)
        #expect(joined.members.value(16) == nil)
        #expect(joined.members.value(HealthMember.sessions) == 3)
        var tie = few
        tie.members[15] = 41
        tie.members[16] = 50
        #expect(self.joined(few, tie).members.value(16) == 50)
    }

    @Test func `a greater flags version brings its own instant, an equal one the earlier`() {
        var old = row("1", known: 1)
        (old.flagsVersion, old.flagsVersionAt) = (42, 5)
        var new = row("1", known: 1)
        (new.flagsVersion, new.flagsVersionAt) = (43, 9)
        #expect(joined(old, new).flagsVersionAt == 9)
        (old.flagsVersion, old.flagsVersionAt) = (43, 5)
        #expect(joined(old, new).flagsVersionAt == 5)
    }

    @Test func `an install that updates is latest at one version as of every hour`() {
        var old = row("8.9", known: 10)
        var new = row("8.10", known: 12)
        for index in [HealthMember.sessions] { (old.members[index], new.members[index]) = (1, 1) }
        old.bookKnownHours()
        new.bookKnownHours()
        var store = MemoryStore()
        store.ingest([ClientReport(row: new)])
        store.ingest([ClientReport(row: old)])
        #expect(store.derived["rollup 20000 10 latest_installs 8.9 ios unknown"] == 1)
        #expect(store.derived["rollup 20000 12 latest_installs 8.9 ios unknown"] == -1)
        #expect(store.derived["rollup 20000 12 latest_installs 8.10 ios unknown"] == 1)
    }

    @Test func `the registry and the fixed arrays have one length`() {
        #expect(MemberValues().count == HealthMember.all.count)
        // Bytes first: they have the wide places.
        var values = MemberValues()
        for (index, member) in HealthMember.all.enumerated() {
            values[index] = member.greatest
            #expect(values[index] == member.greatest, "\(member.name)")
        }
        #expect(RollupCounts.columns.count == 26)
        #expect(HealthMember.all[HealthMember.sessions].name == "sessions")
        #expect(HealthMember.all[HealthMember.crashes].name == "crashes")
        #expect(HealthMember.all[HealthMember.quarantined].name == "quarantined")
        #expect(HealthMember.all[HealthMember.sendFailed].name == "send_failed")
        #expect(HealthMember.all[HealthMember.queueAge].name == "queue_age_max_s")
    }

    private func row(_ version: String, known: Int32) -> HealthRow {
        HealthRow(
            key: HealthKey(day: Day(number: 20_000), install: InstallID("i_a"), appVersion: version, platform: "ios"),
            reportedKnown: known)
    }

    private func joined(_ a: HealthRow, _ b: HealthRow) -> HealthRow {
        var ab = a
        ab.join(b)
        var ba = b
        ba.join(a)
        #expect(text(ab) == text(ba))
        return ab
    }
}

/// The store's side of a merge, in memory.
private struct MemoryStore {
    private var rows: [HealthRow] = []
    /// Every derived count that isn't zero, by a text that names it. Sums over all known hours.
    private(set) var derived: [String: Int64] = [:]

    mutating func ingest(_ batch: [ClientReport]) {
        let merge = BatchMerge(batch, order: BatchMerge.sortedIndices(batch), stored: rows)
        let changed = merge.changedRows
        let new = merge.newPlaces.map { place in
            switch place {
            case .report(let index): batch[index].row
            case .joined(let index): merge.joinedRows[index]
            }
        }
        rows = (rows.filter { row in !changed.contains { $0.key == row.key } } + changed + new)
            .sorted { $0.key < $1.key }
        add(merge.deltas, to: &derived)
    }

    var rowTexts: [String] { rows.map(text) }

    var recount: [String: Int64] {
        var deltas = DerivedDeltas()
        for row in rows { deltas.bookSums(from: nil, to: row, at: 0) }
        var start = 0
        while start < rows.count {
            let end = rows[start...].firstIndex { !$0.key.isInstallDay(of: rows[start].key) } ?? rows.count
            deltas.bookInstallDay(before: [], after: Array(rows[start..<end]))
            start = end
        }
        var counts: [String: Int64] = [:]
        add(deltas, to: &counts)
        return counts
    }

    private func add(_ deltas: DerivedDeltas, to counts: inout [String: Int64]) {
        let byHour = [RollupCounts.reporting, RollupCounts.active, RollupCounts.crashed, RollupCounts.latest]
        func add(_ name: String, _ value: Int64) {
            let sum = counts[name, default: 0] + value
            counts[name] = sum == 0 ? nil : sum
        }
        for (cell, values) in deltas.rollup {
            let slice = deltas.slices[Int(cell.slice)]
            let place = "\(slice.appVersion) \(slice.platform) \(deltas.deviceClasses[Int(cell.deviceClass)])"
            for (column, name) in RollupCounts.columns.enumerated() {
                let hour = byHour.contains(column) ? String(cell.knownHour) : "sum"
                add("rollup \(cell.day.number) \(hour) \(name) \(place)", values[column])
            }
        }
        for (cell, count) in deltas.hours {
            add("hour \(cell.hour) active \(deltas.slices[Int(cell.slice)])", count.active)
            add("hour \(cell.hour) crashed \(deltas.slices[Int(cell.slice)])", count.crashed)
        }
        for (cell, count) in deltas.histogram {
            add("bucket \(cell.day) \(cell.metric) \(cell.bucket) \(deltas.slices[Int(cell.slice)])", count)
        }
    }
}

/// A row as the store would hold it.
private func text(_ row: HealthRow) -> String {
    let writer = RecordingWriter()
    HealthDailyTable.write(row, to: writer)
    return writer.values.joined(separator: "|")
}

private final class RecordingWriter: BulkWriter {
    var values: [String] = []

    func write(_ value: Int64?) { values.append(value.map(String.init) ?? "-") }
    func write(_ value: String?) { values.append(value.map { Array($0.utf8).description } ?? "-") }
    func write(_ value: Day?) { values.append(value?.description ?? "-") }
    func write(_ value: [UInt8]?) { values.append(value?.description ?? "-") }
    func write(place value: Int64) { values.append(String(value)) }
    func write(real value: Double?) { values.append(value?.description ?? "-") }
    func writeNull() { values.append("-") }
}
