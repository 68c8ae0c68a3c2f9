import FleetCore
import Testing

@testable import Capacity

/// What holds for each design there is, and for each that is added.
@Suite struct EveryDesignTests {
    @Test(arguments: Design.all.map(\.id))
    func `a design has no unit errors, and what it names exists`(id: String) throws {
        let design = try #require(Design.named(id))
        #expect(design.faults == [])
        #expect(design.dailyUsers != nil)
        let values = try Evaluation(Graph(design))
        for node in values.graph.nodes where node.kind != .quota {
            #expect(values.value(node.id) != nil, "\(node.id) has no value")
        }
    }

    /// Large enough to pass every rounding step.
    private static func changes(_ node: Node) -> [Rational] {
        guard let value = node.value else { return [] }
        if let whole = node.whole.flatMap({ Rational(nearestDecimal: $0) }) {
            let other: Rational = value == 0 ? whole : 0
            return [other, value == whole ? (whole / 2 ?? 0) : whole]
        }
        return value.isZero ? [1000] : [value * 1009, (value / 64) ?? value]
    }

    /// With every line of the bill on, so that a line that is off hides nothing.
    private static func base(_ design: Design) throws -> Evaluation {
        let switches = design.nodes.filter { $0.id.hasSuffix(".included") }.map { ($0.id, Optional(Rational(1))) }
        return try Evaluation(Graph(design), inputs: Dictionary(uniqueKeysWithValues: switches))
    }

    /// Input → figures that stay although their formulas take it; ``UnmovedFigures`` says why.
    private static func unmoved(_ design: Design) throws -> [String: Set<String>] {
        let before = try base(design)
        let graph = before.graph
        var unmoved: [String: Set<String>] = [:]
        for (position, node) in graph.nodes.enumerated() where node.isInput && node.value != nil {
            if node.id.hasSuffix(".included") { continue }
            let descendants = Set(graph.descendants(of: [position]))
            var moved: Set<Int> = []
            for value in changes(node) where node.range.allows((value / node.unit.scale) ?? value, node.unit) {
                // All of it again, so that what should not move is seen not to.
                var inputs = Dictionary(
                    uniqueKeysWithValues: graph.nodes.indices.filter { graph.nodes[$0].isInput }
                        .map { (graph.nodes[$0].id, before.values[$0]) })
                inputs[node.id] = value
                guard let after = try? Evaluation(graph, inputs: inputs) else { continue }
                moved.formUnion(graph.nodes.indices.filter { before.values[$0] != after.values[$0] })
            }
            #expect(moved.isSubset(of: descendants), "\(node.id)")
            let still = Set(descendants.subtracting(moved).map { graph.nodes[$0].id })
            if !still.isEmpty { unmoved[node.id] = still }
        }
        return unmoved
    }

    @Test(arguments: Design.all.map(\.id))
    func `each input moves what depends on it, and nothing else`(id: String) throws {
        let found = try EveryDesignTests.unmoved(#require(Design.named(id)))
        let lines = found.map { "\($0.key): \($0.value.sorted().joined(separator: " "))" }.sorted()
        let listed = UnmovedFigures.of(id)
        let lacking = lines.filter { !listed.contains($0) }
        let surplus = listed.filter { !lines.contains($0) }
        #expect(lacking.isEmpty, "not listed for \(id):\n\(lacking.joined(separator: "\n"))")
        #expect(surplus.isEmpty, "moves now, of \(id):\n\(surplus.joined(separator: "\n"))")
    }
}
