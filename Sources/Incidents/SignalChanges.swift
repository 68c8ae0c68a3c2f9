public import FleetCore
public import Health

/// A signal that went bad, or worse.
public struct SignalChange: Sendable {
    /// The moment at which it could first be told: of what is counted by days hours after the day began, since the day's
    /// reports come in later.
    public let at: Instant
    /// As it was then.
    public let state: SignalState

    /// "decrypt_pairs_reported: 8.13.2 on ios: 12 pairs on 2026-09-13, over …, since 2026-09-13; app version 8.13.2, …"
    public var words: String { SignalText.told(state, at: at) }
}

/// Finds when signals went bad, from what the store knew at each time.
struct SignalChanges {
    let signals: Signals
    /// Earlier changes are not looked for.
    let from: Instant
    /// Exclusive.
    let to: Instant

    /// Each signal that is bad at one of the moments: when it became so, and when worse. By time, then by name.
    ///
    /// - Parameter moments: the newest first.
    func all(at moments: [Instant]) throws -> [SignalChange] {
        var found: [SignalChange] = []
        // From when on each signal is known to have been bad until it was last looked at, and the level that was told of that.
        var begun: [String: (at: Instant, told: SignalLevel)] = [:]
        for moment in moments {
            for state in try signals.evaluate(at: moment).states where state.level.isBad && state.signal.off == nil {
                let bad = SignalChange(at: moment, state: state)
                let told: [SignalChange]
                if let run = begun[state.signal.name], run.at <= moment {
                    guard state.level > run.told else { continue }
                    // It was worse once, and is less bad since.
                    told = try first(state.level, bad, after: run.at).map { [$0] } ?? []
                    begun[state.signal.name] = (run.at, state.level)
                } else {
                    let changes = try changes(bad)
                    told = changes.all
                    begun[state.signal.name] = (changes.begin, max(state.level, told.map(\.state.level).max() ?? state.level))
                }
                found += told.filter { $0.at >= from && $0.at < to }
            }
        }
        return found.sorted { one, other in
            one.at == other.at ? utf8Less(one.state.signal.name, other.state.signal.name) : one.at < other.at
        }
    }

    /// When what is bad at a moment became so, and when it reached the level that it has.
    private func changes(_ bad: SignalChange) throws -> (begin: Instant, all: [SignalChange]) {
        guard let begin = try first(.watch, bad, after: nil) else { return (from, []) }
        guard begin.state.level < bad.state.level else { return (begin.at, [begin]) }
        return (begin.at, [begin] + (try first(bad.state.level, bad, after: begin.at).map { [$0] } ?? []))
    }

    /// The beginning of the run at a level, or above it, that goes on until `last`; nil: it is before ``from``.
    ///
    /// - Parameter known: it was under the level then.
    private func first(_ level: SignalLevel, _ last: SignalChange, after known: Instant?) throws -> SignalChange? {
        let signal = last.state.signal
        let grain = grain(signal)
        var (found, low) = (last, known ?? aligned(last.state.since ?? last.at, grain))
        if known == nil {
            if low >= found.at { low = aligned(found.at.advanced(bySeconds: -1), grain) }
            // It may have been bad for another reason when this one began. Steps grow, so that a long run is a few questions.
            var step = max(signal.windowSeconds, grain)
            while true {
                let state = try signals.state(of: signal, at: low)
                if state.level < level { break }
                found = SignalChange(at: low, state: state)
                if low < from { return nil }
                low = aligned(low.advanced(bySeconds: -step), grain)
                step *= 2
            }
        }
        while found.at.epochSeconds - low.epochSeconds > grain {
            let middle = aligned(low.advanced(bySeconds: (found.at.epochSeconds - low.epochSeconds + grain) / 2), grain)
            guard middle > low, middle < found.at else { break }
            let state = try signals.state(of: signal, at: middle)
            if state.level >= level { found = SignalChange(at: middle, state: state) } else { low = middle }
        }
        return found
    }

    /// How exactly anything is known: what the store learned by the hour, what servers say by its step.
    private func grain(_ signal: Signal) -> Int64 {
        switch signal.source {
        case .reports, .hours: 3600
        case .metrics: max(60, signal.stepSeconds)
        case .store: 60
        }
    }

    private func aligned(_ instant: Instant, _ grain: Int64) -> Instant {
        Instant(epochSeconds: instant.epochSeconds - instant.epochSeconds % grain)
    }
}
