import FleetCore

/// The halt of a rollout as people do it, for every answer that ends in one: feed R3.9, steps 1 and 2.
public enum HaltWords {
    /// What to do in the store, where a halt is made.
    public static func pause(_ platform: String) -> String {
        switch platform {
        case "ios": "Pause the phased release in App Store Connect"
        case "android": "Halt the staged rollout in the Play Console"
        default: "Stop offering the version in its store"
        }
    }

    /// What a halt does not do.
    public static func isNoRollback(_ version: String) -> String {
        "A halt is no rollback: who has \(version) keeps it."
    }

    /// For whoever has done it in the store.
    public static func record(_ version: String, platform: String, reason: String) -> String {
        "chatfleet rollout record halt \(shellWord(version)) --platform \(shellWord(platform)) --reason \(shellQuoted(reason))"
    }

    /// Which crash it is, and the flags that were on with it.
    public static func topCrashes(_ version: String, platform: String) -> String {
        "chatfleet crashes top --version \(shellWord(version)) --platform \(shellWord(platform))"
    }
}
