import FleetCore

@testable import Telemetry

/// What the gate's tables must hold after reports in order of receipt: written from the contract with sets and
/// dictionaries, an event and a report at a time.
struct RecountedGate {
    private struct Version: Hashable {
        let install: String
        let version: String
        let platform: String
    }

    private struct Booking: Hashable {
        let of: Version
        let receiptDay: Int
        let measure: String
    }

    private var activeDays: Set<String> = []
    private var eventHours: [String: Int] = [:]
    /// The same on any version.
    private var firstEventHours: [String: Int] = [:]
    private var booked: Set<Booking> = []
    /// Of a version and day of receipt, fixed by what is booked first.
    private var tenures: [String: Int] = [:]
    private var classes: [Version: String] = [:]
    private var firstDays: [String: Int32] = [:]
    /// "version platform hour class tenure measure" → at risk, events.
    private(set) var cells: [String: [Int64]] = [:]

    mutating func add(_ report: ClientReport) {
        let row = report.row
        let of = Version(install: bytes(row.key.install.text), version: row.key.appVersion, platform: row.key.platform)
        let hour = Int(row.reportedKnown)
        classes[of] = classes[of] ?? row.deviceClass ?? "unknown"
        firstDays[of.install] = min(firstDays[of.install] ?? .max, row.key.day.number)
        let isNews = row.isActive && activeDays.insert("\(of) \(row.key.day)").inserted
        for (measure, isMeasured, hasHappened) in RecountedGate.measures(report) {
            let eventKey = "\(of) \(measure)"
            let anyKey = "\(of.install) \(measure)"
            let wasKnownBefore = firstEventHours[anyKey].map { $0 / 24 < hour / 24 } ?? false
            let isFirst = hasHappened && eventHours[eventKey] == nil && !wasKnownBefore
            if (isNews && isMeasured && !wasKnownBefore) || isFirst {
                if booked.insert(Booking(of: of, receiptDay: hour / 24, measure: measure)).inserted {
                    count(of, hour, measure, 0)
                }
            }
            if isFirst { count(of, hour, measure, 1) }
            if hasHappened {
                eventHours[eventKey] = eventHours[eventKey] ?? hour
                firstEventHours[anyKey] = firstEventHours[anyKey] ?? hour
            }
        }
    }

    private mutating func count(_ of: Version, _ hour: Int, _ measure: String, _ column: Int) {
        let tenureKey = "\(of) \(hour / 24)"
        let days = hour / 24 - Int(firstDays[of.install] ?? 0)
        let tenure = tenures[tenureKey] ?? [30, 7, 0].first { days >= $0 } ?? 0
        tenures[tenureKey] = tenure
        let cell = "\(of.version) \(of.platform) \(hour) \(classes[of] ?? "") \(tenure) \(measure)"
        cells[cell, default: [0, 0]][column] += 1
    }

    private static func measures(_ report: ClientReport) -> [(name: String, isMeasured: Bool, hasHappened: Bool)] {
        func value(_ name: String) -> Int64? { HealthMember.index(of: name).flatMap { report.row.members.value($0) } }
        return [
            ("crash", value("crashes") != nil, (value("crashes") ?? 0) > 0),
            ("decrypt", true, !report.decryptFailures.isEmpty),
            (
                "failed", value("send_failed") != nil || value("failed_rows_max") != nil,
                (value("send_failed") ?? 0) > 0 || (value("failed_rows_max") ?? 0) > 0
            ),
            ("aged", value("queue_age_max_s") != nil, (value("queue_age_max_s") ?? 0) > 3600),
        ]
    }

    /// Two ids may be canonically equivalent.
    private func bytes(_ text: String) -> String { Array(text.utf8).description }
}
