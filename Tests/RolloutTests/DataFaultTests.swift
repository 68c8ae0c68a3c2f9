import FleetCore
import Operations
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

/// Data that contradict themselves, or what is known from elsewhere: never a pass.
@Suite struct DataFaultTests {
    private let start = SimulatedRollout.start

    private func hour(_ day: Int) -> Hour { Hour(number: start.number + Int32(day) * 24) }

    /// `days` of receipts, each in one hour, with what the new version has on a day.
    private func facts(
        _ days: Int, new: (Int) -> Int64, baseline: Int64 = 10_000, groups: [(String, Double, Double)] = [("mid", 1, 1)]
    )
        -> GateFacts
    {
        var cells: [ArmCell] = []
        var receipts: [ReceiptHour] = []
        for day in 0..<days {
            let count = new(day)
            for (group, newShare, baselineShare) in groups {
                let stratum = Stratum(group: group, tenure: 30)
                let atRisk = Int64(Double(count) * newShare)
                let old = Int64(Double(baseline) * baselineShare)
                if atRisk > 0 {
                    cells.append(ArmCell(hour(day), stratum, isNew: true, Exposure(atRisk: atRisk, events: atRisk / 200)))
                }
                if old > 0 {
                    cells.append(ArmCell(hour(day), stratum, isNew: false, Exposure(atRisk: old, events: old / 200)))
                }
            }
            receipts.append(
                ReceiptHour(
                    hour(day), new: ReceiptCounts(reporting: count, active: count),
                    baseline: ReceiptCounts(reporting: baseline, active: baseline),
                    all: ReceiptCounts(reporting: count + baseline, active: count + baseline)))
        }
        return GateFacts(from: start, evidence: [MeasureEvidence(.crash, cells)], receipts: receipts)
    }

    private func codes(_ facts: GateFacts, _ day: Int) -> [String] {
        let assessment = Gate(facts).assessment(before: hour(day))
        #expect(assessment.verdict == (assessment.faults.isEmpty ? assessment.verdict : .dataFault))
        return assessment.faults.map(\.code)
    }

    @Test func `sound data have no fault`() {
        let assessment = Gate(facts(10) { _ in 2000 }).assessment(before: hour(10))
        #expect(assessment.faults.isEmpty)
        #expect(assessment.verdict == .pass)
    }

    @Test func `a version that stops reporting`() {
        #expect(codes(facts(6) { $0 < 5 ? 2000 : 0 }, 6) == ["stopped_reporting"])
        // At a few installs a day that is chance.
        #expect(codes(facts(6) { $0 < 5 ? 3 : 0 }, 6) == [])
    }

    @Test func `a store that nothing reaches any more`() {
        let facts = facts(5) { _ in 2000 }
        #expect(codes(facts, 5) == [])
        #expect(codes(facts, 7) == ["stale"])
    }

    private func record(
        _ kind: RolloutEvent.Kind, at hour: Hour, recorded: Instant? = nil, percent: Double? = nil, voided: Instant? = nil
    ) -> RecordedRolloutEvent {
        RecordedRolloutEvent(
            RolloutEvent(
                at: hour.start, version: "8.14.0", platform: "android", kind: kind, percent: percent, by: "ana", reason: "r"),
            number: 1, recorded: recorded ?? hour.start,
            voided: voided.map { RecordedRolloutEvent.Voiding(at: $0, by: "ana", reason: "wrong") })
    }

    /// A build that dies at launch sends nothing.
    @Test func `recorded as out, and not seen`() {
        var facts = facts(3) { _ in 0 }
        facts.records = [
            record(.start, at: start, percent: 1)
        ]
        #expect(codes(facts, 3) == ["unseen_by_telemetry"])
        // Not in its first day.
        #expect(codes(facts, 0) == [])
        // One percent of ten installs is none.
        var small = self.facts(3, new: { _ in 0 }, baseline: 10)
        small.records = facts.records
        #expect(codes(small, 3) == [])
    }

