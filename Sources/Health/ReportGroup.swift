public import FleetCore
import QueryCatalog

/// What a row is about: a value for every dimension the report is told apart by, nil for the others. In the order of
/// versions, then of bytes; nil last.
///
/// Texts are what clients wrote: told apart by their bytes, where Swift's own `==` takes NFC and NFD for one.
public struct ReportGroup: Sendable {
    public var version: AppVersion?
    public var platform: String?
    /// `unknown` where the client sends none.
    public var deviceClass: String?
    public var day: Day?
    public var messageType: String?
    public var peerVersion: String?
    public var restored: Bool?

    public init(
        version: AppVersion? = nil, platform: String? = nil, deviceClass: String? = nil, day: Day? = nil,
        messageType: String? = nil, peerVersion: String? = nil, restored: Bool? = nil
    ) {
        self.version = version
        self.platform = platform
        self.deviceClass = deviceClass
        self.day = day
        self.messageType = messageType
        self.peerVersion = peerVersion
        self.restored = restored
    }

    /// Reads the columns that a query has among these.
    init(_ row: QueryRow) {
        version = row.textIfThere("app_version").map { AppVersion($0) }
        platform = row.textIfThere("platform")
        deviceClass = row.textIfThere("device_class")
        day = row.textIfThere("day").flatMap { Day($0) }
        messageType = row.textIfThere("message_type")
        peerVersion = row.textIfThere("peer_version")
        restored = row.has("restored") ? row.integer("restored").map { $0 == 1 } : nil
    }

    /// The dimensions of installs only: what a denominator knows.
    var ofInstalls: ReportGroup {
        ReportGroup(version: version, platform: platform, deviceClass: deviceClass, day: day)
    }

    /// Unlike a day, a release or a class of devices, all of a group's days together.
    var withoutDay: ReportGroup {
        var group = self
        group.day = nil
        return group
    }

    /// Every value in order; a missing one sorts after any other.
    private var keys: [String?] {
        [
            version?.sortKey, platform, deviceClass, day?.description, messageType, peerVersion,
            restored.map { $0 ? "1" : "0" },
        ]
    }
}

extension ReportGroup: Hashable, Comparable {
    public static func == (a: ReportGroup, b: ReportGroup) -> Bool {
        zip(a.keys, b.keys).allSatisfy { one, other in
            switch (one, other) {
            case (nil, nil): true
            case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
            default: false
            }
        }
    }

    public static func < (a: ReportGroup, b: ReportGroup) -> Bool {
        for (one, other) in zip(a.keys, b.keys) {
            switch (one, other) {
            case (nil, nil): continue
            case (nil, _): return false
            case (_, nil): return true
            case (let one?, let other?):
                if utf8Less(one, other) { return true }
                if utf8Less(other, one) { return false }
            }
        }
        return false
    }

    public func hash(into hasher: inout Hasher) {
        for key in keys {
            guard let key else {
                hasher.combine(UInt8.max)
                continue
            }
            for byte in key.utf8 { hasher.combine(byte) }
            hasher.combine(0 as UInt8)
        }
    }
}

extension QueryRow {
    func textIfThere(_ column: String) -> String? { has(column) ? text(column) : nil }
}
