import FleetCore
public import QueryCatalog

/// A golden signal: what a file of Queries/signals asks, over which time, and when the answer is bad.
public struct Signal: Sendable {
    /// The file's name, `push_failures`.
    public let name: String
    public let question: String
    public let measure: Measure
    /// `share` (0…1), `count`, `ms`, `s`, `bytes`, `bytes/s`, `messages/min` …
    public let unit: String
    /// The columns that tell slices apart, in order.
    public let dimensions: [String]
    /// The dimensions whose slices are judged one by one; none: the whole.
    public let judged: [String]
    public let source: Source
    /// What the value is over.
    public let windowSeconds: Int64
    /// What is looked at for the onset, for what is usual, and for the picture.
    public let historySeconds: Int64
    public internal(set) var stepSeconds: Int64
    /// Data older than this are no answer any more.
    public let freshSeconds: Int64
    /// What is promised, of what has an error budget: 0.9999.
    public let target: Double?
    public internal(set) var watch: SignalLimit?
    public internal(set) var page: SignalLimit?
    /// Where a level's number comes from, by level's name.
    public let limitNotes: [String: String]
    /// Does a level that was reached stay until the share is under it beyond chance? Else it ends with the window that is no
    /// longer over it.
    public let endsBeyondChance: Bool
    /// What no data means, in the header's words.
    public let absent: String
    /// `push-outage`; nil: there is none.
    public let runbook: String?
    /// What to type where there is no runbook, each with what it is for.
    public let next: [(line: String, purpose: String)]
    /// Why this fleet does without the signal; nil: it does not.
    public internal(set) var off: String?
    /// The file itself.
    public let query: Query

    /// How rows become a value.
    public enum Measure: Sendable, Equatable {
        /// Events of chances, each a yes or a no: crosses only where its interval does.
        case share
        /// One amount ÷ another.
        case ratio
        /// All of the window together.
        case sum
        /// The busiest step's amount, a unit of time.
        case rate(perSeconds: Int64)
        case greatest, least
        /// The middle one of the steps' greatest.
        case middle
        /// The last step's greatest.
        case newest
        /// Nearest rank, of values in buckets.
        case percentile(Int64)
    }

    /// What a signal rests on, and so how its freshness and completeness are told.
    public enum Source: String, Sendable {
        /// What servers say of themselves.
        case metrics
        /// Client reports, by day.
        case reports
        /// Client reports, by hour.
        case hours
        /// The store itself, now.
        case store
    }

    /// Do its rows say on how many installs the events happened? Then what is usual is counted in the base, and is exceeded
    /// beyond chance only.
    public var hasWitnesses: Bool { query.columns.contains { $0.name == "failing_installs" } }

    /// The namespace's metric whose freshness makes silence mean zero, where the header names one.
    public var companion: String? {
        let words = absent.split(separator: " ").map(String.init)
        return words.count >= 4 && words[0] == "zero" && words[1] == "while"
            ? words[2...].prefix { $0 != "is" }.joined(separator: " ") : nil
    }
}
