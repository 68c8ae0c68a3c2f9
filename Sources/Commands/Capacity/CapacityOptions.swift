import Capacity
import CommandLine
import FleetCore
import StrictJSON

/// What the commands of `capacity` have in common: which design, with which settings.
enum CapacityOptions {
    static let designIDs = Design.all.map(\.id)
    static let design = OptionalArgument(
        .choice("DESIGN", designIDs), help: "the design; may be left out where --scenario names it")
    static let designOption = Option(
        "design", .choice("DESIGN", designIDs), help: "the design", defaultText: "the first that has the node")
    static let scenario = Option("scenario", .file("FILE"), help: "a scenario file; capacity init writes one to begin with")
    static let set = Option(
        "set", .text("ID=VALUE"), help: "another value for an input, with its unit or in the unit that plan prints it in"
    ).repeatable()
    static let users = Option(
        "users", .integer("N", 1...1_000_000_000_000),
        help: "daily users, and what the design states for all of them in proportion")
    static let spread = Option(
        "spread", .percentage, help: "how far assumptions without percentiles of their own may be off, p5 and p95")

    /// The plan that a command is about.
    /// - Parameter design: as given; nil takes the scenario's.
    static func plan(_ design: String?, _ invocation: Invocation, _ context: CommandContext) throws -> Plan {
        let scenario = try invocation[scenario].map { try ScenarioFile.read($0, context) }
        if let design, let scenario, scenario.design != design {
            throw ToolError(
                .badInput, "the scenario is one of \(scenario.design), not of \(design)", at: scenario.file,
                next: "leave \(design) out, or change the scenario's design")
        }
        guard let id = design ?? scenario?.design, let found = Design.named(id) else {
            throw ToolError(.usage, "no design is named", next: "one of \(designIDs.joined(separator: ", ")), or --scenario FILE")
        }
        return try plan(found, try scenario?.measured(context), invocation[set], users: invocation[users], context)
    }

    /// - Parameter set: `ID=VALUE` each, over what the scenario says; that again over what follows from `users`.
    static func plan(
        _ design: Design, _ scenario: Scenario?, _ set: [String], users: Int64?, _ context: CommandContext
    ) throws -> Plan {
        let graph = try Graph(design)
        var settings = scenario?.changes(graph) ?? [:]
        let typed = try CommandLineSettings.read(set, graph, context)
        if let users, let node = design.dailyUsers {
            guard typed[node.id] == nil else {
                throw ToolError(.usage, "--users and --set \(node.id) both say how many there are", next: "leave one of them out")
            }
            settings[node.id] = nil
            settings.merge(design.settings(forDailyUsers: Rational(Int(users)))) { own, _ in own }
        }
        settings.merge(typed) { $1 }
        return try Plan(design, settings)
    }

    /// What a reader must know who set the daily users and nothing else; nil where nothing stays behind.
    static func totalsNote(_ plan: Plan) -> String? {
        let left = plan.totalsLeftBehind
        guard !left.isEmpty, let users = plan.design.dailyUsers.flatMap({ plan.number($0) }) else { return nil }
        return """
            Daily users are set, and these stay as \(plan.design.id) states them for all its users: \
            \(left.map(\.id).joined(separator: ", ")). --users \(users.decimalText()) sets them in proportion.
            """
    }

    /// The same where daily users vary.
    static func totalsNote(varying input: Node, _ plan: Plan) -> String? {
        guard input.id == plan.design.dailyUsers?.id, !plan.design.statedTotals.isEmpty else { return nil }
        return """
            While \(input.id) varies, these stay as they are for all users: \
            \(plan.design.statedTotals.map(\.id).joined(separator: ", ")). capacity plan --users N sets them in proportion.
            """
    }

    /// The plan whose graph has the node: of `--design`, of the scenario, or the first design that declares it.
    static func plan(having id: String, _ invocation: Invocation, _ context: CommandContext) throws -> (Plan, Node) {
        let named = invocation[designOption]
        let declaring = Design.all.first { design in design.nodes.contains { $0.id == id } }
        let using = Design.all.first { design in (try? Graph(design))?.node(id) != nil }
        let design = named ?? (invocation[scenario] == nil ? (declaring ?? using)?.id : nil)
        guard design != nil || invocation[scenario] != nil else { throw unknown(id, Design.all) }
        let plan = try plan(design, invocation, context)
        guard let node = plan.graph.node(id) else { throw unknown(id, [plan.design]) }
        return (plan, node)
    }

    static func node(_ id: String, of plan: Plan) throws(ToolError) -> Node {
        guard let node = plan.graph.node(id) else { throw unknown(id, [plan.design]) }
        return node
    }

    private static func unknown(_ id: String, _ designs: [Design]) -> ToolError {
        let ids = designs.flatMap { design in (try? Graph(design))?.nodes.map(\.id) ?? [] }
        let place = designs.count == 1 ? designs.first?.id : nil
        return ToolError(
            .badInput, "there is no node \(id)", at: place,
            next: closest(to: id, among: ids).map { "did you mean \($0)?" }
                ?? "see what there is: chatfleet capacity plan \(place ?? "DESIGN") --format csv")
    }
}

/// `--set ID=VALUE`, all of them; all that is wrong with them at once.
enum CommandLineSettings {
    static func read(_ words: [String], _ graph: Graph, _ context: CommandContext) throws(ToolError) -> [String: Setting] {
        var settings: [String: Setting] = [:]
        var faults: [String] = []
        for word in words {
            switch setting(word, graph) {
            case .success((let id, let value)): settings[id] = Setting(.number(value), .commandLine)
            case .failure(let fault): faults.append("--set \(word): \(fault.message)" + hint(fault))
            }
        }
        guard faults.isEmpty else {
            if faults.count > 1 { for fault in faults { context.noteProblem(fault) } }
            throw ToolError(
                .badInput, faults.count == 1 ? faults[0] : "\(faults.count) of the settings are wrong",
                next: "a quantity is a number and its unit: --set 'ID=25 %'")
        }
        return settings
    }

    private static func hint(_ fault: QuantityText.Fault) -> String {
        fault.suggestion.map { " (did you mean \($0)?)" } ?? ""
    }

    private static func setting(_ word: String, _ graph: Graph) -> Result<(String, Rational), QuantityText.Fault> {
        guard let equals = word.firstIndex(of: "=") else { return .failure(.init("there is no = in it")) }
        let id = String(word[..<equals])
        guard let node = graph.node(id) else {
            return .failure(.init("there is no input \(id)", suggestion: closest(to: id, among: graph.inputIDs)))
        }
        guard node.isInput else {
            return .failure(.init("\(id) is computed; set what it depends on: \(graph.inputIDs(of: node))"))
        }
        do {
            return .success((id, try QuantityText(node, takesBareNumbers: true).read(String(word[word.index(after: equals)...]))))
        } catch {
            return .failure(error)
        }
    }
}
