public import FleetCore

/// The nodes of one or more designs and of everything that their formulas take, each before those that use it.
public struct Graph: Sendable {
    public let nodes: [Node]
    private let positions: [String: Int]
    /// For each node the positions of those that its formula takes.
    let inputs: [[Int]]

    /// - Throws: ``ToolError`` with `.failure` for a design that has unit errors: it names the nodes.
    public init(_ designs: Design...) throws(ToolError) { try self.init(designs) }

    public init(_ designs: [Design]) throws(ToolError) {
        let faults = designs.flatMap(\.faults)
        guard faults.isEmpty else {
            throw ToolError(.failure, "the design is wrong: \(faults.joined(separator: "; "))", next: "report it")
        }
        var nodes: [Node] = []
        var positions: [String: Int] = [:]
        var inputs: [[Int]] = []
        func visit(_ node: Node) -> Int {
            if let position = positions[node.id] { return position }
            var own: [Int] = []
            for other in node.formula?.nodes ?? [] {
                let position = visit(other)
                if !own.contains(position) { own.append(position) }
            }
            positions[node.id] = nodes.count
            nodes.append(node)
            inputs.append(own)
            return nodes.count - 1
        }
        for design in designs { for node in design.nodes { _ = visit(node) } }
        self.nodes = nodes
        self.positions = positions
        self.inputs = inputs
    }

    public func position(of id: String) -> Int? { positions[id] }
    public func node(_ id: String) -> Node? { positions[id].map { nodes[$0] } }

    /// The nodes whose value depends on one of these, themselves among them, in order.
    public func descendants(of changed: Set<Int>) -> [Int] {
        var isChanged = [Bool](repeating: false, count: nodes.count)
        for position in nodes.indices {
            isChanged[position] = changed.contains(position) || inputs[position].contains { isChanged[$0] }
        }
        return nodes.indices.filter { isChanged[$0] }
    }

    /// The nodes that one depends on, itself among them, in order.
    public func ancestors(of position: Int) -> [Int] {
        var isNeeded = [Bool](repeating: false, count: nodes.count)
        isNeeded[position] = true
        for i in nodes.indices.reversed() where isNeeded[i] { for input in inputs[i] { isNeeded[input] = true } }
        return nodes.indices.filter { isNeeded[$0] }
    }
}

extension Formula {
    /// Every node in it, in the order in which they stand, repeats and all.
    var nodes: [Node] {
        switch term {
        case .number, .named: []
        case .node(let node): [node]
        case .binary(_, let a, let b): a.nodes + b.nodes
        case .relabelled(let a), .rounded(let a, _): a.nodes
        case .extreme(_, let alternatives): alternatives.flatMap(\.formula.nodes)
        case .tiers(let quantity, let ladder):
            quantity.nodes + ladder.steps.map(\.price) + (ladder.free.map { [$0.isTaken] } ?? [])
        }
    }
}
