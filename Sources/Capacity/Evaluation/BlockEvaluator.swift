import Glibc

/// Runs a ``BlockProgram`` over worlds, a block at a time.
struct BlockEvaluator {
    /// Worlds in a block: a few hundred nodes of that many Doubles stay in the processor's cache.
    static let blockSize = 256

    private let program: BlockProgram
    private var slots: [Double]

    init(_ program: BlockProgram) {
        self.program = program
        slots = [Double](repeating: 0, count: program.slotCount * BlockEvaluator.blockSize)
        for (slot, value) in program.constants { fill(slot) { _ in value } }
    }

    /// Sets the values of an input for the worlds of the block.
    mutating func fill(_ slot: Int, _ value: (_ world: Int) -> Double) {
        let start = slot * BlockEvaluator.blockSize
        for i in 0..<BlockEvaluator.blockSize { slots[start + i] = value(i) }
    }

    /// The value of a node in a world of the block.
    func value(_ slot: Int, _ world: Int) -> Double { slots[slot * BlockEvaluator.blockSize + world] }

    func values(_ slot: Int) -> ArraySlice<Double> {
        slots[slot * BlockEvaluator.blockSize..<(slot + 1) * BlockEvaluator.blockSize]
    }

    mutating func run() {
        let program = program
        var span = slots.mutableSpan
        for step in program.steps {
            let target = step.target * BlockEvaluator.blockSize
            let a = step.first * BlockEvaluator.blockSize
            let b = step.second * BlockEvaluator.blockSize
            let size = BlockEvaluator.blockSize
            switch step.operation {
            case .add: for i in 0..<size { span[target &+ i] = span[a &+ i] + span[b &+ i] }
            case .subtract: for i in 0..<size { span[target &+ i] = span[a &+ i] - span[b &+ i] }
            case .multiply: for i in 0..<size { span[target &+ i] = span[a &+ i] * span[b &+ i] }
            case .divide: for i in 0..<size { span[target &+ i] = span[a &+ i] / span[b &+ i] }
            case .larger: for i in 0..<size { span[target &+ i] = max(span[a &+ i], span[b &+ i]) }
            case .smaller: for i in 0..<size { span[target &+ i] = min(span[a &+ i], span[b &+ i]) }
            case .copy: for i in 0..<size { span[target &+ i] = span[a &+ i] }
            case .round(let rounding): BlockEvaluator.round(rounding, &span, target, a)
            case .tiers(let ladder): BlockEvaluator.cost(program.ladders[ladder], &span, target, a)
            }
        }
    }

    /// What lies this close above a whole number is that number: Doubles miss it by a few units of their last place.
    private static let tolerance = 1e-11

    private static func round(_ rounding: Rounding, _ span: inout MutableSpan<Double>, _ target: Int, _ a: Int) {
        switch rounding {
        case .up(let step):
            let step = step.double
            for i in 0..<blockSize {
                let steps = span[a &+ i] / step
                span[target &+ i] = Glibc.ceil(steps - abs(steps) * tolerance) * step
            }
        case .down(let step):
            let step = step.double
            for i in 0..<blockSize {
                let steps = span[a &+ i] / step
                span[target &+ i] = Glibc.floor(steps + abs(steps) * tolerance) * step
            }
        case .halfUp(let step):
            let step = step.double
            for i in 0..<blockSize {
                let steps = span[a &+ i] / step
                span[target &+ i] = (steps + steps * tolerance).rounded(.toNearestOrAwayFromZero) * step
            }
        case .significant(let digits):
            for i in 0..<blockSize {
                let value = span[a &+ i]
                guard value != 0, value.isFinite else {
                    span[target &+ i] = value
                    continue
                }
                let step = Glibc.pow(10, Glibc.floor(Glibc.log10(abs(value) * (1 + tolerance))) - Double(digits - 1))
                span[target &+ i] = (value / step * (1 + tolerance)).rounded(.toNearestOrAwayFromZero) * step
            }
        }
    }

    private static func cost(
        _ ladder: BlockProgram.LadderSteps, _ span: inout MutableSpan<Double>, _ target: Int, _ a: Int
    ) {
        for i in 0..<blockSize {
            let quantity = span[a &+ i]
            let free = ladder.free.map { $0.amount * span[$0.isTaken * blockSize + i] } ?? 0
            var cost = quantity.isNaN ? Double.nan : 0
            for step in ladder.steps {
                let from = max(step.from, free)
                let to = min(step.to, quantity)
                if to > from { cost += (to - from) * span[step.price * blockSize + i] }
            }
            span[target &+ i] = cost
        }
    }
}
