public import FleetCore

/// What is wrong with the fleet that is made.
public enum Scenario: String, Sendable, CaseIterable {
    /// Nothing: the usual crashes, failures and queues of a fleet.
    case healthy
    /// The newest version crashes far more on Android, from its first day.
    case badRelease = "bad-release"
    /// From one hour on, one version on iOS fails to decrypt the first message of restored peers.
    case decryptSpike = "decrypt-spike"
    /// The newest version on Android leaves messages in the outbox.
    case stuckOutbox = "stuck-outbox"
    /// From one hour on, the newest version fails to decrypt ordinary messages, on every platform.
    case versionDecrypt = "version-decrypt"
    /// From one hour on, first messages (prekey) fail in every version: what the key directory hands out is wrong.
    case prekeyFault = "prekey-fault"
    /// From one hour on, what a few users send can't be decrypted by anybody: their keys were changed.
    case keyChanges = "key-changes"
    /// The newest version crashes on Android, where the flag `poll_posts` is on; clients tell what crashed.
    case flaggedCrash = "flagged-crash"
    /// The newest version crashes on Android, whatever flags are on; clients tell what crashed.
    case unflaggedCrash = "unflagged-crash"

    /// Do clients send `crash_groups`?
    var tellsCrashGroups: Bool { [.badRelease, .flaggedCrash, .unflaggedCrash].contains(self) }
}

/// What to simulate. Equal options give equal bytes, on every machine and in every version that does not say otherwise.
public struct FleetOptions: Sendable, Equatable {
    /// A window of 2026; fixed, because a generator that looked at the clock would not be repeatable.
    public static let defaultStart = Day(number: 20_697)  // 2026-09-01
    public static let installLimit = 10_000_000
    public static let dayLimit = 366

    public let installs: Int
    public let window: DayWindow
    public let seed: UInt64
    public let scenario: Scenario

    /// Throws a usage error for a size out of range (1 to 10,000,000 installs, 1 to 366 days).
    public init(
        installs: Int, days: Int, seed: UInt64, scenario: Scenario = .healthy, start: Day = defaultStart
    ) throws(ToolError) {
        guard (1...FleetOptions.installLimit).contains(installs) else {
            throw ToolError(.usage, "--installs \(installs) is out of range", next: "give 1 to \(FleetOptions.installLimit)")
        }
        guard (1...FleetOptions.dayLimit).contains(days), let window = DayWindow(from: start, to: start.advanced(by: days))
        else {
            throw ToolError(.usage, "--days \(days) is out of range", next: "give 1 to \(FleetOptions.dayLimit)")
        }
        self.installs = installs
        self.window = window
        self.seed = seed
        self.scenario = scenario
    }

    /// When the export ends: noon UTC after the last day, when that day has ended everywhere. What would have arrived
    /// later is missing, as in a real export, so the last days are a little incomplete.
    public var exportedAt: Instant { window.to.start.advanced(bySeconds: 43_200) }
}
