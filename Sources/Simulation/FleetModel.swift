import Flags
import FleetCore

/// The rules that all installs share: who is active when, what crashes how often, and what the scenario makes wrong.
struct FleetModel {
    let options: FleetOptions
    let plan: ReleasePlan
    var seed: UInt64 { options.seed }

    /// Crashes a million sessions of a sound version; about 0.3 % of install-days.
    private static let soundCrashesPerMillion = 420
    private static let badCrashesPerMillion = 12_000
    /// Of the fifth of the installs that has the flag: over all of them as many as a bad release.
    private static let flaggedCrashesPerMillion = 60_000
    /// Of a million install-days in use, those on which a device pair begins to fail.
    static let failingPerMillion = 12_000
    /// The spike's own failing installs, with two peers on average: some seven times the pairs that the usual failures
    /// make (an episode has 1.6 peers and lasts 1.45 days), and what is not delivered yet.
    static let spikePerMillion = 130_000
    /// A later day is looked for no longer than this: then the report is lost.
    private static let deliveryLimitDays = 20

    init(options: FleetOptions) {
        self.options = options
        plan = ReleasePlan(days: options.window.dayCount)
    }

    func life(_ number: Int) -> InstallLife { InstallLife(number: number, options: options, plan: plan) }

    /// A little less at weekends (1970-01-01 was a Thursday).
    func isActive(_ life: InstallLife, day: Int) -> Bool {
        guard life.isInstalled(onDay: day) else { return false }
        if day == life.firstDay { return true }
        var random = SplitMix64(key: streamKey(seed, .activity, life.number, day))
        let weekday = (Int(options.window.from.number) + day + 3) % 7
        let share = weekday >= 5 ? life.activePerMillion * 93 / 100 : life.activePerMillion
        return random.chance(perMillion: share)
    }

    /// The first launch on an active day at least `delayDays` after `day`; nil when there is none in time.
    func nextLaunch(of life: InstallLife, after day: Int, delayDays: Int) -> Int? {
        for later in day + delayDays...day + FleetModel.deliveryLimitDays where isActive(life, day: later) {
            var random = SplitMix64(key: streamKey(seed, .delivery, life.number, later &* 4 &+ 1))
            return life.midnight(ofDay: later) + random.draw(Shape.firstLaunchSeconds)
        }
        return nil
    }

    func crashPerMillion(_ life: InstallLife, version: Int) -> Int {
        if crashesMore(life, version: version) {
            return options.scenario == .flaggedCrash ? FleetModel.flaggedCrashesPerMillion : FleetModel.badCrashesPerMillion
        }
        // The oldest devices run out of memory twice as often.
        let sound = FleetModel.soundCrashesPerMillion
        return life.deviceClass == 0 ? sound * 2 : sound
    }

    /// Is it one of the installs that the scenario makes crash?
    func crashesMore(_ life: InstallLife, version: Int) -> Bool {
        guard version == ReleasePlan.newest, life.platform == .android else { return false }
        return switch options.scenario {
        case .badRelease, .unflaggedCrash: true
        case .flaggedCrash: isOn(.poll, life)
        case .healthy, .decryptSpike, .stuckOutbox, .versionDecrypt, .prekeyFault, .keyChanges: false
        }
    }

    func isOn(_ flag: SimulatedFlag, _ life: InstallLife) -> Bool {
        Bucketing.bucket(flag: flag.name, installID: installID(life.number))
            < Int32(flag.percent) * (Bucketing.bucketCount / 100)
    }

    /// A bijection of the number: no two installs share an id.
    func installID(_ number: Int) -> String {
        var line = LineBuffer(capacity: 32)
        line.append("i_")
        line.append(hex: SplitMix64.mix(streamKey(seed, .identity, 0) ^ UInt64(number)))
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// One in four installs of the newest version on Android keeps what it should send, from its update on.
    func outboxIsStuck(_ life: InstallLife, version: Int) -> Bool {
        guard options.scenario == .stuckOutbox, version == ReleasePlan.newest, life.platform == .android else { return false }
        var random = SplitMix64(key: streamKey(seed, .members, life.number, -1))
        return random.below(4) == 0
    }

    /// When the spike of decrypt failures begins: 14:00 UTC of the last day but one. Seconds from the window's start.
    var spikeStart: Int { max(0, options.window.dayCount - 2) * 86_400 + 14 * 3600 }

    func spikeHits(_ life: InstallLife, version: Int) -> Bool {
        options.scenario == .decryptSpike && version == ReleasePlan.current && life.platform == .ios
    }
}
