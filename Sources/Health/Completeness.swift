import FleetCore

/// How complete days, or hours, are on each platform.
struct Completeness: Sendable {
    private let models: [String: ArrivalModel]

    init(_ arrivals: [String: [ArrivalCount]], start: Int32, horizon: Int32) {
        models = arrivals.mapValues { ArrivalModel($0, start: start, horizon: horizon) }
    }

    /// The share of what the cohorts will hold that is in, 0…1; nil when it is not known. Without a platform all of them
    /// together, but for those too new to know anything of.
    func share(of cohorts: Cohorts, platform: String?) -> Double? {
        var known = 0.0
        var expected = 0.0
        for (name, model) in models where platform == nil || platform == name {
            guard let amount = model.amount(of: cohorts) else { continue }
            known += amount.known
            expected += amount.expected
        }
        return expected > 0 ? min(1, known / expected) : nil
    }

    func share(of days: DayWindow, platform: String?) -> Double? {
        share(of: Cohorts(first: Completeness.cohort(days.from), step: 24, count: days.dayCount), platform: platform)
    }

    func share(of day: Day, platform: String?) -> Double? {
        share(of: Cohorts(first: Completeness.cohort(day), step: 24, count: 1), platform: platform)
    }

    /// Of UTC hours.
    func share(of hours: Range<Int32>, platform: String?) -> Double? {
        share(of: Cohorts(first: hours.lowerBound, count: hours.count), platform: platform)
    }

    /// A row's: of its day where it has one, else of the window.
    func share(of group: ReportGroup, in window: DayWindow, filter: ReportFilter) -> Double? {
        let platform = group.platform ?? filter.platform
        return group.day.map { share(of: $0, platform: platform) } ?? share(of: window, platform: platform)
    }

    /// Delays of days are counted from 00:00 UTC.
    static func cohort(_ day: Day) -> Int32 { day.number * 24 }
}
