import Flags
public import FleetCore
public import Statistics

/// The two arms of a trial in one stretch, class of devices and UTC hour of receipt, for one measure.
public struct TrialCell: Sendable, Hashable {
    public let measure: GuardedMeasure
    /// Place among the trial's stretches.
    public let stretch: Int
    /// In which the store first knew it.
    public let knownHour: Hour
    public let deviceClass: String
    public internal(set) var inside: Exposure
    public internal(set) var outside: Exposure

    public init(
        _ measure: GuardedMeasure, stretch: Int = 0, knownHour: Hour, deviceClass: String = "unknown", inside: Exposure,
        outside: Exposure
    ) {
        self.measure = measure
        self.stretch = stretch
        self.knownHour = knownHour
        self.deviceClass = deviceClass
        self.inside = inside
        self.outside = outside
    }
}

/// Eligible installs of a stretch, by the side that their id puts them on.
public struct StretchInstalls: Sendable, Hashable {
    public var inside: Int64
    public var outside: Int64

    public init(inside: Int64 = 0, outside: Int64 = 0) {
        self.inside = inside
        self.outside = outside
    }

    public var all: Int64 { inside + outside }
}

/// Counts the arms of many trials in one pass over the installs, holding one install's days at a time: as much memory for
/// a hundred installs as for a hundred million.
struct TrialCounting {
    fileprivate struct Place: Hashable {
        let stretch: Int32
        /// Of receipt.
        let hour: Int32
        let deviceClass: Int32

        /// Of the same stretch and class, on the same UTC day of receipt: an install is at risk there once.
        func isAlike(_ other: Place) -> Bool {
            stretch == other.stretch && deviceClass == other.deviceClass && hour / 24 == other.hour / 24
        }
    }

    /// Of one trial.
    struct Counts {
        fileprivate var arms: [[Place: (inside: Exposure, outside: Exposure)]] = Array(
            repeating: [:], count: GuardedMeasure.ofFlags.count)
        var installs: [StretchInstalls]
    }

    let trials: [FlagTrial]
    private let prefixes: [Murmur3]
    private(set) var counts: [Counts]
    private var classes: [String] = []
    private var classPlaces: [String: Int32] = [:]
    /// By trial and version.
    private var eligible: [[String: Bool]]
    // Of the install at hand, kept from one to the next so that none takes memory.
    private var held: [(day: TrialDay, stretch: Int32)] = []
    private var booked: [Place] = []

    init(_ trials: [FlagTrial]) {
        self.trials = trials
        prefixes = trials.map { Bucketing.prefix($0.flag) }
        counts = trials.map { Counts(installs: Array(repeating: StretchInstalls(), count: $0.stretches.count)) }
        eligible = trials.map { _ in [:] }
    }

    mutating func place(ofClass name: String) -> Int32 {
        if let place = classPlaces[name] { return place }
        let place = Int32(classes.count)
        classes.append(name)
        classPlaces[name] = place
        return place
    }

    /// All that is known of an install.
    mutating func add(install: String, _ days: [TrialDay]) {
        let id = Array(install.utf8)
        guard !id.isEmpty else { return }
        for trial in trials.indices {
            hold(days, of: trial)
            if held.isEmpty { continue }
            let bucket = Bucketing.bucket(prefixes[trial], id.span)
            for (stretch, place) in zip(trials[trial].stretches, trials[trial].stretches.indices)
            where held.contains(where: { Int($0.stretch) == place }) {
                if bucket < stretch.percent.thousandths {
                    counts[trial].installs[place].inside += 1
                } else {
                    counts[trial].installs[place].outside += 1
                }
            }
            for measure in GuardedMeasure.ofFlags.indices { book(measure, bucket, trial) }
        }
    }

    /// Its days that lie in one of the trial's stretches, on versions that the rule is for.
    private mutating func hold(_ days: [TrialDay], of trial: Int) {
        held.removeAll(keepingCapacity: true)
        for day in days where trials[trial].platform.utf8.elementsEqual(day.platform.utf8) {
            guard isEligible(day.version, trial),
                let stretch = trials[trial].stretches.firstIndex(where: { $0.holds(day.hours) })
            else { continue }
            held.append((day, Int32(stretch)))
        }
    }

    private mutating func isEligible(_ version: AppVersion, _ trial: Int) -> Bool {
        if let known = eligible[trial][version.sortKey] { return known }
        let isEligible = trials[trial].isEligible(version)
        eligible[trial][version.sortKey] = isEligible
        return isEligible
    }

    /// At risk is an install on each day of receipt that first showed activity of it, up to the one that first showed the
    /// event; that one has the event. What is received later changes no earlier day.
    private mutating func book(_ measure: Int, _ bucket: Int32, _ trial: Int) {
        // Of several that became known in the same hour always the same one, in whatever order they are read.
        let event = held.min { a, b in
            (a.day.eventKnown[measure], a.stretch, a.day.deviceClass) < (b.day.eventKnown[measure], b.stretch, b.day.deviceClass)
        }
        let eventKnown = event?.day.eventKnown[measure] ?? TrialDay.none
        booked.removeAll(keepingCapacity: true)
        func book(_ place: Place) {
            if let known = booked.firstIndex(where: place.isAlike) {
                if place.hour < booked[known].hour { booked[known] = place }
            } else {
                booked.append(place)
            }
        }
        for (day, stretch) in held where day.tells[measure] != 0 && day.knownDay <= eventKnown / 24 {
            book(Place(stretch: stretch, hour: day.activeKnown, deviceClass: day.deviceClass))
        }
        var eventPlace: Place?
        if let event, eventKnown != TrialDay.none {
            let place = Place(stretch: event.stretch, hour: eventKnown, deviceClass: event.day.deviceClass)
            book(place)
            eventPlace = place
        }
        for place in booked { add(Exposure(atRisk: 1), at: place, measure, bucket, trial) }
        if let eventPlace { add(Exposure(events: 1), at: eventPlace, measure, bucket, trial) }
    }

    private mutating func add(_ arm: Exposure, at place: Place, _ measure: Int, _ bucket: Int32, _ trial: Int) {
        let percent = trials[trial].stretches[Int(place.stretch)].percent
        if bucket < percent.thousandths {
            counts[trial].arms[measure][place, default: (Exposure(), Exposure())].inside += arm
        } else {
            counts[trial].arms[measure][place, default: (Exposure(), Exposure())].outside += arm
        }
    }

    /// A trial's cells, by measure in the order in which evidence came in: hour of receipt, stretch, class of devices.
    func cells(of trial: Int) -> [TrialCell] {
        zip(GuardedMeasure.ofFlags, counts[trial].arms).flatMap { measure, arms in
            arms.map { place, arms in
                TrialCell(
                    measure, stretch: Int(place.stretch), knownHour: Hour(number: place.hour),
                    deviceClass: classes[Int(place.deviceClass)], inside: arms.inside, outside: arms.outside)
            }.sorted(by: TrialCell.isEarlier)
        }
    }
}

extension TrialCell {
    static func isEarlier(_ a: TrialCell, _ b: TrialCell) -> Bool {
        if a.knownHour != b.knownHour { return a.knownHour < b.knownHour }
        return a.stretch == b.stretch ? utf8Less(a.deviceClass, b.deviceClass) : a.stretch < b.stretch
    }
}
