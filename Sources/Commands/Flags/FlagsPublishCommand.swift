import CommandLine
import FlagPublishing
import FleetCore
import Foundation
import HTTPClient
import Reporting
import StrictJSON

/// `chatfleet flags publish DIR`.
enum FlagsPublishCommand {
    static let directory = Argument(.directory("DIR"), help: "a document a platform: android.json, ios.json, …")
    static let base = Option(
        "base", .integer("N", 0...Int64.max), help: "the version that the documents were made from",
        defaultText: "the one they name")
    static let publicURL = Option("public-url", .text("URL"), help: "where clients read; told once, and read back from then on")
    static let strategy = Option("strategy", .text("STRATEGY"), help: "AWS AppConfig's deployment strategy, id or name")
        .defaulting(to: "AppConfig.AllAtOnce", shown: "AppConfig.AllAtOnce")

    static let command = Command(
        CommandSpec(
            "flags publish", group: .flags, purpose: "publish documents as the next version, for all platforms at once",
            discussion: """
                Shows what lint says and what changes for clients, and asks. The number is one above all that were ever used; \
                documents are made, read back, and only then named by latest.json, so that clients see the old version or the \
                new one, whatever happens meanwhile. A platform without a document in DIR keeps the one it has.
                Refused: documents made from a version that is no longer current, documents that drop a kill (flags unkill lifts \
                one), what lint calls an error, and a new platform whose name looks like a slip. A store's flags are published to one place, told with the first --to.
                What a document may hold: chatfleet flags lint --help.
                Buckets are asked with the AWS_ variables and files that the AWS CLI reads. In AWS AppConfig the calls to make \
                are printed instead.
                """,
            arguments: [directory],
            options: FlagChangeOptions.all + [
                base, publicURL, strategy, FlagChangeOptions.newPlatform, FlagChangeOptions.forceUnknown,
                FlagChangeOptions.security,
            ],
            examples: [
                Example(
                    "chatfleet flags publish edited --to s3://fleet-flags/app --reason polls-to-20",
                    "publishes edited/android.json, edited/ios.json … as the next version"),
                Example(
                    "chatfleet flags publish edited --base 43 --reason avif --yes",
                    "in a pipeline: refused unless 43 is still current"),
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            var change = try FlagChangeRun(context, invocation, forceUnknown: invocation[FlagChangeOptions.forceUnknown])
            if let text = invocation[publicURL] {
                guard let address = WebAddress(text), address.query.isEmpty else {
                    throw ToolError(.usage, "--public-url is no http or https address without a user and a question mark")
                }
                change.publicURL = address
            }
            let documents = try documents(in: invocation[directory], context)
            let place = try change.place()
            try refuseIdle(invocation, place.target)
            if case .appConfig(let config) = place.target {
                return try showCalls(config, documents, place, change, invocation, context)
            }
            return try change.run(at: place) { try ChangePlan.publishing(documents, base: invocation[base], over: $0) }
        })

    /// `NAME.json` of a directory, for each platform NAME.
    private static func documents(in directory: String, _ context: CommandContext) throws -> [FlagDocumentFile] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory).filter {
            $0.hasSuffix(".json") && $0 != "latest.json"
        }
        guard let names, !names.isEmpty else {
            throw ToolError(
                .badInput, names == nil ? "the directory can't be read" : "there are no documents, such as android.json",
                at: directory, next: "name a directory that holds PLATFORM.json for each platform to change")
        }
        return try names.sorted().map { name in
            let path = "\(directory)/\(name)"
            guard isPlatformName(String(name.dropLast(5))) else {
                throw ToolError(.badInput, "the file is not named for a platform: a-z, 0-9, _ and -", at: path)
            }
            return FlagDocumentFile(platform: String(name.dropLast(5)), bytes: try readDocument(path, stop: context.stop))
        }
    }

    // MARK: AWS AppConfig

    /// What is of AppConfig does nothing elsewhere, and the other way round.
    private static func refuseIdle(_ invocation: Invocation, _ target: FlagTarget) throws(ToolError) {
        func refuse(_ option: any DeclaresOption, _ why: String) throws(ToolError) {
            guard invocation.isGiven(option) else { return }
            throw ToolError(
                .usage, "--\(option.spec.name) does nothing: \(why)", at: "chatfleet flags publish",
                next: "leave --\(option.spec.name) out")
        }
        if case .appConfig = target { return try refuse(publicURL, "clients read AWS AppConfig through its agent") }
        try refuse(strategy, "the flags are published at \(target), which is not AWS AppConfig")
    }

    private static func showCalls(
        _ config: AppConfigPlace, _ documents: [FlagDocumentFile], _ place: FlagChangeRun.Place, _ change: FlagChangeRun,
        _ invocation: Invocation, _ context: CommandContext
    ) throws -> ExitCode {
        guard let document = documents.first, documents.count == 1 else {
            throw ToolError(
                .badInput, "a profile of AWS AppConfig holds one document, and there are \(documents.count)",
                at: invocation[directory], next: "publish each from a directory of its own, to its own profile")
        }
        guard let base = invocation[base] else {
            throw ToolError(
                .usage, "AWS AppConfig takes a version only over the latest one, which must be named",
                next: "name it with --base N; aws appconfig list-hosted-configuration-versions shows it")
        }
        guard try DocumentEdit(document.bytes, file: "\(document.platform).json").version == base + 1 else {
            throw ToolError(
                .badInput, "the document must say that it is version \(base + 1): AWS AppConfig counts on from \(base)",
                at: "\(document.platform).json", next: "set its version to \(base + 1)")
        }
        let plan = try ChangePlan.publishing(documents, base: nil, over: .nothing)
        let review = try FlagReview(
            plan, now: context.now, forceUnknown: change.forceUnknown, isForSecurity: change.isForSecurity,
            mayAddAnyPlatform: change.mayAddAnyPlatform)
        for problem in review.warnings + review.errors { context.note("\(problem.severity.rawValue): \(problem.text)") }
        guard review.errors.isEmpty else {
            throw ToolError(
                .badInput, "lint refuses the document", at: review.errors.first?.text, next: review.wayOut(forcing: true))
        }
        if place.isNew {
            let authority = FlagAuthority(target: place.target.description, publicURL: nil)
            try FlagStoreAccess(context: context, secondsMax: nil, mayMakeStore: true).use { store in
                try store.setAuthority(authority, by: change.person, at: context.now)
            }
        }
        let path = URL(fileURLWithPath: invocation[directory]).standardizedFileURL.path + "/\(document.platform).json"
        let calls = AppConfigCalls(
            place: config, document: path, base: base, strategy: invocation[strategy], reason: change.reason)
        let lines = [calls.createVersion, calls.startDeployment].map(AppConfigCalls.shellLine)
        if context.format == .table {
            try context.emit(text: lines.joined(separator: " &&\n") + "\n")
        } else {
            var report = Report("flags-publish", title: "Calls of AWS AppConfig", columns: [.text("call", "call")])
            for line in lines { report.add(.text(line)) }
            try context.emit(report)
        }
        return .success
    }
}
