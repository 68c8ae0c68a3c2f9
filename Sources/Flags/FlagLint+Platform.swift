import FleetCore
public import StrictJSON

extension FlagDocument {
    /// Those that the clients of the flags contract ask for; a place may hold documents of others, too.
    public static let contractPlatforms = ["android", "ios"]
}

extension FlagLint {
    /// A document is the one of the platform whose name it has: under a name that is a slip nobody asks for it, and the platform
    /// that was meant gets none.
    /// - Parameter published: platforms that have a document already, which are all meant.
    /// - Returns: nil for those, for one of the contract, and for a name that is like none of them.
    public static func check(platform: String, file: String, published: [String] = []) -> DocumentProblem? {
        let known = Array(Set(FlagDocument.contractPlatforms).union(published)).sorted()
        guard !known.contains(platform), let meant = closest(to: platform, among: known),
            abs(meant.count - platform.count) <= mostLettersApart
        else { return nil }
        return DocumentProblem(
            file: file, line: 1, column: 1, path: "$", rule: FlagRule.platformAlike.rawValue,
            severity: FlagRule.platformAlike.severity,
            message: "no client is known to ask for the platform \(platform), and \(meant) gets nothing of this",
            suggestion: meant)
    }

    /// Longer names that begin alike are no slips: android-tv.
    private static let mostLettersApart = 2
}
