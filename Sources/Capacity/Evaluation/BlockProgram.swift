/// The formulas of a graph as a list of steps over slots, each slot a block of worlds: no branch, no allocation a world.
/// Made from the same formulas that the exact evaluator walks.
struct BlockProgram: Sendable {
    enum Operation: Sendable {
        case add, subtract, multiply, divide, larger, smaller, copy
        case round(Rounding)
        /// The position in ``ladders``.
        case tiers(Int)
    }

    struct Step: Sendable {
        let operation: Operation
        let target: Int
        let first: Int
        let second: Int
    }

    struct LadderSteps: Sendable {
        let steps: [(from: Double, to: Double, price: Int)]
        let free: (amount: Double, isTaken: Int)?
    }

    private(set) var steps: [Step] = []
    private(set) var ladders: [LadderSteps] = []
    /// Slots that hold the same number in every world.
    private(set) var constants: [(slot: Int, value: Double)] = []
    private(set) var slotCount: Int
    /// The slot of a node is its position in the graph.
    private let graph: Graph
    /// Temporaries not in use.
    private var freeSlots: [Int] = []

    /// - Parameters:
    ///   - evaluation: the values of what does not vary; unpriced is not-a-number.
    ///   - varying: positions of the nodes to compute, in order; the uncertain inputs among them are filled from outside.
    init(_ evaluation: Evaluation, varying: [Int]) {
        graph = evaluation.graph
        slotCount = graph.nodes.count
        let isVarying = Set(varying)
        let needed = Set(varying.flatMap { graph.inputs[$0] }).subtracting(isVarying)
        constants = needed.sorted().map { ($0, evaluation.values[$0]?.double ?? .nan) }
        for position in varying {
            guard let formula = graph.nodes[position].formula else { continue }
            let slot = compile(formula, into: position)
            if slot != position { steps.append(Step(operation: .copy, target: position, first: slot, second: slot)) }
        }
    }

    /// The slot that holds the formula's value: a node's own, or `target`, or a temporary.
    private mutating func compile(_ formula: Formula, into target: Int?) -> Int {
        switch formula.term {
        case .number(let quantity), .named(_, let quantity):
            let slot = newSlot()
            constants.append((slot, quantity.value.double))
            return slot
        case .node(let node):
            guard let position = graph.position(of: node.id) else { preconditionFailure("\(node.id) is not in its graph") }
            return position
        case .relabelled(let inner): return compile(inner, into: target)
        case .rounded(let inner, let rounding): return compileStep(.round(rounding), inner, nil, into: target)
        case .binary(let operation, let a, let b):
            let step: Operation =
                switch operation {
                case .sum: .add
                case .difference: .subtract
                case .product: .multiply
                case .quotient: .divide
                }
            return compileStep(step, a, b, into: target)
        case .extreme(let which, let alternatives):
            guard var best = alternatives.first.map({ compile($0.formula, into: nil) }) else { return newSlot() }
            for alternative in alternatives.dropFirst() {
                let other = compile(alternative.formula, into: nil)
                let slot = target ?? temporary()
                steps.append(Step(operation: which == .largest ? .larger : .smaller, target: slot, first: best, second: other))
                best = slot
            }
            return best
        case .tiers(let quantity, let ladder):
            ladders.append(compile(ladder))
            return compileStep(.tiers(ladders.count - 1), quantity, nil, into: target)
        }
    }

    private mutating func compileStep(_ operation: Operation, _ a: Formula, _ b: Formula?, into target: Int?) -> Int {
        let first = compile(a, into: nil)
        let second = b.map { compile($0, into: nil) } ?? first
        release(first)
        if second != first { release(second) }
        let slot = target ?? temporary()
        steps.append(Step(operation: operation, target: slot, first: first, second: second))
        return slot
    }

    private func compile(_ ladder: Ladder) -> LadderSteps {
        func slot(_ node: Node) -> Int {
            guard let position = graph.position(of: node.id) else { preconditionFailure("\(node.id) is not in its graph") }
            return position
        }
        let steps = ladder.steps.enumerated().map { i, step in
            (from: step.from.double, to: ladder.upperEnd(of: i)?.double ?? .infinity, price: slot(step.price))
        }
        return LadderSteps(steps: steps, free: ladder.free.map { (amount: $0.amount.double, isTaken: slot($0.isTaken)) })
    }

    private var temporaries: Set<Int> = []

    private mutating func newSlot() -> Int {
        slotCount += 1
        return slotCount - 1
    }

    private mutating func temporary() -> Int {
        if let slot = freeSlots.popLast() { return slot }
        let slot = newSlot()
        temporaries.insert(slot)
        return slot
    }

    private mutating func release(_ slot: Int) {
        if temporaries.contains(slot) { freeSlots.append(slot) }
    }
}
