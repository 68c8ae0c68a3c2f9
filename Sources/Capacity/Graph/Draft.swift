/// What a design is written with: each call adds a node, and hands it out to be used in formulas.
///
/// ```swift
/// d.section("R1.7")
/// let users = d.assume("chat.r1.dau", 1_000_000, .user)
/// let perDay = d.derive("chat.r1.msgs.per_day", .message / .day, users * perUser)
/// ```
public struct Draft: ~Copyable {
    private let document: String
    private var sectionName = ""
    private(set) var nodes: [Node] = []
    private(set) var costs: [CostLine] = []
    private(set) var limits: [LimitRow] = []
    private(set) var levers: [Lever] = []
    private(set) var statedTotals: [Node] = []
    private(set) var faults: [String] = []
    private var ids: Set<String> = []

    /// - Parameter document: `chat`, `feed`: what sections are sections of.
    init(document: String) { self.document = document }

    /// The section of the document that the nodes after it stand in.
    public mutating func section(_ name: String) { sectionName = name }

    /// A node that was added before, for another section's formulas.
    subscript(id: String) -> Formula {
        guard let node = nodes.last(where: { $0.id == id }) else { return .faulty("there is no node \(id) yet") }
        return Formula(node)
    }

    // MARK: Inputs

    /// A number that the design states.
    public mutating func assume(
        _ id: String, _ value: Rational, _ unit: Unit, range: ValueRange = .notNegative, _ note: String = ""
    ) -> Formula {
        if !range.allows(value, unit) { faults.append("\(id): \(value.exactText) is not \(range.words)") }
        return add(
            Node(id, .assumption, unit, source, value: value * unit.scale, range: range, note: note))
    }

    /// A part of a whole, 0 … 1.
    public mutating func share(_ id: String, _ value: Rational, _ note: String = "") -> Formula {
        assume(id, value, .ratio, range: .share, note)
    }

    /// A limit under the design's own name; its value is that of the quota book.
    public mutating func quota(_ id: String, book: String, _ note: String = "") -> Formula {
        guard let entry = QuotaBook.list[book] else { return broken("\(id): there is no quota \(book)") }
        return add(Node(id, .quota, entry.node.unit, source, formula: Formula(entry.node), note: note))
    }

    // MARK: What follows

    /// A figure that follows from others. Its kind says how: ``ceil(_:)`` and the like make it `rounded`,
    /// ``largest(_:)`` a `choice`, else it is `derived`.
    @discardableResult
    public mutating func derive(_ id: String, _ unit: Unit, _ formula: Formula, _ note: String = "") -> Formula {
        if let fault = formula.fault { return broken("\(id): \(fault)") }
        guard formula.dimension == unit.dimension else {
            return broken("\(id): its formula gives \(formula.dimension.unit), not \(unit)")
        }
        let kind: NodeKind =
            switch formula.term {
            case .rounded: .rounded
            case .extreme: .choice
            default: .derived
            }
        return add(Node(id, kind, unit, source, formula: formula, note: note))
    }

    /// A line of the bill, USD a month. With `asked: true` it is off until `ID.included` is set to 1: what a design
    /// prices but leaves out of its bill.
    @discardableResult
    public mutating func cost(_ id: String, _ title: String, _ formula: Formula, onlyIfAsked: Bool = false) -> Formula {
        var formula = formula
        if onlyIfAsked { formula = share("\(id).included", 0, "1 adds the line to the bill") * formula }
        let line = derive(id, .usd / .month, formula, title)
        if let node = line.node { costs.append(CostLine(node: node, title: title, isOptional: onlyIfAsked)) }
        return line
    }

    /// How much of a limit is used: a node of its own, `used / limit`, and a row of the quota table.
    @discardableResult
    public mutating func limit(_ id: String, _ title: String, used: Formula, of limit: Formula, book: String? = nil) -> Formula {
        let share = derive(id, .ratio, used / limit, title)
        guard let node = share.node, let usedNode = used.node, let limitNode = limit.node else {
            if share.fault == nil { faults.append("\(id): both sides of a limit are nodes") }
            return share
        }
        let entry = (book ?? limitNode.quotaBookID).flatMap { QuotaBook.list[$0] }
        limits.append(LimitRow(share: node, used: usedNode, limit: limitNode, title: title, quota: entry))
        return share
    }

    /// What a change would save, USD a month.
    @discardableResult
    public mutating func lever(_ id: String, _ title: String, saves formula: Formula) -> Formula {
        let saving = derive(id, .usd / .month, formula, title)
        if let node = saving.node { levers.append(Lever(node: node, title: title)) }
        return saving
    }

    /// Inputs that the design states for all its users together, so that they don't follow when the number of users is
    /// another. Called last.
    mutating func statedForAllUsers(_ ids: String...) {
        for id in ids {
            guard let node = nodes.first(where: { $0.id == id }) ?? CalibratedBook.list[id]?.node, node.value != nil else {
                faults.append("\(id): no input to be stated for all users")
                continue
            }
            statedTotals.append(node)
        }
    }

    /// The sum of the bill's lines, and what of it falls to a daily user: `chat.r1.bill.total`,
    /// `chat.r1.bill.per_daily_user`.
    mutating func addBill(_ prefix: String, dailyUsers: Node?) {
        guard var total = costs.first.map({ Formula($0.node) }) else { return }
        for line in costs.dropFirst() { total = total + Formula(line.node) }
        sectionName = "bill"
        let bill = derive("\(prefix).bill.total", .usd / .month, total, "the lines of the bill")
        guard let dailyUsers else { return }
        derive("\(prefix).bill.per_daily_user", .cent / .user / .month, bill * .cents / Formula(dailyUsers))
    }

    private var source: Source { .design("\(document) \(sectionName)") }

    private mutating func add(_ node: Node) -> Formula {
        if !ids.insert(node.id).inserted { faults.append("\(node.id): declared twice") }
        nodes.append(node)
        return Formula(node)
    }

    private mutating func broken(_ fault: String) -> Formula {
        faults.append(fault)
        return .faulty(fault)
    }
}

extension Formula {
    /// The node, where the formula is one and nothing else.
    public var node: Node? {
        if case .node(let node) = term { return node }
        return nil
    }
}

extension Node {
    /// The quota that the node is, or repeats under another name.
    var quotaBookID: String? {
        if let entry = QuotaBook.entry(of: self) { return entry.id }
        if case .node(let other)? = formula?.term { return other.quotaBookID }
        return nil
    }
}
