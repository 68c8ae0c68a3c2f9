import CommandLine
import FlagPublishing
import Flags
import StrictJSON

/// `chatfleet flags rollout NAME PERCENT`.
enum FlagsRolloutCommand {
    static let name = Argument(.text("NAME"), help: "the flag")
    static let percent = Argument(
        ValueType<RolloutPercent>("PERCENT", expects: "a percentage from 0 to 100 with at most three places, such as 0.5") {
            text in
            let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
            let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }),
                digits.utf8.count <= 12
            else { return nil }
            return RolloutPercent(JSONNumeral(text: digits))
        }, help: "the share of installs that has it")

    static let command = Command(
        CommandSpec(
            "flags rollout", group: .flags, purpose: "set the share of installs that has a flag",
            discussion: """
                Raising it takes the flag away from nobody; 0 is nobody, 100 everybody. Nothing else in the documents changes; \
                platforms without the flag keep what they have.
                """,
            arguments: [name, percent], options: FlagChangeOptions.all + [FlagChangeOptions.platform],
            examples: [
                Example(
                    "chatfleet flags rollout poll_posts 20 --reason 5-percent-was-clean",
                    "a fifth of the installs has it")
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            let platform = invocation[FlagChangeOptions.platform]
            return try FlagChangeRun(context, invocation, forceUnknown: true).run {
                try ChangePlan.rollingOut(invocation[name], percent: invocation[percent].digits, on: platform, over: $0)
            }
        })
}
