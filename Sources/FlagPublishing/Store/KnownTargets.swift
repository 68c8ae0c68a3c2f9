import DurableFiles
import FleetCore
import StrictJSON

/// What this user's last command learned from each store, so that a kill finds its target also while the store is down.
/// A file in the user's state directory; losing it loses nothing but that.
public struct KnownTargets: Sendable {
    public struct Known: Sendable, Equatable {
        public let authority: FlagAuthority
        /// The greatest version that the store knew.
        public let mark: Int64

        public init(authority: FlagAuthority, mark: Int64) {
            self.authority = authority
            self.mark = mark
        }
    }

    private let folder: DurableFolder
    private static let file = "targets"

    public init(environment: [String: String]) {
        folder = DurableFolder("\(UserFolders.state.path(environment: environment))/flags", mode: 0o600)
    }

    /// - Parameter store: its display form, which holds no password.
    public func known(store: String) -> Known? {
        guard let bytes = try? folder.read(KnownTargets.file) else { return nil }
        return KnownTargets.lines(bytes).last { $0.store == store }?.known
    }

    /// Failing to remember is no failure.
    public func remember(_ known: Known, store: String) {
        guard self.known(store: store) != known else { return }
        _ = try? folder.update(KnownTargets.file) { current in
            let others = KnownTargets.lines(current ?? []).filter { $0.store != store }
            return (others + [(store, known)]).flatMap(KnownTargets.line)
        }
    }

    private static func line(_ store: String, _ known: Known) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("store", store)
            $0.member("target", known.authority.target)
            $0.member("public_url", known.authority.publicURL)
            $0.member("mark", known.mark)
        }
        json.endLine()
        return json.bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [(store: String, known: Known)] {
        bytes.split(separator: 0x0A).compactMap { line in
            guard let document = JSONDocument.read(Array(line), file: file).document else { return nil }
            let reader = ObjectReader(document.root, DocumentProblems(document), members: nil)
            guard let store = reader?.string("store"), let target = reader?.string("target") else { return nil }
            let mark = reader?.whole("mark", in: 0...Int64.max) ?? 0
            let authority = FlagAuthority(target: target, publicURL: reader?.string("public_url", .nullable))
            return (store, Known(authority: authority, mark: mark))
        }
    }
}
