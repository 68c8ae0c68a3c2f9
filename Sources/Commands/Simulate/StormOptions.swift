import CommandLine
import FleetCore
import Reporting
import Simulation

/// Options and words that the storms share.
enum StormOptions {
    static let seed = Option("seed", .integer("N", 0...Int64.max), help: "which run; the same seed gives the same bytes")
        .defaulting(to: 1, shown: "1")
    static let timeout = Option("timeout", .duration, help: "how long a client waits in the queue before it gives up")
        .defaulting(to: StormDesign.timeout, shown: StormDesign.timeout.description)
    static let queue = Option(
        "queue", .integer("N", 0...2_000_000_000), help: "attempts that may wait, of all servers together",
        defaultText: "what is admitted in one time-out")
    static let horizon = Option("horizon", .duration, help: "when the run ends, whoever is back by then")
    static let policy = Option(
        "policy", .stormPolicy, help: "how clients try again; given again, each with its share, policies mix: chat:70%",
        defaultText: "chat"
    ).repeatable()
    static let window = Option("window", .duration, help: "the window of the policy window")
        .defaulting(to: StormDesign.window, shown: StormDesign.window.description).needing(policy)

    /// What is asked of the policy `window`, which must be asked for.
    static func windowSeconds(_ invocation: Invocation) throws(ToolError) -> Int {
        let policies = invocation[policy].map(\.policy)
        guard invocation.isGiven(window) == false || policies.contains(.window) else {
            throw ToolError(
                .usage, "--window does nothing without the policy window", at: "chatfleet \(invocation.command.name)",
                next: "add --policy window, or leave --window out")
        }
        return Int(invocation[window].seconds)
    }

    /// The classes that `--policy` names, with their clients.
    static func classes(
        _ asked: [PolicyShare], of clients: Int, windowSeconds: Int
    ) throws(ToolError) -> [StormClass] {
        let asked = asked.isEmpty ? [PolicyShare(policy: .chat, share: nil)] : asked
        let shares = asked.map { $0.share ?? (asked.count == 1 ? 1 : 0) }
        guard asked.count == 1 || asked.allSatisfy({ $0.share != nil }), abs(shares.reduce(0, +) - 1) < 1e-9 else {
            throw ToolError(
                .usage, "the shares of --policy add up to \(chosenShareText(shares.reduce(0, +))), not to 100 %",
                next: "give each policy its share: --policy chat:70% --policy whatsapp:30%")
        }
        var left = clients
        return asked.enumerated().map { index, one in
            let some = index == asked.count - 1 ? left : min(left, Int((Double(clients) * shares[index]).rounded()))
            left -= some
            return StormClass(one.policy.rawValue, clients: some, policy: one.policy.law(window: windowSeconds * 1000))
        }
    }
}

/// A policy by its name on the command line.
enum PolicyName: String, CaseIterable, Sendable {
    case immediate, window, exponential
    case fullJitter = "full-jitter"
    case decorrelated
    case serverSent = "server-sent"
    /// What clients do: the chat design's, and the two walkthroughs'.
    case chat
    case oneToOne = "one-to-one"
    case whatsApp = "whatsapp"

    /// Waits from one second to one minute, where the name says nothing else.
    func law(window: Int) -> ReconnectPolicy {
        switch self {
        case .immediate: .immediate
        case .window: .window(window)
        case .exponential: .exponential(first: 1000, cap: 60_000)
        case .fullJitter: .fullJitter(first: 1000, cap: 60_000)
        case .decorrelated: .decorrelated(first: 1000, cap: 60_000)
        case .serverSent: .serverSent(first: 1000, cap: 60_000)
        case .chat: .chat
        case .oneToOne: .oneToOne
        case .whatsApp: .whatsApp
        }
    }
}

/// `whatsapp` or `whatsapp:30%`.
struct PolicyShare: Sendable, Equatable {
    let policy: PolicyName
    /// Nil: not given.
    let share: Double?
}

extension ValueType where Value == PolicyShare {
    static var stormPolicy: ValueType {
        let words = PolicyName.allCases.map(\.rawValue)
        return ValueType(
            "POLICY[:PERCENT]", expects: "one of \(words.joined(separator: ", ")), with or without its share, such as chat:70%",
            completion: .words(words)
        ) { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let policy = PolicyName(rawValue: parts[0]) else { return nil }
            guard parts.count == 2 else { return PolicyShare(policy: policy, share: nil) }
            return Percentage(parts[1]).map { PolicyShare(policy: policy, share: $0.share) }
        }
    }
}

extension ValueType where Value == Double {
    /// A number of at least 0: digits, with or without a point.
    static func decimal(_ placeholder: String) -> ValueType {
        ValueType(placeholder, expects: "a number of at least 0, such as 0.8") { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let isNumber =
                (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
            return isNumber ? Double(text) : nil
        }
    }

    /// A percentage, as its share.
    static var share: ValueType {
        ValueType("PERCENT", expects: "a percentage from 0% to 100%, such as 4%", suggest: Percentage.meant) {
            Percentage($0)?.share
        }
    }
}
