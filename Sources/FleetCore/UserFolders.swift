/// Where a user's files of chatfleet are, by the XDG Base Directory Specification: `$XDG_…_HOME/chatfleet`, and below the
/// home directory where that is not set or, as the specification tells, not absolute.
public enum UserFolders: String, Sendable {
    case data = "XDG_DATA_HOME"
    case state = "XDG_STATE_HOME"
    case cache = "XDG_CACHE_HOME"

    private var belowHome: String {
        switch self {
        case .data: ".local/share"
        case .state: ".local/state"
        case .cache: ".cache"
        }
    }

    public func path(environment: [String: String]) -> String {
        if let base = environment[rawValue], base.hasPrefix("/") { return "\(base)/chatfleet" }
        return "\(environment["HOME"] ?? ".")/\(belowHome)/chatfleet"
    }
}
