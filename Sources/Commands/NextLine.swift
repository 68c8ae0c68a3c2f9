import CommandLine
import FleetCore

/// Command lines for people to type next: they ask the store that this command was told, and of the moment that it was told.
///
/// Whoever named the store with `--store` has it in no variable, and would ask another one. A `--store` never holds a password:
/// one that does is refused before anything is asked. Whoever asked of last night and types what comes next means last night.
struct NextLine: Sendable {
    /// As on the command line; nil: the environment's or the default, which the next command finds, too.
    let store: String?
    /// What was asked, by ``Carried``.
    private let carried: [String: String]

    init(store: String?, carried: [String: String] = [:]) {
        self.store = store
        self.carried = carried
    }

    /// A command line of this program with what was told; others as they are.
    ///
    ///     NextLine(store: "sqlite:incident.db")("chatfleet flags history")    // … --store sqlite:incident.db
    ///     NextLine(store: nil, carried: [Carried.moment: "2026-09-15T03:00:00Z"])("chatfleet crash-free")    // … --as-of 2026-…
    func callAsFunction(_ line: String) -> String {
        guard !line.hasSuffix(" --help") else { return line }
        return later(
            line + registry.options(carried, missingIn: line).map { " \($0.option) \(shellWord($0.value))" }.joined())
    }

    /// The same for what is to be typed once something has been done: it asks of the time that it will be then.
    func later(_ line: String) -> String {
        guard let store, line.hasPrefix("chatfleet "), !line.hasSuffix(" --help") else { return line }
        return line + " --store " + shellWord(store)
    }
}

/// What goes on from a command to those that it names.
enum Carried {
    /// The moment that an answer is of, or up to which it knows.
    static let moment = "moment"
    /// The fleet's own levels.
    static let levels = "levels"
}
