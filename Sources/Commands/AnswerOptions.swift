import CommandLine
import FleetCore
import Health

/// The options that the answers share: a window of days, what it is about, and what was known when.
enum AnswerOptions {
    static let from = Option(
        "from", .day, help: "the first day of the window", defaultText: "seven days before its end")
    static let to = Option(
        "to", .day, help: "the day after the last of the window", defaultText: "the day after the newest in the store")
    static let version = Option("version", .text("VERSION"), help: "this version only, as clients write it")
    static let platform = Option("platform", .platform, help: "this platform only")
    static let asOf = Option(
        "as-of", .instant, help: "only what the store knew before the hour that holds this time", defaultText: "all it knows"
    ).carried(as: Carried.moment)

    /// Those of a report over a window of days.
    static let windowed: [any DeclaresOption] = [from, to, version, platform, asOf]

    static func filter(_ invocation: Invocation) -> ReportFilter {
        let from = invocation[from]
        let to = invocation[to]
        return ReportFilter(
            window: from == nil && to == nil ? .newestWeek : .days(from: from, to: to), version: invocation[version],
            platform: invocation[platform], asOf: invocation[asOf])
    }

    /// For answers that would take a platform that nobody reports from for one on which all is quiet.
    static func checkHeard(of platform: String?, _ reports: HealthReports) throws {
        if let unknown = UnknownPlatform(platform, among: try reports.knownPlatforms()) { throw unknown.error }
    }
}

/// A word of `--by`.
enum ByWord: String {
    /// One row for everything.
    case all
    case version, platform, day, hour, restored
    case deviceClass = "device-class"
    case messageType = "message-type"
    case peerVersion = "peer-version"

    /// Nil for the hour, which is a report of its own, and for `all`, which is no dimension.
    var dimension: Dimension? {
        switch self {
        case .version: .version
        case .platform: .platform
        case .deviceClass: .deviceClass
        case .day: .day
        case .hour, .all: nil
        case .messageType: .messageType
        case .peerVersion: .peerVersion
        case .restored: .restored
        }
    }

    static func option(_ words: [ByWord]) -> DefaultedOption<Set<ByWord>> {
        Option(
            "by", ValueType.choices("WORDS", (words + [.all]).map(\.rawValue)).map { Set($0.compactMap(ByWord.init)) },
            help: "a row for each; all is one row for everything"
        ).defaulting(to: [.version, .platform], shown: "version,platform")
    }
}

extension Set<ByWord> {
    var dimensions: Set<Dimension> { Set<Dimension>(compactMap(\.dimension)) }
}
