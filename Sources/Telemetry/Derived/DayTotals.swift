import FleetCore

/// What deltas of the rollup come to over its hours, and the arrivals in them: `health_day` and `health_arrival`. Answers
/// about what is known now read these, and so don't take longer the more hours reports came in at.
struct DayTotals {
    struct DayCell: Hashable {
        let day: Day
        let slice: DerivedDeltas.Slice
        let deviceClass: ByteText
    }

    struct ArrivalCell: Hashable {
        let day: Day
        let platform: ByteText
        let knownHour: Int32
    }

    private(set) var days: [DayCell: RollupCounts] = [:]
    /// Reporting installs.
    private(set) var arrivals: [ArrivalCell: Int64] = [:]

    init(_ deltas: DerivedDeltas) {
        for (cell, counts) in deltas.rollup {
            let slice = deltas.slices[Int(cell.slice)]
            let deviceClass = ByteText(deltas.deviceClasses[Int(cell.deviceClass)])
            days[DayCell(day: cell.day, slice: slice, deviceClass: deviceClass), default: RollupCounts()].add(counts)
            let reporting = counts[RollupCounts.reporting]
            guard reporting != 0 else { continue }
            let arrival = ArrivalCell(day: cell.day, platform: ByteText(slice.platform), knownHour: cell.knownHour)
            arrivals[arrival, default: 0] += reporting
        }
    }
}
