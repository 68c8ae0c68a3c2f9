import FleetCore
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

/// What makes which verdict, on evidence written by hand.
@Suite struct GateVerdictTests {
    private let start = SimulatedRollout.start
    private let mid = Stratum(group: "mid", tenure: 30)

    /// A day's evidence in its first hour.
    private func cells(_ day: Int, _ stratum: Stratum, new: (Int64, Int64), baseline: (Int64, Int64)) -> [ArmCell] {
        let hour = Hour(number: start.number + Int32(day) * 24)
        return [
            ArmCell(hour, stratum, isNew: true, Exposure(atRisk: new.1, events: new.0)),
            ArmCell(hour, stratum, isNew: false, Exposure(atRisk: baseline.1, events: baseline.0)),
        ]
    }

    private func receipts(_ days: Int, new: Int64, baseline: Int64, crashed: Int64 = 0) -> [ReceiptHour] {
        (0..<days).map { day in
            ReceiptHour(
                Hour(number: start.number + Int32(day) * 24),
                new: ReceiptCounts(reporting: new, active: new, crashed: crashed),
                baseline: ReceiptCounts(reporting: baseline, active: baseline),
                all: ReceiptCounts(reporting: new + baseline, active: new + baseline, crashed: crashed))
        }
    }

    private func hour(_ day: Int) -> Hour { Hour(number: start.number + Int32(day) * 24) }

    private func facts(_ cells: [ArmCell], _ receipts: [ReceiptHour] = [], measure: GuardedMeasure = .crash) -> GateFacts {
        GateFacts(from: start, evidence: [MeasureEvidence(measure, cells)], receipts: receipts)
    }

    @Test func `nothing measured is never a pass`() {
        #expect(Gate(GateFacts(from: start, evidence: [])).verdict(before: hour(3)) == .insufficient)
        let empty = GuardedMeasure.builtIn.map { MeasureEvidence($0, []) }
        #expect(Gate(GateFacts(from: start, evidence: empty)).verdict(before: hour(3)) == .insufficient)
        // Not by the other measures alone.
        let aged = cells(0, mid, new: (50, 10_000), baseline: (5000, 1_000_000))
        let gate = Gate(facts(aged, receipts(2, new: 10_000, baseline: 1_000_000), measure: .aged))
        #expect(gate.assessment(before: hour(2)).measures[0].state == .safe)
        #expect(gate.verdict(before: hour(2)) == .insufficient)
    }

    /// Health case 19.
    @Test func `one crash in one session is no harm`() {
        let one = cells(0, mid, new: (1, 1), baseline: (50, 10_000))
        let gate = Gate(facts(one, receipts(1, new: 1, baseline: 10_000, crashed: 1)))
        #expect(gate.verdict(before: hour(1)) == .insufficient)
    }

    @Test func `harm once shown stays shown`() {
        let bad = cells(0, mid, new: (60, 1000), baseline: (50, 10_000))
        let then = (1..<6).flatMap { cells($0, mid, new: (0, 5000), baseline: (25, 5000)) }
        let gate = Gate(facts(bad + then, receipts(6, new: 5000, baseline: 5000)))
        let assessment = gate.assessment(before: hour(6))
        #expect(assessment.verdict == .halt)
        #expect(assessment.measures[0].harmSince == start)
        // Before the hour was over nothing was known.
        #expect(gate.verdict(before: start) == .insufficient)
    }

    @Test func `Simpson's fixture: each platform improved, and all together seem six times worse`() {
        let ios = Stratum(group: "ios", tenure: 30)
        let android = Stratum(group: "android", tenure: 30)
        let cells =
            cells(0, ios, new: (4, 5000), baseline: (100, 100_000))
            + cells(0, android, new: (1125, 45_000), baseline: (300, 10_000))
        let gate = Gate(facts(cells, receipts(1, new: 50_000, baseline: 110_000, crashed: 1129)))
        let assessment = gate.assessment(before: hour(1))
        #expect(assessment.verdict != .halt)
        #expect(assessment.measures[0].harm < 0)
        // 25 of 1,000 against 30, and 0.8 against 1.
        #expect(abs((assessment.measures[0].ratio?.value ?? 0) - 0.83) < 0.01)
    }

