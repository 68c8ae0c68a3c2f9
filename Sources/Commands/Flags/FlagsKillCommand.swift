import CommandLine
import FlagPublishing

/// `chatfleet flags kill NAME`.
enum FlagsKillCommand {
    static let name = Argument(.text("NAME"), help: "the flag")

    static let command = Command(
        CommandSpec(
            "flags kill", group: .flags, purpose: "turn a flag off for everybody, at once",
            discussion: """
                Nothing else in the documents changes. A kill waits for nobody: with the store down it is published all the \
                same, from what this user's last command knew, and its row in the history follows; should somebody publish at \
                the same moment, it is made anew on top of that. It stays through every publish and rollback until flags unkill.
                """,
            arguments: [name],
            options: FlagChangeOptions.all + [FlagChangeOptions.platform, FlagChangeOptions.forceUnknown],
            examples: [
                Example("chatfleet flags kill poll_posts --reason INC-311", "off on every platform, after asking"),
                Example(
                    "chatfleet flags kill poll_posts --platform android --reason INC-312 --yes", "off on android, without asking"),
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            let isForced = invocation[FlagChangeOptions.forceUnknown]
            let platform = invocation[FlagChangeOptions.platform]
            return try FlagChangeRun(context, invocation, isUrgent: true, forceUnknown: isForced).run {
                try ChangePlan.killing(invocation[name], on: platform, over: $0, forceUnknown: isForced)
            }
        })
}
