import FlagPublishing
import Flags
import FleetCore

/// Tells somebody whose base is no longer current what was published meanwhile, as a difference.
struct FlagConflict {
    private let context: CommandContext
    private let publisher: Publisher

    init(_ context: CommandContext, _ publisher: Publisher) {
        self.context = context
        self.publisher = publisher
    }

    func explain(base: Int64, current: PublishedState) throws -> ToolError {
        guard base < current.version else {
            return ToolError(
                .badInput, "the documents were made from version \(base), and the current one is \(current.version)",
                at: publisher.target.name, next: "name the version they were really made from with --base")
        }
        let platforms = current.documents.map(\.platform)
        let old = try publisher.documents(version: base, platforms: platforms) ?? []
        context.note("published meanwhile, from version \(base) to \(current.version):")
        for document in current.documents {
            let before = old.first { $0.platform == document.platform }
            for change in difference(before, document) { context.note("  \(document.platform): \(change.words)") }
        }
        return ToolError(
            .badAnswer, "version \(base) is no longer current: \(current.version) was published meanwhile",
            at: publisher.target.name,
            next: "put your change into the documents of version \(current.version), then publish with --base \(current.version)")
    }

    func explain(_ lost: LostRace) throws -> ToolError {
        let current = try publisher.current()
        if current.version > lost.base { return try explain(base: lost.base, current: current) }
        return ToolError(
            .badAnswer, "somebody else is publishing version \(lost.number) at this moment; nothing of yours was published",
            at: publisher.target.name, next: "run it again: it will say what the other one changed")
    }

    private func difference(_ old: FlagDocumentFile?, _ new: FlagDocumentFile) -> [FlagChange] {
        let file = "\(new.platform).json"
        guard let after = FlagDocument.decode(new.bytes, file: file).document else { return [] }
        let before = old.flatMap { FlagDocument.decode($0.bytes, file: file).document }
        return FlagDiff.between(before, after, platform: new.platform)
    }
}
