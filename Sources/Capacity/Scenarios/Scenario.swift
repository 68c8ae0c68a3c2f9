/// A question to a design: what is other than the design states, where each of it stands, and why.
public struct Scenario: Sendable {
    public let file: String
    /// `chat-r2`.
    public let design: String
    public let name: String
    /// The file that this one changes; relative to its own folder.
    public let extends: String?
    /// By node id; prices and quotas as `price.…` and `quota.…`.
    public private(set) var settings: [String: Setting]
    /// Why a price or a quota is another one.
    public private(set) var reasons: [String: String]

    public init(
        file: String, design: String, name: String, extends: String? = nil, settings: [String: Setting] = [:],
        reasons: [String: String] = [:]
    ) {
        self.file = file
        self.design = design
        self.name = name
        self.extends = extends
        self.settings = settings
        self.reasons = reasons
    }

    /// This one on top of the one that it extends.
    public func over(_ base: Scenario) -> Scenario {
        var merged = self
        merged.settings = base.settings.merging(settings) { $1 }
        merged.reasons = base.reasons.merging(reasons) { $1 }
        return merged
    }
}
