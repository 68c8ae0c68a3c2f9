import FleetCore

/// A version of the app and when it reached how much of the fleet. Days count from the window's first.
struct Release {
    let text: String
    let build: Int
    let firstDay: Int
    /// Days from 1 % to 100 %.
    let stagingDays: Int
    /// How much the version reports: 0 the first members, 1 with hours, 2 with budgets, 3 with migrations.
    let generation: Int

    /// Percent of installs that are offered the version, a stage at a time.
    static let stages = [1, 2, 5, 10, 20, 50, 100]

    /// The first day on which an install of this bucket (0..<10,000) is offered the version.
    func offerDay(bucket: Int) -> Int {
        var stage = 0
        while bucket >= Release.stages[stage] * 100 { stage += 1 }
        return firstDay + stage * stagingDays / Release.stages.count
    }

    var fullDay: Int { firstDay + (Release.stages.count - 1) * stagingDays / Release.stages.count }
}

/// The versions of a fleet: four old ones, the current one, a beta and one whose staged rollout fills the window's second
/// half.
struct ReleasePlan {
    static let count = 7
    static let current = 4
    static let beta = 5
    static let newest = 6

    let releases: [Release]

    init(days: Int) {
        let staging = min(14, max(1, days / 2))
        releases = [
            Release(text: "8.9.10", build: 80_910, firstDay: -220, stagingDays: 7, generation: 0),
            Release(text: "8.11.2", build: 81_102, firstDay: -120, stagingDays: 7, generation: 1),
            Release(text: "8.12.1", build: 81_201, firstDay: -75, stagingDays: 7, generation: 1),
            Release(text: "8.13.0", build: 81_300, firstDay: -38, stagingDays: 7, generation: 2),
            Release(text: "8.13.2", build: 81_302, firstDay: -17, stagingDays: 7, generation: 2),
            Release(text: "8.14.0-beta.2", build: 81_399, firstDay: -6, stagingDays: 1, generation: 3),
            Release(text: "8.14.0", build: 81_400, firstDay: days - staging, stagingDays: staging, generation: 3),
        ]
    }

    subscript(index: Int) -> Release { releases[index] }

    /// The version a new install gets: the newest that everyone is offered.
    func installedVersion(onDay day: Int) -> Int {
        var version = ReleasePlan.newest
        while version > 0, version == ReleasePlan.beta || releases[version].fullDay > day { version -= 1 }
        return version
    }
}
