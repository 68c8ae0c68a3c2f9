import FlagPublishing
import FleetCore
import HTTPClient
import Reporting

/// `https://flags.example/app`: what clients get there, read as a client should. The version is told with its age where it
/// is not what the server says now.
struct WebFlagDocuments: FlagDocumentSource {
    private let snapshot: PublishedFlags.Snapshot

    /// Nil: the name is no address of the web.
    init?(_ name: String, _ context: CommandContext) throws {
        guard name.hasPrefix("https://") || name.hasPrefix("http://") else { return nil }
        guard let base = WebAddress(name), base.query.isEmpty else {
            throw ToolError(
                .usage, "this is no address that flags can be read from: a host and a path, without user and question mark",
                next: "name the folder of latest.json, such as https://flags.example/app")
        }
        let flags = PublishedFlags(base: base, environment: context.environment, stop: context.stop)
        snapshot = try flags.read(now: context.now)
        guard let problem = snapshot.problem else { return }
        let age = durationText(seconds: Double(context.now.epochSeconds - snapshot.confirmed.epochSeconds))
        context.warn("version \(snapshot.latest.version) is kept from \(age) ago: \(problem)")
    }

    var platforms: [String]? { snapshot.documents.map(\.platform) }

    func document(_ platform: String?) throws -> FlagDocumentBytes {
        let known = snapshot.documents.map(\.platform)
        guard let platform = platform ?? (known.count == 1 ? known[0] : nil) else {
            throw ToolError(
                .usage, "there are documents of \(known.joined(separator: ", ")): name one with --platform",
                at: snapshot.base.place)
        }
        guard let document = snapshot.documents.first(where: { $0.platform == platform }) else {
            throw ToolError(
                .badInput, "there is no document for the platform \(platform)", at: snapshot.base.place,
                next: closest(to: platform, among: known).map { "did you mean \($0)?" }
                    ?? "it has \(known.joined(separator: ", "))")
        }
        let path = LatestFile.path(snapshot.latest.version, platform)
        return FlagDocumentBytes(
            file: snapshot.base.appending(path).place, platform: platform, bytes: document.bytes,
            indexVersion: snapshot.latest.version)
    }
}
