import Database
import FleetCore
import QueryCatalog
import Statistics

/// Puts together what is to be said of one signal from its rows.
struct SignalStateMaker {
    let signal: Signal
    let table: SignalTable
    let at: Instant
    let reports: ReportCompleteness

    func state() throws -> SignalState {
        let table = try withoutIncompleteDays()
        guard let newestEnd = table.newestEnd else {
            let hadDays = !self.table.rows.isEmpty
            return unknown(
                hadDays ? "under half of what its days will hold is in" : "no data", newest: self.table.newestEnd)
        }
        let newest = min(newestEnd, at.epochSeconds)
        guard at.epochSeconds - newest <= signal.freshSeconds else {
            return unknown(
                "stale: \(roughLength(seconds: at.epochSeconds - newest)) old", newest: newestEnd,
                since: Instant(epochSeconds: newest + signal.freshSeconds))
        }
        if signal.endsBeyondChance, let held = SignalHold(signal: signal, table: table, end: newestEnd).held() {
            return state(table, end: held.crossedEnd, held: held, newest: newestEnd)
        }
        let newestState = state(table, end: newestEnd)
        // A day that is still coming in begins an incident as soon as it can, and ends none before it is whole.
        guard signal.hasWitnesses, try !reports.isWhole(Instant(epochSeconds: newestEnd - signal.stepSeconds).day) else {
            return newestState
        }
        let before = state(table, end: newestEnd - signal.stepSeconds)
        return before.level.isBad && before.level > newestState.level ? before : newestState
    }

    /// - Parameters:
    ///   - held: what is bad and of whom, where that is known already.
    ///   - newest: the end of the newest data, where that is later than the window's.
    private func state(
        _ table: SignalTable, end: Int64, held: SignalHold.Held? = nil, newest: Int64? = nil
    ) -> SignalState {
        let judgement = SignalJudgement(signal: signal, table: table, end: end)
        let candidates = judgement.candidates
        var decisive = judgement.worst(of: candidates)
        if let held {
            decisive = candidates.first { named($0.parts) == named(held.parts) }
            decisive?.level = held.level
            decisive?.limit = held.limit
        }
        guard let worst = decisive, worst.value != nil else { return unknown("no data", newest: end) }
        // Of shares the whole is shown where no slice is bad; what is judged against a quota of its own has no whole.
        let isWhole = signal.measure == .share && !worst.level.isBad && !worst.parts.isEmpty
        let shown = isWhole ? table.sums() : worst.sums
        let inWindow = shown.filter { judgement.window.contains($0.key) }
        let course = SignalCourse(signal, shown, spoken: Set(table.rows.map(\.step)), end: end)
        let began = held.map { (since: Instant(epochSeconds: $0.since), isBefore: $0.isSinceBefore) }
        let onset = worst.level.isBad ? began ?? onset(course, worst, judgement) : nil
        let value = signal.value(inWindow)
        return SignalState(
            signal: signal, level: worst.level, value: value, judged: isWhole ? [] : named(worst.parts),
            interval: interval(inWindow),
            exposure: inWindow.compactMap(\.value.base).reduce(nil) { ($0 ?? 0) + $1 }, limit: worst.limit,
            unknownBecause: worst.level == .unknown ? worst.unknownBecause : nil,
            window: InstantWindow(
                from: Instant(epochSeconds: judgement.window.lowerBound), to: Instant(epochSeconds: end)),
            newest: Instant(epochSeconds: min(newest ?? end, at.epochSeconds)), since: onset?.since,
            isSinceBefore: onset?.isBefore ?? false,
            slice: worst.level.isBad ? slice(table, worst, judgement, since: onset?.since) : nil, points: course.points,
            trend: course.trend,
            burns: worst.burns, uncertain: uncertain(worst) ?? uncertain(worst.level, value, inWindow))
    }

    private func named(_ parts: SignalTable.Parts) -> [SignalSlicePart] {
        parts.map { SignalSlicePart(signal.dimensions[$0.index], $0.value) }
    }

    /// Over what is usual, on too few installs.
    private func uncertain(_ worst: SignalJudgement.Candidate) -> SignalState.Uncertain? {
        guard worst.level == .ok, worst.usual?.ofBase != nil, let value = worst.value, let number = worst.limit,
            let limit = signal.watch ?? signal.page, limit.isCrossed(value, number)
        else { return nil }
        return SignalState.Uncertain(level: signal.watch == nil ? .page : .watch, limit: limit, events: nil)
    }

    /// The level that the value is over and yet not at, and why: a share and a percentile must be so beyond chance.
    private func uncertain(_ level: SignalLevel, _ value: Double?, _ sums: [Int64: SignalSum]) -> SignalState.Uncertain? {
        guard let value else { return nil }
        for (next, limit) in [(SignalLevel.page, signal.page), (.watch, signal.watch)] where next > level && level != .unknown {
            guard let limit, let number = limit.value, limit.isCrossed(value, number) else { continue }
            let events = Int64(sums.reduce(0) { $0 + ($1.value.amount ?? 0) }.rounded())
            let isFew = signal.measure == .share && limit.direction == .above && events < Excess.leastEvents
            return SignalState.Uncertain(level: next, limit: limit, events: isFew ? events : nil)
        }
        return nil
    }

