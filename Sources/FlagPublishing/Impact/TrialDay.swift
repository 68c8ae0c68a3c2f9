import Database
import FleetCore
import QueryCatalog

/// What the store knows of an install's day on a version and platform.
struct TrialDay {
    let version: AppVersion
    let platform: String
    /// As ``TrialCounting/place(ofClass:)``.
    let deviceClass: Int32
    /// UTC hours, both inclusive, that hold all its activity.
    let hours: ClosedRange<Int32>
    let activeKnown: Int32
    /// A measure of flags each: does the client tell it at all, and is the install at risk?
    var tells: SIMD4<Int32> = .zero
    /// A measure of flags each: the hour at which its event of this day became known; ``none``: it did not happen.
    var eventKnown = SIMD4<Int32>(repeating: TrialDay.none)
    /// The same of the first event on the version, whatever day it was on, where a day's own hour is not kept.
    var firstKnown = SIMD4<Int32>(repeating: TrialDay.none)

    static let none = Int32.max

    var knownDay: Int32 { activeKnown / 24 }

    /// Says of first events on which of an install's days they are, the oldest day first: on the newest that was known by the
    /// hour that showed the event, else on the one that came to be known next that day. After that day of receipt the install
    /// is no longer at risk, nor where the event was known on an earlier one. By what was known by then alone, so that nothing
    /// received later moves it.
    static func placeFirstEvents(_ days: inout [TrialDay]) {
        for measure in 0..<4 {
            for first in days.indices where days[first].firstKnown[measure] != none {
                // Once a life on a version.
                if days[..<first].contains(where: { $0.isSameLife(as: days[first]) }) { continue }
                let event = days[first].firstKnown[measure]
                var (newest, next): (Int?, Int?) = (nil, nil)
                for day in first..<days.count where days[day].isSameLife(as: days[first]) {
                    if days[day].knownDay > event / 24 {
                        days[day].tells[measure] = 0
                    } else if days[day].activeKnown <= event {
                        newest = day
                    } else if next.map({ days[day].activeKnown < days[$0].activeKnown }) ?? true {
                        next = day
                    }
                }
                guard let day = newest ?? next else { continue }
                days[day].eventKnown[measure] = max(event, days[day].activeKnown)
            }
        }
    }

    private func isSameLife(as other: TrialDay) -> Bool {
        version.text.utf8.elementsEqual(other.version.text.utf8) && platform.utf8.elementsEqual(other.platform.utf8)
    }
}

extension TrialDay {
    /// A local day has 25 hours at most.
    private static let longestDay: Int32 = 25

    /// Of a row of flags/trial_days. A day that has begun is taken whole: how far its activity went becomes known only later.
    init?(_ row: QueryRow, _ version: AppVersion, deviceClass: Int32) {
        guard let day = row.text("day").flatMap({ Day($0) }), let known = row.integer("active_known_hour") else { return nil }
        let first = LocalDayHours.first(of: day)
        let last = first + Int32(LocalDayHours.count) - 1
        var hours = first...last
        if let bits = row.integer("active_bits"), bits != 0 {
            let begin = first + Int32(bits.trailingZeroBitCount)
            hours = begin...min(last, begin + TrialDay.longestDay - 1)
        }
        self.init(
            version: version, platform: row.text("platform") ?? "", deviceClass: deviceClass, hours: hours,
            activeKnown: Int32(clamping: known))
        func hour(_ name: String) -> Int32 { row.integer(name).map { Int32(clamping: $0) } ?? TrialDay.none }
        tells = SIMD4(Int32(row.count("tells_crashes")), 1, Int32(row.count("tells_failed")), Int32(row.count("tells_age")))
        eventKnown[0] = hour("crashed_known_hour")
        firstKnown = SIMD4(
            TrialDay.none, hour("first_decrypt_known_hour"), hour("first_failed_known_hour"), hour("first_aged_known_hour"))
    }
}
