import Flags
import FleetCore
import Foundation
import Reporting
import StrictJSON
import Terminal

/// Evaluates a stream of contexts, a line each, in memory that does not grow with it.
final class FlagContexts {
    private let source: any FlagDocumentSource
    private let asked: FlagQuestion
    private let context: CommandContext
    /// What was read, by platform; nil: there is none for it, which is told once a line.
    private var documents: [String: FlagDocument?] = [:]
    /// The one document, where the source has just one.
    private let only: FlagDocument?
    private var refused: Int64 = 0
    private var evaluated: Int64 = 0
    private var counts: [FlagCount] = []
    private var places: [String: Int] = [:]
    private var statuses: [ClientPolicy.Status: Int64] = [:]
    private var json = JSONWriter()

    private struct FlagCount {
        let name: String
        var on: Int64 = 0
        var reasons: [FlagReason: Int64] = [:]
    }

    init(source: any FlagDocumentSource, asked: FlagQuestion, context: CommandContext) throws {
        self.source = source
        self.asked = asked
        self.context = context
        if source.platforms == nil {
            only = try context.decodedFlags(source.document(nil))
        } else {
            only = nil
            // A document that is refused ends the command before the first line.
            for platform in source.platforms ?? [] {
                documents[platform] = .some(try context.decodedFlags(source.document(platform)))
            }
        }
    }

    func run(_ path: String) throws -> ExitCode {
        let lines = try ContextLines(path, context)
        while let line = try lines.next() {
            if context.stop.isSet { return .interrupted }
            answer(line)
            if context.format == .json, json.bytes.count >= 1 << 16 { try flush() }
        }
        if context.format == .json { try flush() } else { try context.emit(report()) }
        if refused > 0 { context.warn("\(counted(refused, "line")) of \(path) could not be evaluated") }
        return refused > 0 ? .partial : .success
    }

    private func flush() throws {
        try context.output.write(bytes: json.bytes)
        json = JSONWriter()
    }

    // MARK: A line

    private func answer(_ line: ContextLines.Line) {
        switch line {
        case .tooLong: refuse("over \(JSONScanner.greatestSize) bytes")
        case .bytes(let bytes):
            do throws(ContextLine.Fault) {
                let line = try ContextLine(bytes.span)
                let client = FlagContext(installID: line.installID, appVersion: line.appVersion, platform: line.platform)
                guard let flags = only ?? documents[line.platform ?? ""] ?? nil else {
                    let known = (source.platforms ?? []).joined(separator: ", ")
                    return refuse("no document for this platform; there are \(known)")
                }
                if context.format == .json { write(flags, client, line) } else { count(flags, client) }
                evaluated += 1
            } catch {
                refuse(error.words)
            }
        }
    }

    private func refuse(_ why: String) {
        refused += 1
        guard context.format == .json else { return }
        json.object { $0.member("error", why) }
        json.endLine()
    }

    private func write(_ flags: FlagDocument, _ client: FlagContext, _ line: ContextLine) {
        json.object { json in
            json.key("install_id")
            json.raw(line.writtenInstallID)
            json.key("flags")
            json.array { json in
                for (name, found) in asked.answers(flags, client) {
                    json.object {
                        $0.member("flag", name)
                        $0.member("value", found.value)
                        $0.member("reason", found.reason.rawValue)
                        $0.member("bucket", found.bucket)
                        $0.member("kill", found.isKilled)
                    }
                }
            }
            json.member("client_policy", flags.clientStatus(client, now: asked.now).rawValue)
        }
        json.endLine()
    }

    // MARK: Counted

    private func count(_ flags: FlagDocument, _ client: FlagContext) {
        statuses[flags.clientStatus(client, now: asked.now), default: 0] += 1
        for (name, found) in asked.answers(flags, client) {
            if places[name] == nil {
                places[name] = counts.count
                counts.append(FlagCount(name: name))
            }
            guard let place = places[name] else { continue }
            if found.value { counts[place].on += 1 }
            counts[place].reasons[found.reason, default: 0] += 1
        }
    }

    private func report() -> Report {
        let reasons = FlagReason.allCases
        var report = Report(
            "flags-eval-contexts", title: "Flags of \(counted(evaluated, "context"))",
            columns: [.text("flag", "flag"), .count("on", "on"), .count("off", "off")]
                + reasons.map { .count($0.rawValue.lowercased(), $0.rawValue) })
        report.summarise(.count("refused", "no context"), .integer(refused))
        for status in ClientPolicy.Status.allCases {
            guard let count = statuses[status] else { continue }
            report.summarise(.count(status.rawValue, status.rawValue.replacing("_", with: " ")), .integer(count))
        }
        for flag in counts {
            let all = flag.reasons.values.reduce(0, +)
            report.add(
                row: [.text(flag.name), .integer(flag.on), .integer(all - flag.on)]
                    + reasons.map { .integer(flag.reasons[$0] ?? 0) })
        }
        return report
    }
}
