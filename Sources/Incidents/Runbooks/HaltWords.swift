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

    /// Where everybody who wants the version has it, and what helps them.
    public static func doesNothing(_ version: String) -> String {
        "A halt does nothing here: the rollout of \(version) is over, and who has it keeps it. Turn the feature off by its flag; "
            + "where it has none, only a fix helps."
    }

    /// Once a fixed version, `FIX`, is in the store.
    public static func startFix(of version: String, platform: String) -> String {
        "chatfleet rollout record start FIX --platform \(shellWord(platform)) --percent 1 --reason "
            + shellQuoted("fix of \(version)")
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
