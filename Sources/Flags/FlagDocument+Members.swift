extension FlagDocument {
    /// What a document may hold, for whoever writes one; by the paths of the members.
    public static let members: [(path: String, meaning: String)] = [
        ("version", "its number, one for all platforms; publishing sets it"),
        ("hash", "the bucketing of percentages; m3-32/1, also where it is absent"),
        ("kill.NAME", "true: the flag is off for everybody, whatever else is said of it; false: written down, not in force"),
        ("flags.NAME.default", "what it is where nothing below decides; false where it is absent"),
        ("flags.NAME.rollout_percent", "on for so many of a hundred installs, by their ids; 0 to 100, at most three places"),
        ("flags.NAME.min_app", "off for older versions of the app, and for those that can't be read"),
        ("client_policy.min_supported", "older versions get no answers from the servers; a last resort"),
        ("client_policy.recommended", "older versions are told to upgrade"),
        ("client_policy.flush_only_until", "until then those that are locked out may send what waits (RFC 3339), or null"),
        ("telemetry.session_sample_percent", "of so many of a hundred installs sessions are told in detail"),
    ]

    /// A line each, for help: `  kill.NAME    true: …`.
    public static let memberLines: String = {
        let width = members.map(\.path.utf8.count).max() ?? 0
        return members.map { path, meaning in
            "  " + path + String(repeating: " ", count: width - path.utf8.count + 2) + meaning
        }.joined(separator: "\n")
    }()
}
