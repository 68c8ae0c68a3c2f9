import CommandLine
import FlagPublishing

/// `chatfleet flags unkill NAME`.
enum FlagsUnkillCommand {
    static let name = Argument(.text("NAME"), help: "the flag")

    static let command = Command(
        CommandSpec(
            "flags unkill", group: .flags, purpose: "lift a kill: the flag is again what its document says",
            discussion: "The only way to lift one. Nothing else in the documents changes.",
            arguments: [name], options: FlagChangeOptions.all + [FlagChangeOptions.platform],
            examples: [
                Example(
                    "chatfleet flags unkill poll_posts --reason fixed-in-8.14.1", "shows who gets the flag back, and asks")
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            let platform = invocation[FlagChangeOptions.platform]
            // Whatever else kills a name that no flag has, it is current already.
            return try FlagChangeRun(context, invocation, forceUnknown: true).run {
                try ChangePlan.lifting(invocation[name], on: platform, over: $0)
            }
        })
}
