import FleetCore
import Health

/// A platform that no report is of.
struct UnknownPlatform {
    let platform: String
    private let known: [String]

    /// Nil: it is known, or one of `others`, or nothing is known.
    init?(_ platform: String?, _ reports: HealthReports, besides others: [String] = []) throws {
        guard let platform, !others.contains(platform) else { return nil }
        let known = Set(try reports.knownPlatforms()).union(others).sorted()
        guard !known.isEmpty, !known.contains(platform) else { return nil }
        self.platform = platform
        self.known = known
    }

    var words: String { "the store never heard of the platform \(platform)" }

    /// "android, ios".
    var others: String { known.joined(separator: ", ") }

    /// "did you mean ios? ", where one is near.
    var question: String { closest(to: platform, among: known).map { "did you mean \($0)? " } ?? "" }
}
