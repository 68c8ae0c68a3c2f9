/// One of the designs: its nodes in the order of its document, and which of them are bill, limits and levers.
public final class Design: Sendable {
    /// `chat-r2`.
    public let id: String
    public let title: String
    /// Its own nodes; what it takes from other designs comes in by its formulas.
    public let nodes: [Node]
    public let costs: [CostLine]
    public let limits: [LimitRow]
    public let levers: [Lever]
    /// The sum of the bill; nil where the design has none.
    public let total: Node?
    /// Daily users, to divide the bill by.
    public let dailyUsers: Node?
    /// Inputs that are stated for all users together, and stay as they are when only ``dailyUsers`` is set.
    public let statedTotals: [Node]
    /// Unit errors, ids given twice: none in a design that is right, which a test sees to.
    public let faults: [String]

    /// - Parameter dailyUsers: the id of the node.
    init(_ id: String, _ title: String, dailyUsers: String, _ build: (inout Draft) -> Void) {
        self.id = id
        self.title = title
        var draft = Draft(document: String(id.prefix { $0 != "-" }))
        build(&draft)
        let users = draft.nodes.first { $0.id == dailyUsers }
        draft.addBill(id.replacing("-", with: "."), dailyUsers: users)
        nodes = draft.nodes
        costs = draft.costs
        limits = draft.limits
        levers = draft.levers
        self.dailyUsers = users
        total = draft.nodes.last { $0.id.hasSuffix(".bill.total") }
        statedTotals = draft.statedTotals
        faults = draft.faults
    }

    /// A node of this design, for another one to use: `Design.chatRound2["chat.r2.push.not_foreground"]`.
    public subscript(_ id: String) -> Formula {
        guard let node = nodes.first(where: { $0.id == id }) else { return .faulty("\(self.id) has no node \(id)") }
        return Formula(node)
    }

    public static func named(_ id: String) -> Design? { all.first { $0.id == id } }
}

public struct CostLine: Sendable {
    public let node: Node
    public let title: String
    /// Off until asked for.
    public let isOptional: Bool
}

/// A limit and how much of it is used.
public struct LimitRow: Sendable {
    public let share: Node
    public let used: Node
    public let limit: Node
    public let title: String
    /// Nil for a limit that no provider sets.
    public let quota: QuotaEntry?
}

public struct Lever: Sendable {
    public let node: Node
    public let title: String
}
