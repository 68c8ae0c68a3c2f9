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

    /// Says of first events on which of an install's days they are, the oldest day first: on the newest that was known on the
    /// day of receipt that showed the event. After that day the install is no longer at risk, nor where the event was known
    /// before the day was. By what was known then alone, so that nothing received later moves it.
    static func placeFirstEvents(_ days: inout [TrialDay]) {
        for day in days.indices {
            for measure in 0..<4 where days[day].firstKnown[measure] != none {
                let eventDay = days[day].firstKnown[measure] / 24
                if days[day].knownDay > eventDay {
                    days[day].tells[measure] = 0
                } else if !days[(day + 1)...].contains(where: { $0.knownDay <= eventDay && $0.isSameLife(as: days[day]) }) {
                    days[day].eventKnown[measure] = days[day].firstKnown[measure]
                }
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
