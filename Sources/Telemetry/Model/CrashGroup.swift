/// One entry of `crash_groups`: an install's crashes of one signature on one screen, the day so far.
package struct CrashGroup: Sendable, Hashable {
    /// What the client tells crashes apart by, 1 … 128 bytes.
    package var signature: String
    /// `unknown` where missing.
    package var screen: String
    package var deviceModel: String?
    package var osVersion: String?
    /// Names of the flags that were on, each once, in byte order; nil where the client doesn't say.
    package var flagsOn: [String]?
    /// Epoch seconds of the first crash, clock-corrected.
    package var first: Int64
    /// 1 … 2³¹−1, the day so far.
    package var crashes: Int64

    package init(
        signature: String, screen: String, deviceModel: String?, osVersion: String?, flagsOn: [String]?, first: Int64,
        crashes: Int64
    ) {
        self.signature = signature
        self.screen = screen
        self.deviceModel = deviceModel
        self.osVersion = osVersion
        self.flagsOn = flagsOn
        self.first = first
        self.crashes = crashes
    }
}
