import Glibc

/// Which changed inputs made a node change, and by how much each: what they are given adds up to the change.
///
/// Sums add. Products and quotients go by logarithmic means (LMDI, B. W. Ang, Energy Policy 32 (2004), 1131–1139): a factor's
/// part is L(y₀, y₁) / L(a₀, a₁) of its own change, which also holds where it did not change. What rounds, chooses or has
/// tiers has no such form: there the changed inputs, in at most 12 groups, take their Shapley values.
struct Attribution {
    static let mostGroups = 12

    let old: Evaluation
    let new: Evaluation
    /// Positions of the inputs whose values differ.
    let changed: [Int]
    /// By position, of nodes already done.
    private var done: [Int: [Int: Double]] = [:]

    /// - Parameters: the same graph, evaluated twice.
    init(_ old: Evaluation, _ new: Evaluation) {
        self.old = old
        self.new = new
        changed = old.graph.nodes.indices.filter { old.graph.nodes[$0].isInput && old.values[$0] != new.values[$0] }
    }

    /// By position of a changed input, in the node's dimension. Nil where one of the values is not known.
    mutating func parts(of node: Node) -> [Int: Double]? {
        guard let position = old.graph.position(of: node.id) else { return [:] }
        if let parts = done[position] { return parts }
        guard let before = old.values[position], let after = new.values[position] else { return nil }
        let parts: [Int: Double]?
        if before == after, old.graph.ancestors(of: position).allSatisfy({ !changed.contains($0) }) {
            parts = [:]
        } else if let formula = node.formula {
            parts = self.parts(of: formula)
        } else {
            parts = [position: (after - before).double]
        }
        done[position] = parts
        return parts
    }

    private mutating func parts(of formula: Formula) -> [Int: Double]? {
        switch formula.term {
        case .number, .named: return [:]
        case .node(let node): return parts(of: node)
        case .relabelled(let inner): return parts(of: inner)
        case .rounded, .extreme, .tiers: return shapley(formula)
        case .binary(let operation, let a, let b):
            guard let first = parts(of: a), let second = parts(of: b) else { return nil }
            switch operation {
            case .sum: return Attribution.sum(first, 1, second, 1)
            case .difference: return Attribution.sum(first, 1, second, -1)
            case .product, .quotient: return product(formula, a, first, b, second, isQuotient: operation == .quotient)
            }
        }
    }

    private func product(
        _ formula: Formula, _ a: Formula, _ first: [Int: Double], _ b: Formula, _ second: [Int: Double], isQuotient: Bool
    ) -> [Int: Double]? {
        func ends(_ formula: Formula) -> (Double, Double)? {
            guard let before = try? old.value(of: formula), let after = try? new.value(of: formula) else { return nil }
            return (before.double, after.double)
        }
        guard let (a0, a1) = ends(a), let (b0, b1) = ends(b), let (y0, y1) = ends(formula) else { return nil }
        if [a0, a1, b0, b1].allSatisfy({ $0 > 0 }) {
            let mean = Attribution.logarithmicMean(y0, y1)
            return Attribution.sum(
                first, mean / Attribution.logarithmicMean(a0, a1), second,
                (isQuotient ? -1 : 1) * mean / Attribution.logarithmicMean(b0, b1))
        }
        // A zero has no logarithm; the two factors share what they change together.
        let (c0, c1) = isQuotient ? (1 / b0, 1 / b1) : (b0, b1)
        let slope = isQuotient ? -1 / (b0 * b1) : 1
        return Attribution.sum(first, (c0 + c1) / 2, second, slope * (a0 + a1) / 2)
    }

    /// L(a, b) = (a − b) / (ln a − ln b), and a where they are the same.
    static func logarithmicMean(_ a: Double, _ b: Double) -> Double {
        let ratio = (b - a) / a
        // The quotient of two small differences has no digits left; its series has.
        if abs(ratio) < 1e-5 { return a * (1 + ratio / 2 - ratio * ratio / 12) }
        return (b - a) / log(b / a)
    }

    private static func sum(_ a: [Int: Double], _ x: Double, _ b: [Int: Double], _ y: Double) -> [Int: Double] {
        var result = a.mapValues { $0 * x }
        for (position, value) in b { result[position, default: 0] += value * y }
        return result
    }

    // MARK: Shapley values

    /// The mean, over all orders in which the groups may change, of what each changes when its turn comes.
    private func shapley(_ formula: Formula) -> [Int: Double]? {
        let graph = old.graph
        let reaching = Set(formula.nodes.flatMap { graph.position(of: $0.id).map(graph.ancestors) ?? [] })
        let inputs = changed.filter(reaching.contains)
        if inputs.isEmpty { return [:] }
        let groups = Attribution.grouped(inputs)
        let affected = graph.descendants(of: Set(inputs)).filter(reaching.contains)
        var values: [Double] = []
        for subset in 0..<1 << groups.count {
            var changes: [Int: Rational?] = [:]
            for (i, group) in groups.enumerated() where subset >> i & 1 == 1 {
                for position in group { changes[position] = new.values[position] }
            }
            guard let world = try? old.changing(changes, affected: affected), let value = try? world.value(of: formula) else {
                return nil
            }
            values.append(value.double)
        }
        let weights = Attribution.shapleyWeights(groups.count)
        var result: [Int: Double] = [:]
        for (i, group) in groups.enumerated() {
            var part = 0.0
            for subset in 0..<1 << groups.count where subset >> i & 1 == 0 {
                part += weights[subset.nonzeroBitCount] * (values[subset | 1 << i] - values[subset])
            }
            // The members of a group of several share its part evenly.
            for position in group { result[position] = part / Double(group.count) }
        }
        return result
    }

    /// One each while they are few; the rest are the last group, whose members share its part evenly.
    private static func grouped(_ inputs: [Int]) -> [[Int]] {
        guard inputs.count > mostGroups else { return inputs.map { [$0] } }
        return inputs[..<(mostGroups - 1)].map { [$0] } + [Array(inputs[(mostGroups - 1)...])]
    }

    /// k! (n − 1 − k)! / n! by the number k of groups that changed before.
    private static func shapleyWeights(_ count: Int) -> [Double] {
        var weights: [Double] = []
        var choose = 1.0
        for k in 0..<count {
            weights.append(1 / (Double(count) * choose))
            choose = choose * Double(count - 1 - k) / Double(k + 1)
        }
        return weights
    }
}
