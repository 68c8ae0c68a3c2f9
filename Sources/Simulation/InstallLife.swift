import FleetCore

enum Platform: Int {
    case android, ios

    var name: String { self == .android ? "android" : "ios" }
}

/// What is fixed about one install. Made from its number whenever it is needed: a million of these are never held.
/// Days count from the window's first; local days.
struct InstallLife {
    let number: Int
    let platform: Platform
    /// Index into ``deviceClasses``; nil is a client that does not send it.
    let deviceClass: Int?
    let osVersion: Int
    let utcOffsetSeconds: Int
    let firstDay: Int
    /// The last day before the uninstall.
    let lastDay: Int
    /// Chance of a day with the app in use.
    let activePerMillion: Int
    /// The client's clock minus the true one; over 55 minutes for one install in a hundred.
    let clockSkewSeconds: Int
    private let adoptionDays: InlineArray<7, Int>

    static let deviceClasses = ["low-2019", "mid-2021", "mid-2023", "high-2025"]
    private static let deviceClassWeights = Weights([30, 30, 26, 14])
    /// Hours from UTC − 10 to UTC + 12, one of them with a half hour.
    private static let utcOffsetsMinutes = [-600, -480, -300, -180, 0, 60, 120, 180, 330, 480, 540, 720]
    private static let utcOffsetWeights = Weights([1, 8, 14, 10, 12, 22, 8, 6, 10, 4, 4, 1])
    private static let engagementPerMillion = [960_000, 760_000, 420_000, 120_000]
    private static let engagementWeights = Weights([35, 30, 20, 15])
    private static let never = Int.max

    init(number: Int, options: FleetOptions, plan: ReleasePlan) {
        var random = SplitMix64(key: streamKey(options.seed, .life, number))
        let days = options.window.dayCount
        self.number = number
        platform = random.below(100) < 64 ? .android : .ios
        let drawnClass = random.draw(InstallLife.deviceClassWeights)
        deviceClass = random.chance(perMillion: 12_000) ? nil : drawnClass
        osVersion = random.between(12, 17)
        utcOffsetSeconds = InstallLife.utcOffsetsMinutes[random.draw(InstallLife.utcOffsetWeights)] * 60
        activePerMillion = InstallLife.engagementPerMillion[random.draw(InstallLife.engagementWeights)]
        // Six in a thousand installs a day are new.
        let joinsInWindow = random.chance(perMillion: min(300_000, 6_000 * days))
        let age = random.draw(Shape.ageDays) + 1
        firstDay = joinsInWindow ? random.below(days) : -age
        // Whoever is in the fleet at the window's start has survived until then.
        lastDay = max(firstDay, joinsInWindow ? 0 : -1) + random.draw(Shape.lifetimeDays)
        clockSkewSeconds = InstallLife.clockSkew(streamKey(options.seed, .skew, number), options.window.from)
        adoptionDays = InstallLife.adoption(streamKey(options.seed, .adoption, number), plan, firstDay)
    }

    /// The version in use at the end of the day.
    func version(onDay day: Int) -> Int {
        var version = ReleasePlan.newest
        while version > 0, adoptionDays[version] > day { version -= 1 }
        return version
    }

    func adoptionDay(ofVersion version: Int) -> Int { adoptionDays[version] }

    func isInstalled(onDay day: Int) -> Bool { day >= firstDay && day <= lastDay }

    /// Seconds from the window's start (00:00 UTC) to the local midnight that begins the day.
    func midnight(ofDay day: Int) -> Int { day * 86_400 - utcOffsetSeconds }

    private static func adoption(_ key: UInt64, _ plan: ReleasePlan, _ firstDay: Int) -> InlineArray<7, Int> {
        var random = SplitMix64(key: key)
        var days = InlineArray<7, Int>(repeating: never)
        let first = plan.installedVersion(onDay: firstDay)
        days[first] = firstDay
        for older in 0..<first { days[older] = firstDay }
        let kind = random.below(1000)
        let isTester = kind < 15
        // One in twelve never updates.
        let stays = kind >= 917
        for version in 1..<ReleasePlan.count {
            let bucket = random.below(10_000)
            let lag = kind < 560 ? random.draw(Shape.promptLagDays) : random.draw(Shape.slowLagDays)
            guard version > first, !stays, version != ReleasePlan.beta || isTester else { continue }
            let offered = isTester ? plan[version].firstDay : plan[version].offerDay(bucket: bucket)
            days[version] = max(firstDay + 1, offered + lag)
        }
        return days
    }

    /// Most clocks are right. Some are off by one or two hours, a few also by a day or two behind or a month ahead, two in
    /// ten thousand show 1970 or are five years ahead. None is a day ahead: that would pass for the fleet's newest day.
    private static func clockSkew(_ key: UInt64, _ start: Day) -> Int {
        var random = SplitMix64(key: key)
        let kind = random.below(10_000)
        guard kind < 102 else { return 0 }
        if kind < 1 { return -Int(start.number) * 86_400 }
        if kind < 2 { return 5 * 365 * 86_400 }
        let seconds = random.between(3_400, 7_100) * (random.below(2) == 0 ? 1 : -1)
        let wholeDays = kind < 14 ? -1 - random.below(2) : kind < 18 ? 30 : 0
        return wholeDays * 86_400 + seconds
    }
}
