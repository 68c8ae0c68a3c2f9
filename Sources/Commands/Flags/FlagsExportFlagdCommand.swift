import CommandLine
import Flags
import FleetCore

/// `chatfleet flags export flagd`.
enum FlagsExportFlagdCommand {
    static let document = Argument(.file("DOC"), help: "a document, or a folder with latest.json; - is standard input")
    static let platform = Option("platform", .platform, help: "which of a folder's documents")

    static let command = Command(
        CommandSpec(
            "flags export flagd", group: .flags, purpose: "a document as a flag definition of flagd, for OpenFeature",
            discussion: """
                flagd answers the same values for every readable version of up to three parts, with the install id as \
                targetingKey and the version as app_version. Where it does not, that is said on standard error and in the \
                flag's metadata. The client policy and session sampling have no counterpart there.
                """,
            arguments: [document], options: [platform],
            examples: [Example("chatfleet flags export flagd v44/android.json > flagd.json", "a file for flagd start --uri")],
            exitCodes: [.badInput])
    ) { invocation, context in
        let flags = try context.decodedFlags(context.flagDocuments(invocation[document]).document(invocation[platform]))
        try context.emit(text: FlagdDefinition.json(flags))
        let differences = FlagdDefinition.differences(flags)
        for words in Set(differences.map(\.words)).sorted() {
            let names = differences.filter { $0.words == words }.map(\.flag)
            context.note("Not the same, for \(names.joined(separator: ", ")): \(words).")
        }
        return .success
    }
}
