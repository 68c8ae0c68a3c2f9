/// Another number of daily users, and what else is another number then.
extension Design {
    /// The daily users, and in proportion to them what the design states for all users together.
    public func settings(forDailyUsers users: Rational) -> [String: Setting] {
        guard let dailyUsers, let stated = dailyUsers.value, let factor = users / stated else { return [:] }
        var settings = [dailyUsers.id: Setting(.number(users), .convention("--users"))]
        for total in statedTotals {
            guard let value = total.value else { continue }
            settings[total.id] = Setting(.number(value * factor), .convention("in proportion to --users"))
        }
        return settings
    }
}

extension Plan {
    /// Daily users are set, and these totals stay as the design states them for its own users.
    public var totalsLeftBehind: [Node] {
        guard let users = design.dailyUsers, value(users) != users.value else { return [] }
        return design.statedTotals.filter { settings[$0.id] == nil }
    }

    /// `Chat round 2, 45 million daily users`.
    public var title: String {
        guard let users = design.dailyUsers, let number = number(users) else { return design.title }
        let million: Rational = 1_000_000
        let text =
            number >= million
            ? "\((number / million ?? number).decimalText(significantDigits: 6)) million"
            : number.decimalText(significantDigits: 6)
        return "\(design.title), \(text) daily users"
    }
}

extension Scenario {
    /// What is other than the design has it. An assumption that is written as the design states it is the design's: it
    /// keeps its source, and is not taken for one that somebody chose.
    public func changes(_ graph: Graph) -> [String: Setting] {
        settings.filter { id, setting in
            guard case .scenario = setting.source, case .number(let number) = setting.value, let node = graph.node(id) else {
                return true
            }
            return number != node.value || (node.kind != .assumption && node.kind != .calibrated)
        }
    }
}
