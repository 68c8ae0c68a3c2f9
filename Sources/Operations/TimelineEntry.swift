public import FleetCore
import QueryCatalog

/// Something that somebody did to the fleet: a change of its flags, a step of a rollout, a deploy or a note.
public struct TimelineEntry: Sendable, Equatable {
    public enum Source: String, Sendable {
        case annotation, flags, rollout
    }

    public let at: Instant
    public let source: Source
    /// `kill`, `stage`, `deploy` …
    public let kind: String
    /// Of a change of the flags: the version that it published.
    public let flagsVersion: Int64?
    public let version: String?
    /// As it was recorded; what a change of the flags touches is in ``platforms``.
    public let platform: String?
    public let percent: Double?
    public let by: String
    /// The reason or the note.
    public let words: String
    /// Of a change of the flags: what it was predicted to do, a line a platform and flag.
    public let effects: [String]

    init?(_ row: QueryRow) {
        guard let source = Source(rawValue: row.text("source") ?? "") else { return nil }
        at = Instant(epochSeconds: row.count("at_epoch"))
        self.source = source
        kind = row.text("kind") ?? ""
        flagsVersion = row.integer("flags_version")
        version = row.text("app_version")
        platform = row.text("platform")
        percent = row.real("percent")
        by = row.text("person") ?? ""
        words = row.text("words") ?? ""
        effects = (row.text("effect") ?? "").split(separator: "\n").map(String.init)
    }

    /// The platforms that it is about; empty: all, or not known.
    public var platforms: [String] {
        if let platform { return [platform] }
        // "android: poll_posts: killed; was 20 % of android"
        let named = effects.compactMap { line in line.firstIndex(of: ":").map { String(line[..<$0]) } }
        return Array(Set(named)).sorted()
    }

    /// `flags kill`, `rollout stage 5 %`, `deploy`.
    public var what: String {
        switch source {
        case .annotation: kind
        case .flags: "flags \(kind)"
        case .rollout: "rollout \(kind)" + (percent.map { " \(percentText($0)) %" } ?? "")
        }
    }
}
