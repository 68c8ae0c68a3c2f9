/// What is wrong with one line. Three lines in a thousand are broken in a way that a receiver must refuse or set aside,
/// five in a thousand carry a member that this toolkit does not know.
enum Damage: Equatable {
    case truncated
    case voidId(String)
    case noHealth
    case noSuchDay
    case badSessions(String)
    case badCrashes(String)
    case unknownMember

    /// What a client with a lost or never made id sends.
    private static let voidIds = ["00000000-0000-0000-0000-000000000000", "null", "unknown", ""]
    private static let badCounts = ["-1", "2.5", "true", "\"6\"", "3000000000"]

    static func of(_ delivery: Delivery, _ model: FleetModel) -> Damage? {
        var random = SplitMix64(key: streamKey(model.seed, .damage, delivery.install, delivery.damagePart))
        let kind = random.below(10_000)
        guard kind < 80 else { return nil }
        switch kind {
        case 0..<8: return .truncated
        case 8..<14: return .voidId(voidIds[random.below(voidIds.count)])
        case 14..<17: return .noHealth
        case 17..<20: return .noSuchDay
        case 20..<25: return .badSessions(badCounts[random.below(badCounts.count)])
        case 25..<30: return .badCrashes(badCounts[random.below(badCounts.count)])
        default: return .unknownMember
        }
    }

    /// True where a receiver must refuse the line.
    var isRefused: Bool { self != .unknownMember }

    var voidInstall: String? { if case .voidId(let id) = self { id } else { nil } }
    var wrongSessions: String? { if case .badSessions(let text) = self { text } else { nil } }
    var wrongCrashes: String? { if case .badCrashes(let text) = self { text } else { nil } }
}