    /// Since it is over the lower of the levels that it is over.
    private func onset(
        _ course: SignalCourse, _ worst: SignalJudgement.Candidate, _ judgement: SignalJudgement
    ) -> (since: Instant, isBefore: Bool)? {
        guard let limit = worst.limit, let direction = (worst.level == .page ? signal.page : signal.watch)?.direction else {
            return nil
        }
        let lower = signal.watch?.value ?? limit
        // The age of something tells by itself since when it is too great, and is looked at now only.
        if signal.unit == "s", signal.historySeconds == signal.stepSeconds, let age = worst.value {
            return (at.advanced(bySeconds: -Int64(age - lower)), false)
        }
        let bound = (signal.watch ?? signal.page)?.bound
        if let (rate, before) = worst.usual?.ofBase, case .timesUsual(let factor, let least)? = bound {
            return course.onset { value, sum in
                value > max(factor * rate * (sum.base ?? 0), least) && judgement.isSurelyMore([0: sum], than: before)
            }
        }
        return course.onset(lower, direction) ?? course.onset(limit, direction)
    }

    private func slice(
        _ table: SignalTable, _ worst: SignalJudgement.Candidate, _ judgement: SignalJudgement, since: Instant?
    ) -> SignalSlice? {
        let first = judgement.end - signal.historySeconds
        let begun = min(since?.epochSeconds ?? judgement.window.lowerBound, judgement.window.lowerBound)
        let parts = named(worst.parts)
        let before = first..<max(first, begun)
        if signal.hasWitnesses, !parts.isEmpty {
            // Its value is that of the slice alone: what stands out is looked for within it.
            let inner = table.rows.filter { row in worst.parts.allSatisfy { row.parts[$0.index] == $0.value } }
            let found = SignalExplanation(
                signal: signal, table: SignalTable(signal, inner), window: judgement.window, before: before
            ).slice()
            let all = parts + (found?.parts.filter { !parts.contains($0) } ?? [])
            let ordered = signal.dimensions.compactMap { name in all.first { $0.dimension == name } }
            return SignalSlice(
                parts: ordered, standsOut: found?.standsOut ?? false,
                ratio: found?.ratio, shareOfEvents: found?.shareOfEvents)
        }
        let found = SignalExplanation(signal: signal, table: table, window: judgement.window, before: before).slice()
        guard !worst.parts.isEmpty else { return found }
        // What is judged is what is said, unless it is found more closely.
        if let found, parts.allSatisfy(found.parts.contains) { return found }
        let standsOut = found.map { $0.parts.allSatisfy(parts.contains) } ?? false
        return SignalSlice(
            parts: parts, standsOut: standsOut, ratio: standsOut ? found?.ratio : nil,
            shareOfEvents: standsOut ? found?.shareOfEvents : nil)
    }

    private func interval(_ sums: [Int64: SignalSum]) -> Interval? {
        guard signal.measure == .share else { return nil }
        let events = sums.reduce(0) { $0 + ($1.value.amount ?? 0) }
        let chances = sums.reduce(0) { $0 + ($1.value.base ?? 0) }
        return Wilson.interval(Int64(events.rounded()), of: Int64(chances.rounded()))
    }

    /// Days of which less than half is in say nothing yet (telemetry contract).
    private func withoutIncompleteDays() throws -> SignalTable {
        guard signal.source == .reports || signal.source == .hours else { return table }
        var isIn: [Int64: Bool] = [:]
        for step in Set(table.rows.map(\.step)) { isIn[step] = try reports.isIn(Instant(epochSeconds: step).day) }
        return SignalTable(signal, table.rows.filter { isIn[$0.step] ?? false })
    }

    private func unknown(_ because: String, newest: Int64?, since: Instant? = nil) -> SignalState {
        SignalState(
            signal: signal, level: .unknown, value: nil, judged: [], interval: nil, exposure: nil, limit: nil,
            unknownBecause: because,
            window: nil, newest: newest.map { Instant(epochSeconds: min($0, at.epochSeconds)) }, since: since,
            isSinceBefore: false, slice: nil, points: [], trend: [], burns: [], uncertain: nil)
    }
}

/// Which days are in, as far as was known at a time. Looked up once for all signals.
final class ReportCompleteness {
    private let health: HealthReports
    private let at: Instant
    private let isNow: Bool
    private var known: Completeness?
    private var knownAsOf: Int32?

    /// - Parameter isNow: nothing was learned after the moment.
    init(database: any Database, catalog: QueryCatalog, at: Instant, isNow: Bool = false) {
        self.isNow = isNow
        health = HealthReports(database: database, catalog: catalog)
        self.at = at
    }

    /// The queries' `as_of_hour`: all that is known where nothing newer is, since that is answered from fewer rows.
    func asOf() throws -> Int32 {
        if let knownAsOf { return knownAsOf }
        let hour = try findAsOf()
        knownAsOf = hour
        return hour
    }

    private func findAsOf() throws -> Int32 {
        let newest = try health.rows("operations/newest_known_hour", [:]).first?.integer("known_hour")
        guard let newest, newest >= Int64(at.hour.number) else { return Int32.max }
        // Of the hour that holds it all is known now; of a past one not which part came after the moment.
        return isNow ? Int32.max : at.hour.number
    }

    /// At least half of the day is in, or nobody can tell yet.
    func isIn(_ day: Day) throws -> Bool { !DayWindow.isTooIncomplete(try share(of: day)) }

    /// Nearly all of the day is in, or nobody can tell yet: what it says of an incident's end is so.
    func isWhole(_ day: Day) throws -> Bool { try share(of: day).map { $0 >= ReportCompleteness.whole } ?? true }
    /// Of a day with so much of it in (ours).
    private static let whole = 0.9

    private func share(of day: Day) throws -> Double? {
        let asOf = try asOf()
        let completeness = try known ?? health.completenessOfDays(ReportFilter(asOf: asOf == Int32.max ? nil : at))
        known = completeness
        return completeness.share(of: day, platform: nil)
    }
}