    @Test func `a halt holds until something else is recorded`() {
        func halt(_ kinds: RolloutEvent.Kind...) -> Instant? {
            let records = kinds.enumerated().map { day, kind in record(kind, at: hour(day)) }
            return records.standingHalt?.at
        }
        #expect(halt() == nil)
        #expect(halt(.start, .halt) == hour(1).start)
        #expect(halt(.start, .halt, .halt) == hour(1).start)
        #expect(halt(.start, .halt, .resume) == nil)
        #expect(halt(.start, .halt, .resume, .halt) == hour(3).start)
    }

    @Test func `answered by the servers, and not seen`() {
        var facts = facts(3) { _ in 0 }
        facts.served = [ServedHour(hour(2), new: 900, all: 100_000)]
        #expect(codes(facts, 3) == ["served_not_reported"])
        var seen = self.facts(3) { _ in 100 }
        seen.served = facts.served
        #expect(codes(seen, 3) == [])
    }

    @Test func `more installs than the recorded stage allows`() {
        var facts = facts(3) { _ in 200 }
        facts.records = [record(.start, at: start, percent: 1)]
        #expect(codes(facts, 3) == ["more_than_stage"])
        facts.records.append(record(.stage, at: hour(1), percent: 5))
        #expect(codes(facts, 3) == [])
        // What was written down later was not known.
        facts.records[1] = record(.stage, at: hour(1), recorded: hour(9).start, percent: 5)
        #expect(codes(facts, 3) == ["more_than_stage"])
        // In the hour of the newest look it was, and counts at once.
        let inHour = hour(3).start.advanced(bySeconds: 600)
        facts.records[1] = record(.stage, at: hour(1), recorded: inHour, percent: 5)
        #expect(codes(facts, 3) == ["more_than_stage"])
        facts.lookedAt = inHour
        #expect(codes(facts, 3) == [])
        facts.lookedAt = inHour.advanced(bySeconds: -1)
        #expect(codes(facts, 3) == ["more_than_stage"])
        // What was made void counted before, and counts no more.
        facts.records[1] = record(.stage, at: hour(1), percent: 5, voided: inHour)
        facts.lookedAt = nil
        #expect(codes(facts, 3) == [])
        facts.lookedAt = inHour.advanced(bySeconds: -1)
        #expect(codes(facts, 3) == [])
        facts.lookedAt = inHour
        #expect(codes(facts, 3) == ["more_than_stage"])
    }

    @Test func `a device class that is missing`() {
        let missing = [("low", 0.0, 0.3), ("mid", 1.0, 0.7)]
        #expect(codes(facts(3, new: { _ in 300 }, groups: missing), 3) == ["stratum_mix"])
        // New devices update sooner.
        let sooner = [("low", 0.15, 0.3), ("mid", 0.85, 0.7)]
        #expect(codes(facts(3, new: { _ in 300 }, groups: sooner), 3) == [])
    }

    @Test func `too much that nothing can be compared with`() {
        let alone = [("low", 0.3, 0.0), ("mid", 0.7, 1.0)]
        #expect(codes(facts(3, new: { _ in 300 }, groups: alone), 3) == ["unmatched_strata"])
    }

    @Test func `too little of the window is in, and ids in use twice`() {
        var facts = facts(3) { _ in 300 }
        facts.completeness = { _ in 0.49 }
        facts.clonedInstalls = (cloned: 20, installs: 900)
        #expect(codes(facts, 3) == ["incomplete", "cloned_installs"])
    }

    @Test func `harm comes first`() {
        var facts = facts(3) { _ in 300 }
        facts.completeness = { _ in 0.1 }
        facts.evidence = [
            MeasureEvidence(
                .crash,
                [
                    ArmCell(hour(0), Stratum(group: "mid", tenure: 30), isNew: true, Exposure(atRisk: 300, events: 60)),
                    ArmCell(hour(0), Stratum(group: "mid", tenure: 30), isNew: false, Exposure(atRisk: 10_000, events: 50)),
                ])
        ]
        #expect(Gate(facts).verdict(before: hour(3)) == .halt)
    }
}
