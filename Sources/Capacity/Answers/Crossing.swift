import Glibc

/// Where a node reaches a level as one input varies: searched over blocks of 256 values at a time, in Doubles, and then
/// settled exactly.
struct Crossing {
    let plan: Plan
    let input: Node
    private let position: Int
    private let program: BlockProgram
    /// In the input's dimension: from where to where it may vary.
    private let range: ClosedRange<Double>
    /// What the plan has.
    let now: Double

    /// - Returns: nil for an input whose value is not known.
    init?(_ plan: Plan, varying input: Node) {
        guard let position = plan.graph.position(of: input.id), let now = plan.value(input)?.double else { return nil }
        self.plan = plan
        self.input = input
        self.position = position
        self.now = now
        program = BlockProgram(plan.evaluation, varying: plan.graph.descendants(of: [position]))
        // A million times more or less is more than anyone plans for.
        let start = now > 0 ? now : input.unit.scale.double
        let least = max(start / 0x1p20, (input.least * input.unit.scale).double)
        range = input.whole.map { 0...$0 } ?? least...max(least, start * 0x1p20)
    }

    /// Values spread over the range: evenly over a share, by equal factors over anything else; with `now` among them.
    private func grid() -> [Double] {
        let last = Double(BlockEvaluator.blockSize - 2)
        let spread = (0..<BlockEvaluator.blockSize - 1).map { i in
            input.whole == nil
                ? range.lowerBound * pow(range.upperBound / range.lowerBound, Double(i) / last)
                : range.lowerBound + (range.upperBound - range.lowerBound) * Double(i) / last
        }
        return (spread + [now]).sorted()
    }

    private func run(_ points: [Double]) -> BlockEvaluator {
        var evaluator = BlockEvaluator(program)
        evaluator.fill(position) { points[$0] }
        evaluator.run()
        return evaluator
    }

    /// As ``last(_:_:)`` from a value that holds, also going down: the nearest place where it no longer does.
    func either(_ targets: [Node], _ holds: (_ target: Int, _ value: Double) -> Bool) -> [Double?] {
        let points = grid()
        let first = run(points)
        return targets.indices.map { i in
            guard let slot = plan.graph.position(of: targets[i].id), let here = points.firstIndex(of: now) else { return nil }
            let isFine = points.indices.map { holds(i, first.value(slot, $0)) }
            guard isFine[here] else { return nil }
            let above = points.indices.first { $0 > here && !isFine[$0] }
            let below = points.indices.last { $0 < here && !isFine[$0] }
            // The nearer of the two, counted in steps of the grid.
            if let above, below.map({ above - here <= here - $0 }) ?? true {
                return refined(points[above - 1], points[above]) { holds(i, $1.value(slot, $0)) }
            }
            return below.map { below in refined(points[below + 1], points[below]) { holds(i, $1.value(slot, $0)) } }
        }
    }

    /// For each target the greatest value of the input below which it holds, going up from what the plan has; where it does
    /// not hold there, the greatest below that does. Nil where it holds, or fails, over the whole range.
    /// - Parameter holds: whether the value of target `i`, in its dimension, is all right.
    func last(_ targets: [Node], _ holds: (_ target: Int, _ value: Double) -> Bool) -> [Double?] {
        let points = grid()
        let first = run(points)
        return targets.indices.map { i in
            guard let slot = plan.graph.position(of: targets[i].id), let here = points.firstIndex(of: now) else { return nil }
            let isFine = points.indices.map { holds(i, first.value(slot, $0)) }
            let low: Int
            if isFine[here] {
                guard let next = points.indices.first(where: { $0 > here && !isFine[$0] }) else { return nil }
                low = next - 1
            } else {
                guard let fine = points.indices.last(where: { $0 < here && isFine[$0] }) else { return nil }
                low = fine
            }
            return refined(points[low], points[low + 1]) { world, evaluator in holds(i, evaluator.value(slot, world)) }
        }
    }

    /// The other way round, for targets that a greater input makes better: the least value above which each holds.
    func first(_ targets: [Node], _ holds: (_ target: Int, _ value: Double) -> Bool) -> [Double?] {
        let points = grid()
        let worlds = run(points)
        return targets.indices.map { i in
            guard let slot = plan.graph.position(of: targets[i].id), let here = points.firstIndex(of: now) else { return nil }
            let isFine = points.indices.map { holds(i, worlds.value(slot, $0)) }
            let broken =
                isFine[here]
                ? points.indices.last { $0 < here && !isFine[$0] }
                : points.indices.first { $0 > here && isFine[$0] }.map { $0 - 1 }
            guard let broken else { return nil }
            return refined(points[broken + 1], points[broken]) { world, evaluator in holds(i, evaluator.value(slot, world)) }
        }
    }

    /// The last value that holds, from `low`, which does, towards `high`, which does not.
    private func refined(_ low: Double, _ high: Double, _ holds: (Int, BlockEvaluator) -> Bool) -> Double {
        var low = low
        var high = high
        for _ in 0..<8 where abs(high - low) > 1e-13 * abs(high) {
            let count = BlockEvaluator.blockSize
            let points = (0..<count).map { low + (high - low) * Double($0) / Double(count - 1) }
            let evaluator = run(points)
            guard let next = points.indices.first(where: { $0 > 0 && !holds($0, evaluator) }) else { return low }
            (low, high) = (points[next - 1], points[next])
        }
        return low
    }
}

extension Crossing {
    /// The value as people plan with it: whole where things are counted or many, else six digits, rounded down, or up for a
    /// least value, and checked exactly with `holds`; in the input's dimension.
    func settled(_ value: Double, isLeast: Bool = false, _ holds: (Evaluation) -> Bool) -> Rational? {
        guard let exact = Rational(nearestDecimal: value) else { return nil }
        let scale = input.unit.scale
        let isCounted = input.unit.dimension.measures.powers.isEmpty && input.unit != .ratio && exact >= 10
        let isMany = exact >= 100_000 * scale
        let digits = exact.isZero ? 0 : exact.leadingExponent
        // Doubles are good for eleven digits.
        let step =
            input.isWhole
            ? scale : isCounted || isMany ? max(scale, Rational.powerOfTen(digits - 11)) : Rational.powerOfTen(digits - 5)
        let steps = exact / step ?? exact
        var candidate = (isLeast ? .zero - Rational((.zero - steps).floor) : Rational(steps.floor)) * step
        let further = isLeast ? .zero - step : step
        let affected = plan.graph.descendants(of: [position])
        func isFine(_ value: Rational) -> Bool {
            guard input.range.allows(value / scale ?? value, input.unit),
                let world = try? plan.evaluation.changing([position: value], affected: affected)
            else { return false }
            return holds(world)
        }
        // A Double may stop a step short of it, or beyond.
        for _ in 0..<3 where isFine(candidate + further) { candidate += further }
        for _ in 0..<3 where !isFine(candidate) { candidate = candidate - further }
        return isFine(candidate) ? candidate : nil
    }
}
