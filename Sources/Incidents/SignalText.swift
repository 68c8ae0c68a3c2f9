public import FleetCore
public import Health
public import Reporting

/// How signals are written for people.
public enum SignalText {
    /// `4.12 %`, `43 s`, `1,204 pushes`.
    public static func value(_ value: Double, _ unit: String) -> String {
        switch unit {
        case "share": return shareText(value, .nearest)
        case "s": return durationText(seconds: value)
        case "ms": return value >= 10_000 ? durationText(seconds: value / 1000) : "\(number(value)) ms"
        case "bytes": return bytesText(Int64(value.rounded()))
        case "bytes/s": return bytesText(Int64(value.rounded())) + "/s"
        case "flag": return value > 0 ? "yes" : "no"
        default: return "\(number(value)) \(unit)"
        }
    }

    /// A version, a platform or both, as every answer names them: `8.13.2 on ios`; nil: neither.
    public static func place(version: String?, platform: String?) -> String? {
        guard let version else { return platform }
        return version + (platform.map { " on \($0)" } ?? "")
    }

    /// Whose the value is, where it is not everybody's: `8.13.2 on ios`, `stream name fan-out`.
    public static func whose(_ state: SignalState) -> String? {
        func value(_ dimension: String) -> String? { state.judged.first { $0.dimension == dimension }?.value }
        let place = place(version: value("app_version"), platform: value("platform"))
        let others = state.judged.filter { !["app_version", "platform"].contains($0.dimension) }.map(part)
        let names = [place].compactMap { $0 } + others
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The value alone, with whose it is: `8.13.2 on ios: 30 pairs`.
    public static func value(_ state: SignalState) -> String? {
        state.value.map { (whose(state).map { "\($0): " } ?? "") + value($0, state.signal.unit) }
    }

    /// The value with whose it is, what it is of and over, so that it can be told from the same thing of others, and over
    /// another time: `8.14.0 on android: 4.75 % of 1,032 in 2 days to 2026-09-14`.
    public static func measured(_ state: SignalState) -> String? {
        guard var text = value(state) else { return nil }
        if state.signal.measure == .share, let exposure = state.exposure { text += " of \(number(exposure.rounded()))" }
        return text + (window(state).map { " " + $0 } ?? "")
    }

    /// Of what is counted over it; nil for what is read off, such as the greatest of it.
    private static func window(_ state: SignalState) -> String? {
        guard let window = state.window, [.share, .ratio, .sum].contains(state.signal.measure) else { return nil }
        let seconds = window.to.epochSeconds - window.from.epochSeconds
        guard state.signal.stepSeconds >= 86_400 else {
            // What clients send of an hour comes in later than the hour.
            let end = state.signal.source == .hours ? " to \(window.to)" : ""
            return "in \(durationText(seconds: Double(seconds)))\(end)"
        }
        let last = window.to.advanced(bySeconds: -1).day
        return seconds <= 86_400 ? "on \(last)" : "in \(seconds / 86_400) days to \(last)"
    }

    /// Whole where it is large, else with decimals.
    private static func number(_ value: Double) -> String {
        abs(value) >= 100 || value == value.rounded() ? rateText(value, decimals: 0) : rateText(value, decimals: 2)
    }

    /// A level as it was written: `over 2 %`, `under 65 %`, `over 3 times usual`.
    public static func limit(_ limit: SignalLimit, _ signal: Signal) -> String {
        let word = limit.direction == .above ? "over" : "under"
        switch limit.bound {
        case .value(let number): return "\(word) \(chosen(number, signal.unit))"
        case .timesUsual(let factor, let least):
            let floor = least > 0 ? ", at least \(chosen(least, signal.unit))" : ""
            return "\(word) \(plain(factor)) times usual\(floor)"
        case .burn(let factor, let long, let short):
            let windows = [long, short].map { durationText(seconds: Double($0)) }.joined(separator: " and ")
            return "error budget burns \(plain(factor)) times too fast over \(windows)"
        }
    }

    /// The number that was crossed: `over 10 %`.
    public static func crossed(_ state: SignalState) -> String? {
        guard let limit = state.level == .page ? state.signal.page : state.signal.watch, let number = state.limit else {
            return nil
        }
        let word = limit.direction == .above ? "over" : "under"
        switch limit.bound {
        case .value:
            return "\(word) \(chosen(number, state.signal.unit))" + (state.isHeld ? ", not yet surely back" : "")
        // The floor, where so many times the usual are less.
        case .timesUsual(_, let least) where number == least: return "\(word) \(value(number, state.signal.unit))"
        case .timesUsual(let factor, _):
            let installs = state.signal.hasWitnesses ? " for so many installs" : ""
            return "\(word) \(plain(factor)) times usual\(installs), which is \(value(number, state.signal.unit))"
        case .burn:
            let rates = state.burns.suffix(2).map {
                "\(rateText($0.rate, decimals: $0.rate < 10 ? 1 : 0)) × in \(durationText(seconds: Double($0.windowSeconds)))"
            }
            return "budget burns " + rates.joined(separator: ", ")
        }
    }

    private static func chosen(_ number: Double, _ unit: String) -> String {
        unit == "share" ? chosenShareText(number) : value(number, unit)
    }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    /// `since 11:20 UTC, 40 min ago`; with the day where it is another one, only the day where steps are days. Of an age it is
    /// when it became too great, which is not when the newest came: `too old since …`.
    public static func since(_ state: SignalState, at: Instant) -> String? {
        guard let since = state.since else { return nil }
        let text = since.description
        let time = "\(text.dropFirst(11).prefix(5)) UTC"
        let isOfDays = state.signal.stepSeconds >= 86_400
        let moment = isOfDays ? "\(since.day)" : since.day == at.day ? time : "\(since.day) \(time)"
        let ago = isOfDays ? "" : ", \(durationText(seconds: Double(at.epochSeconds - since.epochSeconds))) ago"
        let word = state.signal.measure == .newest && state.level.isBad ? "too old since " : "since "
        return word + (state.isSinceBefore ? "before " : "") + moment + ago
    }

    /// `provider FCM, error code UNAVAILABLE: 99.97 % of it, 45 × others`.
    public static func slice(_ slice: SignalSlice) -> String {
        let names = slice.parts.map(part).joined(separator: ", ")
        guard slice.standsOut else { return names }
        let share = slice.shareOfEvents.map { "\(shareText($0, .nearest)) of it" }
        let ratio =
            slice.ratio.map { "\(rateText($0, decimals: $0 < 9.95 ? 1 : 0)) × others" } ?? (share == nil ? nil : "only here")
        let facts = [share, ratio].compactMap { $0 }.joined(separator: ", ")
        return facts.isEmpty ? names : "\(names): \(facts)"
    }

    /// `error code UNAVAILABLE`.
    static func part(_ part: SignalSlicePart) -> String { "\(part.dimension.replacing("_", with: " ")) \(part.value)" }

    /// Why a value that is over a level is not at it: `over 1 %, but by no more than chance explains`.
    public static func uncertain(_ state: SignalState) -> String? {
        state.uncertain.map { uncertain in
            let reason =
                uncertain.events.map { "of \(counted($0, "event")) only, which is no pattern" }
                ?? "by no more than chance explains"
            return "\(limit(uncertain.limit, state.signal)), but \(reason): no \(uncertain.level.rawValue)"
        }
    }

    /// All that is said of it in a line:
    /// `push_failures (page): 47.04 %, over 10 %, since 11:20 UTC, 40 min ago; provider FCM: 99.97 % of it, 45 × others`,
    /// of a slice `crash_free_days (page): 8.14.0 on android: 4.75 % of 1,032 in 2 days to 2026-09-14, over 1 % …`.
    public static func sentence(_ state: SignalState, at: Instant) -> String {
        told("\(state.signal.name) (\(state.level.rawValue))", state, at)
    }

    /// The same where the level is told beside it: `push_failures: 47.04 % …`.
    public static func told(_ state: SignalState, at: Instant) -> String { told(state.signal.name, state, at) }

    private static func told(_ title: String, _ state: SignalState, _ at: Instant) -> String {
        let facts = [
            measured(state), state.level.isBad ? crossed(state) : nil, since(state, at: at),
            state.unknownBecause,
        ].compactMap { $0 }.joined(separator: ", ")
        return "\(title): \(facts)" + (state.slice.map { "; " + slice($0) } ?? "")
    }

    public static func mark(_ level: SignalLevel) -> Mark {
        switch level {
        case .ok: .ok("ok")
        case .unknown: .unknown("unknown")
        case .watch: .bad("watch")
        case .page: .bad("page")
        }
    }

    /// What somebody said of it.
    public static func mutes(_ state: SignalState) -> [String] {
        let silence = state.silence.map { "silenced until \($0.until) by \($0.by): \($0.reason)" }
        let ack = state.acknowledgement.map { "acknowledged until \($0.until) by \($0.by): \($0.reason)" }
        return [silence, ack].compactMap { $0 }
    }
}
