import Capacity
import CommandLine
import FleetCore

/// What a storm is made of where the command line does not say: the figures of a design, with a scenario and `--set` as
/// `capacity plan` takes them.
struct StormDesign {
    static let timeout = TimeLength(seconds: 10)
    static let window = TimeLength(seconds: 60)

    static let chat = designOption(shown: "chat-r2")
    static let feed = designOption(shown: "feed-r3")
    static let options: [any DeclaresOption] = [CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users]

    private let plan: Plan
    /// `chat.r2`.
    private let prefix: String

    /// - Parameter fallback: the design where neither the option nor a scenario names one.
    init(
        _ option: Option<String>, _ fallback: String, _ invocation: Invocation, _ context: CommandContext
    ) throws {
        let isNamed = invocation[option] != nil || invocation[CapacityOptions.scenario] != nil
        plan = try CapacityOptions.plan(isNamed ? invocation[option] : fallback, invocation, context)
        prefix = plan.design.id.split(separator: "-").joined(separator: ".")
    }

    var title: String { plan.title }

    /// A figure of the design, by what follows its own prefix: `azloss.phones`.
    func figure(_ name: String) throws(ToolError) -> Double { try shared("\(prefix).\(name)") }

    /// A figure that counts things, to the nearest whole number.
    func count(_ name: String, upTo most: Int) throws(ToolError) -> Int {
        let value = try figure(name).rounded()
        guard value >= 0, value <= Double(most) else {
            throw ToolError(
                .usage, "\(prefix).\(name) is \(value), and a storm takes 0 to \(most)", next: "give the number itself")
        }
        return Int(value)
    }

    /// A figure by its whole id.
    func shared(_ id: String) throws(ToolError) -> Double {
        guard plan.graph.node(id) != nil else {
            throw ToolError(
                .usage, "\(plan.design.id) has no \(id), which this storm begins with",
                next: "name another --design, or give every number")
        }
        guard let value = plan.evaluation.number(id) else {
            throw ToolError(.unknown, "\(id) has no value", next: "set it: --set '\(id)=…'")
        }
        return value.double
    }

    private static func designOption(shown: String) -> Option<String> {
        Option(
            "design", .choice("DESIGN", CapacityOptions.designIDs),
            help: "the design that numbers come from where none are given",
            defaultText: shown)
    }
}
