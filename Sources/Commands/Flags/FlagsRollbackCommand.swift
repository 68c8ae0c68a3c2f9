import CommandLine
import FlagPublishing
import FleetCore

/// `chatfleet flags rollback --to N`.
enum FlagsRollbackCommand {
    static let version = Option("to", .integer("N", 1...Int64.max), help: "the version whose documents are published again")

    static let command = Command(
        CommandSpec(
            "flags rollback", group: .flags, purpose: "publish the documents of an older version again, under a new number",
            discussion: """
                Numbers only rise: clients take nothing that is older than what they have. Kills that are on now stay on, also \
                where the older documents did not have them.
                """,
            options: [version, FlagChangeOptions.reason, RecordOptions.person, FlagChangeOptions.yes],
            examples: [
                Example("chatfleet flags rollback --to 43 --reason INC-313", "shows what that changes, and asks")
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            guard let version = invocation[version] else {
                throw ToolError(
                    .usage, "which version?", at: "chatfleet flags rollback",
                    next: "name it with --to N; chatfleet flags history lists them")
            }
            let old = try FlagStoreAccess(context: context, secondsMax: nil).use { store in
                try store.documents(version: version)
            }
            guard !old.isEmpty else {
                throw ToolError(
                    .badInput, "version \(version) was never current, as far as the store knows",
                    next: "see chatfleet flags history")
            }
            return try FlagChangeRun(context, invocation, target: nil, forceUnknown: true).run {
                try ChangePlan.rollingBack(to: old, over: $0)
            }
        })
}
