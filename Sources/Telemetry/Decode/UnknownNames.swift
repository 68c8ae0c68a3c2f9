import StrictJSON

/// Counts members by name that this version does not know; in bounded memory, whatever names a client thinks up.
struct UnknownNames {
    /// Where a member stands.
    enum Scope: Int {
        case report
        case health
        case decryptFailures
        case crashGroups

        var prefix: String {
            switch self {
            case .report: ""
            case .health: "health."
            case .decryptFailures: "decrypt_failures."
            case .crashGroups: "crash_groups."
            }
        }
    }

    private struct Entry {
        let name: JSONName
        let scope: Scope
        let text: String
        var count: Int
    }

    /// Distinct names that are told apart; the rest is counted together.
    static let limit = 100
    static let longestName = 64
    static let other = "__other__"

    private var entries: [Entry] = []
    private var others = 0

    mutating func count(_ name: JSONName, _ scope: Scope, _ bytes: Span<UInt8>) {
        for index in entries.indices where entries[index].name.isLike(name) && entries[index].scope == scope {
            entries[index].count += 1
            return
        }
        let text = name.text.string(in: bytes)
        guard entries.count < UnknownNames.limit, name.count <= UnknownNames.longestName, UnknownNames.isPrintable(text) else {
            others += 1
            return
        }
        entries.append(Entry(name: name, scope: scope, text: scope.prefix + text, count: 1))
    }

    /// The counts so far, and starts afresh.
    mutating func take() -> [String: Int] {
        var result: [String: Int] = [:]
        for entry in entries { result[entry.text, default: 0] += entry.count }
        if others > 0 { result[UnknownNames.other] = others }
        entries.removeAll(keepingCapacity: true)
        others = 0
        return result
    }

    /// Names are shown; one that isn't printable ASCII is as well counted with the others.
    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
