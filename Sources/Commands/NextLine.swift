import FleetCore

/// Command lines for people to type next: they ask the store that this command was told.
///
/// Whoever named it with `--store` has it in no variable, and would ask another one. A `--store` never holds a password: one
/// that does is refused before anything is asked.
struct NextLine: Sendable {
    /// As on the command line; nil: the environment's or the default, which the next command finds, too.
    let store: String?

    /// A command line of this program with the store; others as they are.
    ///
    ///     NextLine(store: "sqlite:incident.db")("chatfleet flags history")    // … --store sqlite:incident.db
    func callAsFunction(_ line: String) -> String {
        guard let store, line.hasPrefix("chatfleet "), !line.hasSuffix(" --help") else { return line }
        return line + " --store " + shellWord(store)
    }
}