    @Test func `alpha is split by weight among what can be measured`() throws {
        let both = cells(0, mid, new: (0, 100), baseline: (1, 1000))
        var facts = facts(both, receipts(1, new: 100, baseline: 1000))
        facts.evidence += [MeasureEvidence(.decrypt, both), MeasureEvidence(.failed, []), MeasureEvidence(.silence, [])]
        facts.unreported = [.failed]
        let measures = Gate(facts).assessment(before: hour(1)).measures
        // 4 : 2 : – : 2, silence from the beginning.
        for (measure, alpha) in zip(measures, [0.005, 0.0025, 0, 0.0025]) { #expect(abs(measure.alpha - alpha) < 1e-12) }
        #expect(measures.map(\.state.rawValue).suffix(2) == ["not measured", "too few old enough"])
        // Of crashes two processes run, with half of it each.
        #expect(abs(try #require(measures[0].harmThreshold) - 5.991_464_547) < 1e-6)
    }

    @Test func `a rare event can only halt`() {
        // 0.1 % on the baseline: no proof of safety, however many installs.
        let rare = cells(0, mid, new: (100, 100_000), baseline: (1000, 1_000_000))
        let gate = Gate(facts(rare, receipts(1, new: 100_000, baseline: 1_000_000)))
        let assessment = gate.assessment(before: hour(1))
        #expect(assessment.measures[0].state == .notProvable)
        #expect(assessment.verdict == .insufficient)
    }

    /// Crashes are shown to be safe; what does another measure make of that?
    private func judged(_ measure: GuardedMeasure, _ other: [ArmCell], before horizon: Int = 2) -> GateAssessment {
        let crashes = cells(0, mid, new: (50, 10_000), baseline: (5000, 1_000_000))
        var facts = facts(crashes, receipts(2, new: 10_000, baseline: 1_000_000))
        facts.evidence.append(MeasureEvidence(measure, other))
        return Gate(facts).assessment(before: hour(horizon))
    }

    @Test func `what the new version does not report any more is open, and no pass`() {
        let silenced = judged(.aged, [ArmCell(start, mid, isNew: false, Exposure(atRisk: 1_000_000, events: 5000))])
        #expect(silenced.measures[1].state == .open)
        #expect(silenced.verdict == .insufficient)
        // What is that rare is no part of a pass, reported or not.
        let rare = judged(.aged, [ArmCell(start, mid, isNew: false, Exposure(atRisk: 1_000_000, events: 50))])
        #expect(rare.measures[1].state == .notCompared)
        #expect(rare.verdict == .pass)
        let added = judged(.aged, [ArmCell(start, mid, isNew: true, Exposure(atRisk: 10_000, events: 0))])
        #expect(added.measures[1].state == .notCompared)
        #expect(added.verdict == .pass)
    }

    @Test func `few installs without an event do not show that it is rare`() {
        let few = judged(.aged, cells(0, mid, new: (0, 40), baseline: (0, 40)))
        #expect(few.measures[1].state == .open)
        #expect(few.verdict == .insufficient)
        // None of 2,000: at most 0.2 %.
        let many = judged(.aged, cells(0, mid, new: (0, 40), baseline: (0, 2000)))
        #expect(many.measures[1].state == .notProvable)
        #expect(many.verdict == .pass)
    }

    @Test func `decryption is measured since the first failing pair of either arm, and has had its part of alpha before`() {
        let none = cells(0, mid, new: (0, 10_000), baseline: (0, 1_000_000))
        let unheard = judged(.decrypt, none)
        for (measure, alpha) in zip(unheard.measures, [0.01 * 4 / 6, 0.01 * 2 / 6]) {
            #expect(abs(measure.alpha - alpha) < 1e-12)
        }
        #expect(unheard.measures[1].state == .notMeasured)
        #expect(unheard.verdict == .pass)
        let later = none + cells(1, mid, new: (0, 10), baseline: (1, 1000))
        #expect(judged(.decrypt, later, before: 1).measures.map(\.alpha) == unheard.measures.map(\.alpha))
        let heard = judged(.decrypt, later).measures
        #expect(heard.map(\.alpha) == unheard.measures.map(\.alpha))
        #expect(heard[1].state == .notProvable)
    }

    @Test func `under the target no worse than the baseline is not enough of an excuse`() throws {
        // 1.15 times the baseline's, at many installs: under the margin of 1.2, over that of 1.
        let cells = cells(0, mid, new: (57_500, 5_000_000), baseline: (50_000, 5_000_000))
        let under = Gate(facts(cells, receipts(1, new: 5_000_000, baseline: 5_000_000, crashed: 57_500)))
        #expect(under.assessment(before: hour(1)).measures[0].harmMargin == 1)
        #expect(under.verdict(before: hour(1)) == .halt)
        let over = Gate(facts(cells, receipts(1, new: 5_000_000, baseline: 5_000_000, crashed: 0)))
        #expect(over.verdict(before: hour(1)) != .halt)
    }

    @Test func `what it would take is said`() throws {
        let few = cells(0, mid, new: (2, 500), baseline: (250, 49_500))
        let gate = Gate(facts(few, receipts(1, new: 500, baseline: 49_500)))
        let crash = try #require(gate.assessment(before: hour(1)).measures.first)
        #expect(crash.state == .open)
        // About a thousand installs a nat at 0.5 %: some seven times as many as there are.
        #expect((2000...8000).contains(try #require(crash.moreInstalls)))
        #expect(try #require(crash.moreHours) > 24)
        #expect(try #require(crash.wouldHaveFound) > 3)
    }
}
