public import FleetCore

/// What makes installs comparable: they are only ever compared within one.
public struct Stratum: Sendable, Hashable, Comparable {
    /// The device class, `unknown` where the client sends none; of silent installs how much was heard of them before.
    public let group: String
    /// Least days since the install's first day on any version: 0, 7 or 30. Days since the update would be no stratum, since
    /// the arms would hardly share one. Of a flag the place of the stretch in which its percentage stood.
    public let tenure: Int32

    public init(group: String, tenure: Int32) {
        self.group = group
        self.tenure = tenure
    }

    public static func < (a: Stratum, b: Stratum) -> Bool {
        a.tenure == b.tenure ? utf8Less(a.group, b.group) : a.tenure < b.tenure
    }
}

/// What became known of one arm in an hour, within a stratum.
public struct ArmCell: Sendable, Hashable {
    public let hour: Hour
    public let stratum: Stratum
    /// Of the new version, or inside a flag's percentage; else of the baseline.
    public let isNew: Bool
    public let exposure: Exposure

    public init(_ hour: Hour, _ stratum: Stratum, isNew: Bool, _ exposure: Exposure) {
        self.hour = hour
        self.stratum = stratum
        self.isNew = isNew
        self.exposure = exposure
    }
}

/// All that is known of one guarded measure.
public struct MeasureEvidence: Sendable {
    public let measure: GuardedMeasure
    public let cells: [ArmCell]

    public init(_ measure: GuardedMeasure, _ cells: [ArmCell]) {
        self.measure = measure
        self.cells = cells
    }
}
