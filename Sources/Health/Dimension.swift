/// What a report's rows can be told apart by (`--by`). The raw value is the field's name in JSON and in the queries.
public enum Dimension: String, Sendable, CaseIterable {
    case version = "app_version"
    case platform
    case deviceClass = "device_class"
    case day
    case messageType = "message_type"
    case peerVersion = "peer_version"
    case restored

    /// The query's parameter that switches it on.
    var flag: String { self == .version ? "by_version" : "by_\(rawValue)" }
}

extension Set<Dimension> {
    /// What every report is told apart by when nothing is asked.
    public static let usual: Set<Dimension> = [.version, .platform]
}
