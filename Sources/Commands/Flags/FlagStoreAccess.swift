import Database
import FlagPublishing
import FleetCore

/// What a change of the flags needs of the store, got in one go. A kill does not wait for it: after a short time it goes
/// on with what this user's last command learned.
struct FlagStoreAccess {
    /// What is known before anything is published.
    struct Knowledge: Sendable {
        var authority: FlagAuthority?
        var mark: Int64
        /// The kills of the version `mark`, by platform.
        var kills: [String: [String]] = [:]
        /// Why the store did not say so itself; nil: it did.
        var outage: String?
    }

    let context: CommandContext
    /// Nil: for as long as the store takes.
    let secondsMax: Double?
    /// Whoever tells a store where its flags are may begin it with that; else a mistyped place is told, and not made.
    var mayMakeStore = false

    func knowledge() throws -> Knowledge {
        do {
            return try use { store in
                let mark = try store.mark()
                return Knowledge(
                    authority: try store.authority(), mark: mark, kills: try store.kills(version: mark), outage: nil)
            }
        } catch  where secondsMax != nil && !context.stop.isSet {
            let known = try known.known(store: context.storeLocation().description)
            return Knowledge(
                authority: known?.authority, mark: known?.mark ?? 0, outage: ErrorRenderer.toolError(error).what)
        } catch let error as ToolError where error.exitCode == .badInput && !mayMakeStore {
            // No store there: whoever asks is told to name the place of the flags, or another store.
            return Knowledge(authority: nil, mark: 0, outage: error.what)
        }
    }

    /// Runs `body` on the store, within the time there is.
    func use<Result: Sendable>(_ body: @escaping @Sendable (FlagStore) throws -> Result) throws -> Result {
        let context = context
        @Sendable func run() throws -> Result {
            try context.withStore(mayMakeStore ? .readWrite : .change) { try body(FlagStore(database: $0, catalog: $1)) }
        }
        guard let secondsMax else { return try run() }
        guard let result = Answer(of: run).wait(secondsMax) else {
            throw ToolError(.unavailable, "the store did not answer within \(Int(secondsMax)) s")
        }
        return try result.get()
    }

    func remember(_ authority: FlagAuthority, mark: Int64) {
        guard let store = try? context.storeLocation().description else { return }
        known.remember(KnownTargets.Known(authority: authority, mark: mark), store: store)
    }

    private var known: KnownTargets { KnownTargets(environment: context.environment) }
}
