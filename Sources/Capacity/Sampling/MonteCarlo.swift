/// Samples the worlds that a plan's uncertain inputs allow. An input has one value in a world, wherever it is used.
///
/// Worlds are points of a Sobol sequence under 16 random digital shifts: each shift is an estimate of its own, and how much
/// the 16 differ is the error of their mean.
public struct MonteCarlo: Sendable {
    public static let shiftCount = 16
    /// Worlds come in blocks, as many a shift.
    public static let leastSamples = shiftCount * BlockEvaluator.blockSize

    public let plan: Plan
    public let uncertainty: Uncertainty
    public let samples: Int
    private let seed: UInt64

    /// - Parameter samples: rounded up to a multiple of ``leastSamples``.
    public init(_ plan: Plan, _ uncertainty: Uncertainty, samples: Int = 65_536, seed: UInt64 = 1) {
        self.plan = plan
        self.uncertainty = uncertainty
        self.samples = (max(1, samples) + MonteCarlo.leastSamples - 1) / MonteCarlo.leastSamples * MonteCarlo.leastSamples
        self.seed = seed
    }

    /// The values of these nodes in every world, shift after shift; nodes that nothing uncertain reaches have the one value
    /// that they have.
    public func run(_ outputs: [Node]) -> [SampledNode] {
        let graph = plan.graph
        let inputs = uncertainty.inputs
        let reached = graph.descendants(of: Set(inputs.map(\.position)))
        let positions = outputs.map { graph.position(of: $0.id) ?? 0 }
        var needed = Set(positions)
        for position in graph.nodes.indices.reversed() where needed.contains(position) {
            needed.formUnion(graph.inputs[position])
        }
        let varying = reached.filter(needed.contains)
        let program = BlockProgram(plan.evaluation, varying: varying)
        var evaluator = BlockEvaluator(program)
        let sequence = SobolSequence(dimensions: inputs.count)
        let points = inputs.indices.map { dimension in
            (0..<samples / MonteCarlo.shiftCount).map { sequence.coordinate(dimension, $0) }
        }
        let sampled = positions.indices.filter { varying.contains(positions[$0]) }
        var worlds = [[Double]](repeating: [], count: outputs.count)
        for i in sampled { worlds[i].reserveCapacity(samples) }
        var random = CounterGenerator(seed: seed)
        for _ in 0..<MonteCarlo.shiftCount {
            let shifts = inputs.map { _ in UInt32(truncatingIfNeeded: random.next()) }
            for block in 0..<samples / MonteCarlo.leastSamples {
                let first = block * BlockEvaluator.blockSize
                for (dimension, input) in inputs.enumerated() where needed.contains(input.position) {
                    let (own, shift, distribution) = (points[dimension], shifts[dimension], input.distribution)
                    evaluator.fill(input.position) { world in
                        distribution.quantile((Double(own[first + world] ^ shift) + 0.5) * 0x1p-32)
                    }
                }
                evaluator.run()
                for i in sampled { worlds[i].append(contentsOf: evaluator.values(positions[i])) }
            }
        }
        return outputs.indices.map { i in
            let value = plan.value(outputs[i])?.double
            return SampledNode(node: outputs[i], constant: value, worlds: worlds[i])
        }
    }
}

/// What a node may turn out to be.
public struct SampledNode: Sendable {
    public let node: Node
    /// In the node's dimension: the plan's own value.
    public let constant: Double?
    /// A value a world, in the node's dimension; empty where nothing uncertain reaches it.
    public let worlds: [Double]

    public var isCertain: Bool { worlds.isEmpty }

    /// The values that are not exceeded with these probabilities, and the standard errors of them.
    public func quantiles(_ probabilities: [Double]) -> [(value: Double, error: Double)] {
        if isCertain { return probabilities.map { _ in (constant ?? .nan, 0) } }
        let size = worlds.count / MonteCarlo.shiftCount
        let parts = (0..<MonteCarlo.shiftCount).map { shift in
            Array(worlds[shift * size..<(shift + 1) * size]).selected(probabilities)
        }
        let all = worlds.selected(probabilities)
        return probabilities.indices.map { i in (all[i], standardError(parts.map { $0[i] })) }
    }

    /// How often the value is at least `bound`, and the standard error of that.
    public func probability(atLeast bound: Double) -> (value: Double, error: Double) {
        guard !isCertain else { return ((constant ?? .nan) >= bound ? 1 : 0, 0) }
        let size = worlds.count / MonteCarlo.shiftCount
        let parts = (0..<MonteCarlo.shiftCount).map { shift in
            Double(worlds[shift * size..<(shift + 1) * size].count { $0 >= bound }) / Double(size)
        }
        return (parts.reduce(0, +) / Double(parts.count), standardError(parts))
    }

    /// How often each value comes, of a node that has few: P(21 shards).
    public var frequencies: [(value: Double, share: Double)] {
        var counts: [Double: Int] = [:]
        for value in worlds { counts[value, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, Double($0.value) / Double(worlds.count)) }
    }

    private func standardError(_ estimates: [Double]) -> Double {
        let count = Double(estimates.count)
        let mean = estimates.reduce(0, +) / count
        let variance = estimates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        return (variance / count).squareRoot()
    }
}

extension [Double] {
    /// The values at these fractions of the order, the nearest from below; by Hoare's selection, without sorting.
    func selected(_ fractions: [Double]) -> [Double] {
        var values = self
        return fractions.map { fraction in
            let rank = Swift.min(count - 1, Swift.max(0, Int((fraction * Double(count)).rounded(.up)) - 1))
            return values.select(rank)
        }
    }

    private mutating func select(_ rank: Int) -> Double {
        var low = 0
        var high = count - 1
        while low < high {
            let pivot = self[(low + high) / 2]
            var i = low
            var j = high
            while i <= j {
                while self[i] < pivot { i += 1 }
                while pivot < self[j] { j -= 1 }
                if i <= j {
                    swapAt(i, j)
                    i += 1
                    j -= 1
                }
            }
            if rank <= j { high = j } else if rank >= i { low = i } else { return self[rank] }
        }
        return self[rank]
    }
}
