import Capacity
import CommandLine
import FleetCore
import StrictJSON

/// `chatfleet capacity init DESIGN`.
enum CapacityInitCommand {
    static let design = Argument(.choice("DESIGN", CapacityOptions.designIDs), help: "the design")

    static let command = Command(
        CommandSpec(
            "capacity init", group: .planning, purpose: "a scenario file with every assumption of a design in it",
            discussion: """
                It says what the design says, in the design's order; change what is otherwise and leave the rest out or in. \
                Prices and quotas are set under \"prices\" and \"quotas\", with a reason and a day until which it holds.
                """,
            arguments: [design],
            examples: [Example("chatfleet capacity init chat-r1 > mine.json", "a file to begin with")])
    ) { invocation, context in
        guard let design = Design.named(invocation[design]) else { return .failure }
        var json = JSONWriter(.indented)
        try json.object { json in
            json.member("schema", ScenarioReader.schema)
            json.member("design", design.id)
            json.member("name", try Plan(design).title)
            json.key("set")
            let inputs = try Graph(design).nodes.filter { $0.isInput && $0.kind != .price && $0.kind != .quota }
            let plan = try Plan(design)
            json.object { json in
                for node in inputs {
                    guard let number = plan.number(node) else { continue }
                    json.member(node.id, text(number, node))
                }
            }
            json.key("prices")
            json.object { _ in }
            json.key("quotas")
            json.object { _ in }
        }
        try context.emit(text: json.text + "\n")
        return .success
    }

    /// Shares as percentages, everything else in its own unit.
    private static func text(_ number: Rational, _ node: Node) -> String {
        if node.range == .share, node.unit == .ratio { return "\((number * 100).exactText) %" }
        return "\(number.exactText) \(node.unit)"
    }
}
