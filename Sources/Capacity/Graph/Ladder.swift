/// Marginal prices over cumulative thresholds: what is above a step costs the step's price, what is below keeps its own.
/// A free tier is step 0, and lies under the first threshold of the others.
struct Ladder: Sendable {
    struct Step: Sendable {
        /// In the quantity's dimension, where the step begins.
        let from: Rational
        let price: Node
    }

    /// The price list's name.
    let price: String
    let steps: [Step]
    let free: Free?

    struct Free: Sendable {
        let amount: Rational
        /// 0 or 1: whether the account has it.
        let isTaken: Node
    }

    func upperEnd(of step: Int) -> Rational? { step + 1 < steps.count ? steps[step + 1].from : nil }
}

extension Formula {
    /// The cost of a quantity by the steps of a price. The quantity counts what the price counts, with or without a time:
    /// GB stored, or GB a month.
    public static func tiered(_ id: String, _ quantity: Formula) -> Formula {
        guard let entry = PriceBook.list[id] else { return .faulty("there is no price \(id)") }
        let ladder = entry.ladder
        let perUnit = ladder.steps.first?.price.unit.dimension ?? .none
        let cost = quantity.dimension * perUnit
        let isMonthly = cost == (Unit.usd / .month).dimension
        let mismatch = isMonthly ? nil : "\(quantity.dimension.unit) by the price \(id) is \(cost.unit), not USD a month"
        return Formula(.tiers(quantity, ladder), cost, fault: quantity.fault ?? mismatch)
    }

    /// A price of one step.
    public static func price(_ id: String) -> Formula {
        guard let entry = PriceBook.list[id] else { return .faulty("there is no price \(id)") }
        guard entry.steps.count == 1, let node = entry.nodes.first else { return .faulty("\(id) has steps: use tiered") }
        return Formula(node)
    }
}
