import Database
import FlagPublishing
import FleetCore
import Reporting

/// Changes of the flags that were published while the store was away: they wait in the journal of who made them, on that
/// machine, and nobody else sees them until a command of that user reaches the store.
struct WaitingChanges {
    private let context: CommandContext
    private let journal: ChangeJournal?

    /// Of the place where this store's flags are, as this user's last command learned of it: the store is not asked.
    init(_ context: CommandContext) {
        self.context = context
        let store = try? context.storeLocation().description
        let known = store.flatMap { KnownTargets(environment: context.environment).known(store: $0) }
        journal = known.flatMap { try? FlagTarget.parse($0.authority.target) }.map { target in
            ChangeJournal(path: ChangeJournal.path(of: target, environment: context.environment))
        }
    }

    /// Throws where the journal can't be read.
    func versions() throws -> [Int64] { try journal?.items().map(\.change.version) ?? [] }

    /// "flags version 45 waits in …: nobody else sees who published it, and why".
    func words(_ versions: [Int64]) -> String {
        let numbers = versions.map(String.init).joined(separator: ", ")
        return
            (versions.count == 1
            ? "the change of flags version \(numbers) waits" : "the changes of flags versions \(numbers) wait")
            + " in \(journal?.path ?? "") for the store, and nobody else sees \(versions.count == 1 ? "it" : "them")"
    }

    /// What delivers them.
    var delivery: String { context.next("chatfleet flags history") }

    /// Runs a flags command, and warns of what waited before it and waits still.
    static func warning<Result>(_ context: CommandContext, _ run: () throws -> Result) rethrows -> Result {
        let waiting = WaitingChanges(context)
        let before = (try? waiting.versions()) ?? []
        defer {
            let left = before.isEmpty ? [] : ((try? waiting.versions()) ?? []).filter(before.contains)
            if !left.isEmpty { context.warn("\(waiting.words(left)); \(waiting.delivery) delivers what was published") }
        }
        return try run()
    }
}
