import FleetCore
import Operations
import Reporting

/// What a reader of an answer has to know of the records behind it: those that it does not count yet, and those of one moment
/// that say different things.
struct RecordNotes {
    private let journal: [RecordedRolloutEvent]
    private let version: String?
    private let platform: String?
    private let moment: Instant?
    private let next: NextLine

    /// - Parameter moment: of the look; nil: now, when all that is recorded counts.
    init(
        version: String?, platform: String?, at moment: Instant?, _ log: OperationsLog, _ next: NextLine
    ) throws {
        journal = try log.rolloutJournal(version: version, platform: platform)
        self.version = version
        self.platform = platform
        self.moment = moment
        self.next = next
    }

    var sentences: [String] { [late].compactMap { $0 } + contradictions }

    private var late: String? {
        guard let moment else { return nil }
        let changed = journal.changedSince(moment)
        if changed == 0 { return nil }
        let made = Int64(journal.count { $0.recorded > moment && $0.voided == nil })
        let void = Int64(changed) - made
        let words = [
            made == 0 ? nil : "\(counted(made, "record")) made since then \(made == 1 ? "is" : "are") not counted",
            void == 0
                ? nil
                : "\(counted(void, "record")) that \(void == 1 ? "counts" : "count") here \(void == 1 ? "is" : "are") void since",
        ]
        let about =
            (version.map { " --version \(shellWord($0))" } ?? "") + (platform.map { " --platform \(shellWord($0))" } ?? "")
        return words.compactMap { $0 }.joined(separator: ", ") + ": " + next("chatfleet rollout list\(about)") + "."
    }

    private var contradictions: [String] {
        journal.contradictions(at: moment).compactMap { records in
            guard let event = records.first?.event, let wrong = records.first else { return nil }
            let words = records.map { "\($0.number) (\($0.what))" }.joined(separator: ", ")
            return "Records \(words) of \(event.version) on \(event.platform) are all of \(event.at) and contradict each other: "
                + "the one told last counts. A wrong one is made void: "
                + next("chatfleet rollout void \(wrong.number) --reason TEXT") + "."
        }
    }
}

extension CommandContext {
    /// Prints an answer with what has to be known of the records behind it. Programs get the answer alone, which as of a moment
    /// stays what it was, and whoever watches them a line on standard error.
    func emit(_ report: Report, _ records: RecordNotes) throws {
        var report = report
        report.notes += records.sentences
        try emit(report)
        if format == .json || format == .csv { for sentence in records.sentences { warn(sentence) } }
    }
}
