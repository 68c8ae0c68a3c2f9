/// How much of a report a row is, for pages that don't hold all of its rows.
public struct WeighedGroup: Sendable {
    /// Without its day: all of a group's days are shown, or none.
    public let group: ReportGroup
    let installs: Int64
    /// What befell them: tells groups apart that have one denominator.
    let events: Int64

    public init(_ group: ReportGroup, installs: Int64, events: Int64) {
        self.group = group.withoutDay
        self.installs = installs
        self.events = events
    }

    /// The groups with most installs in all their rows: as many as ``VersionsRequest/versionsMax``, since clients may name as
    /// many versions, classes and types as they like.
    public static func greatest(_ rows: [WeighedGroup]) -> Set<ReportGroup> {
        var weights: [ReportGroup: (installs: Int64, events: Int64)] = [:]
        for row in rows {
            let weight = weights[row.group] ?? (0, 0)
            weights[row.group] = (weight.installs + row.installs, weight.events + row.events)
        }
        guard weights.count > VersionsRequest.versionsMax else { return Set(weights.keys) }
        let ranked = weights.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        return Set(ranked.prefix(VersionsRequest.versionsMax).map(\.key))
    }
}
