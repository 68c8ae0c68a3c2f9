public import Flags
public import FleetCore

/// A stretch of a flag's life in which the ids decided who had it: a randomised trial. It goes on while only the percentage
/// moves, each percentage a stretch of its own; a kill, a new minimum, 0 and 100 % end it.
public struct FlagTrial: Sendable, Equatable {
    public struct Stretch: Sendable, Equatable {
        public let percent: RolloutPercent
        /// Of the flags, with which it began.
        public let version: Int64
        public let from: Instant
        /// Nil: it still runs.
        public internal(set) var to: Instant?

        /// Does activity in these UTC hours, both inclusive, lie in it whole? The hours in which it began and ended don't.
        func holds(_ hours: ClosedRange<Int32>) -> Bool {
            hours.lowerBound > from.hour.number && (to.map { hours.upperBound < $0.hour.number } ?? true)
        }
    }

    /// Why it ended.
    public enum Ending: String, Sendable {
        case killed, everybody, nobody, removed
        case minimumMoved = "minimum_moved"
        case hashMoved = "hash_moved"
        case unreadable
    }

    public let flag: String
    public let platform: String
    /// Who is below it has the flag on neither side.
    public let minApp: AppVersion?
    /// In order of time, at least one.
    public internal(set) var stretches: [Stretch]
    /// Nil: it still runs.
    public internal(set) var ending: Ending?

    public var from: Instant { stretches.first?.from ?? Instant(epochSeconds: 0) }
    public var to: Instant? { ending == nil ? nil : stretches.last?.to }
    public var percent: RolloutPercent { stretches.last?.percent ?? .nobody }

    /// Does the rule look at the ids of this version's installs?
    func isEligible(_ version: AppVersion) -> Bool {
        guard let minApp else { return true }
        return version.isReadable && !utf8Less(version.gateKey, minApp.gateKey)
    }
}

/// A version of the flags, as it was current from a time on.
struct PublishedFlagVersion {
    let version: Int64
    let at: Instant
    /// By platform; nil: it can't be decoded.
    let documents: [String: FlagDocument?]
}

extension FlagTrial {
    /// What a document says of a flag, as far as it makes a trial.
    private enum Rule {
        case split(RolloutPercent, minApp: AppVersion?)
        case none(Ending)

        init(_ document: FlagDocument?, _ name: String) {
            guard let document else {
                self = .none(.unreadable)
                return
            }
            guard let flag = document.flag(name) else {
                self = .none(document.isKilled(name) ? .killed : .removed)
                return
            }
            if document.isKilled(name) {
                self = .none(.killed)
            } else if let percent = flag.rollout, percent > .nobody, percent < .everybody {
                self = document.knowsHash ? .split(percent, minApp: flag.minApp) : .none(.hashMoved)
            } else {
                let isOn = flag.rollout.map { $0 == .everybody } ?? flag.isOnByDefault
                self = .none(isOn ? .everybody : .nobody)
            }
        }
    }

    private struct Subject: Hashable {
        let flag: String
        let platform: String
    }

    /// Every trial that versions of the flags, in order, made of their rollouts; in the order in which they began, then by
    /// flag and platform.
    static func all(in history: [PublishedFlagVersion]) -> [FlagTrial] {
        var running: [Subject: FlagTrial] = [:]
        var ended: [FlagTrial] = []
        for published in history {
            var subjects = Set(running.keys)
            for (platform, document) in published.documents {
                for flag in document?.flags ?? [] { subjects.insert(Subject(flag: flag.name, platform: platform)) }
            }
            for subject in subjects {
                let document = published.documents[subject.platform]
                let rule = document.map { Rule($0, subject.flag) } ?? .none(.removed)
                if var trial = running[subject] {
                    if let ending = trial.follow(rule, published) {
                        trial.ending = ending
                        ended.append(trial)
                        running[subject] = nil
                    } else {
                        running[subject] = trial
                        continue
                    }
                }
                guard case .split(let percent, let minApp) = rule else { continue }
                let stretch = Stretch(percent: percent, version: published.version, from: published.at, to: nil)
                running[subject] = FlagTrial(
                    flag: subject.flag, platform: subject.platform, minApp: minApp, stretches: [stretch], ending: nil)
            }
        }
        return (ended + running.values).sorted { a, b in
            if a.from != b.from { return a.from < b.from }
            return a.flag == b.flag ? utf8Less(a.platform, b.platform) : utf8Less(a.flag, b.flag)
        }
    }

    /// - Returns: why it ends here; nil: it goes on.
    private mutating func follow(_ rule: Rule, _ published: PublishedFlagVersion) -> Ending? {
        let last = stretches.count - 1
        let ending: Ending
        switch rule {
        case .split(let percent, let minApp) where minApp?.gateKey == self.minApp?.gateKey:
            if percent == stretches[last].percent { return nil }
            stretches[last].to = published.at
            stretches.append(Stretch(percent: percent, version: published.version, from: published.at, to: nil))
            return nil
        case .split: ending = .minimumMoved
        case .none(let why): ending = why
        }
        stretches[last].to = published.at
        return ending
    }
}
