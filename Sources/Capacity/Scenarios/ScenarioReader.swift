public import FleetCore
public import StrictJSON

/// Reads a scenario file, strictly: what is unknown, without its unit, out of range or out of date is an error, and all
/// errors are told at once.
///
/// ```json
/// {
///   "schema": 1, "design": "chat-r2", "name": "45 million",
///   "set": { "chat.r2.dau": "45000000 users", "chat.r2.peak_factor": { "p5": "3 ratio", "p95": "4.2 ratio" } },
///   "quotas": {
///     "fcm.project.messages_per_min": { "value": "1200000 messages/min", "reason": "granted", "until": "2027-06-30" } }
/// }
/// ```
public struct ScenarioReader {
    public static let schema: Int64 = 1

    /// Overrides that end before it are errors.
    let today: Day
    private let problems: DocumentProblems
    private let document: JSONDocument
    private let file: String

    private init(_ document: JSONDocument, today: Day) {
        self.document = document
        self.today = today
        file = document.file
        problems = DocumentProblems(document)
    }

    /// The scenario, and everything that is wrong with it; nil where it can't be told what it says.
    public static func read(_ bytes: [UInt8], file: String, today: Day) -> (scenario: Scenario?, problems: [DocumentProblem]) {
        let (document, faults) = JSONDocument.read(bytes, file: file)
        guard let document else { return (nil, faults) }
        let reader = ScenarioReader(document, today: today)
        let scenario = reader.scenario()
        let all = (faults + reader.problems.problems).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        return (all.isEmpty ? scenario : nil, all)
    }

    private func scenario() -> Scenario? {
        let known = ["schema", "design", "name", "extends", "set", "prices", "quotas"]
        guard let top = ObjectReader(document.root, problems, members: known) else { return nil }
        _ = top.whole("schema", in: ScenarioReader.schema...ScenarioReader.schema, .required)
        let name = top.string("name", .required) ?? ""
        let extends = top.string("extends")
        guard let id = top.string("design", .required) else { return nil }
        guard let design = Design.named(id), let graph = try? Graph(design) else {
            let offset = top.value("design")?.offset ?? 0
            problems.report(
                .badValue, at: offset, "there is no design \(id)",
                suggestion: problems.nearest(to: id, among: Design.all.map(\.id)))
            return nil
        }
        var settings: [String: Setting] = [:]
        var reasons: [String: String] = [:]
        for member in top.object("set", members: nil)?.members ?? [] {
            guard let node = input(member, graph, prefix: "") else { continue }
            settings[node.id] = setting(member.value, node)
        }
        for section in ["price", "quota"] {
            for member in top.object(section + "s", members: nil)?.members ?? [] {
                guard let node = input(member, graph, prefix: section + ".") else { continue }
                guard let (setting, reason) = override(member, node) else { continue }
                settings[node.id] = setting
                reasons[node.id] = reason
            }
        }
        return Scenario(file: file, design: id, name: name, extends: extends, settings: settings, reasons: reasons)
    }

    // MARK: Which input

    private func input(_ member: JSONMember, _ graph: Graph, prefix: String) -> Node? {
        let id = prefix + member.name
        if let node = graph.node(id), node.isInput {
            let section = node.kind == .price ? "price." : node.kind == .quota ? "quota." : ""
            if section == prefix { return node }
            problems.report(
                .badValue, at: member.offset, "a \(node.kind.rawValue) is set under \"\(node.kind.rawValue)s\", with its reason")
            return nil
        }
        if let node = graph.node(id) {
            problems.report(
                .badValue, at: member.offset, "\(id) is computed; set what it depends on: \(graph.inputIDs(of: node))")
            return nil
        }
        let names = graph.nodes.filter { $0.isInput && $0.id.hasPrefix(prefix) }.map {
            String($0.id.dropFirst(prefix.utf8.count))
        }
        problems.report(
            .unknownMember, at: member.offset, "the design takes no input of this name",
            suggestion: problems.nearest(to: member.name, among: names))
        return nil
    }

    // MARK: Which value

    private func setting(_ value: JSONNode, _ node: Node) -> Setting? {
        guard case .object(let members) = value.value else {
            return number(value, node).map { Setting(.number($0), source(value)) }
        }
        if members.contains(where: { $0.name == "measured" }) { return measured(value) }
        return distribution(value, node).map { Setting(.distribution($0), source(value)) }
    }

    private func source(_ value: JSONNode) -> Source {
        let place = problems.lineAndColumn(of: value.offset)
        return .scenario(file: file, line: Int(place.prefix { $0 != ":" }) ?? 0)
    }

    private func number(_ value: JSONNode, _ node: Node) -> Rational? {
        if case .number(let numeral) = value.value, !value.isDamaged {
            problems.report(
                .wrongType, at: value.offset, "expected a text, a number with its unit; found a number",
                suggestion: "\"\(numeral.text) \(node.unit)\"")
            return nil
        }
        guard let text = ObjectReader.string(value, problems) else { return nil }
        do {
            return try QuantityText(node).read(text)
        } catch {
            problems.report(.badValue, at: value.offset, error.message, suggestion: error.suggestion)
            return nil
        }
    }

    private func distribution(_ value: JSONNode, _ node: Node) -> Distribution? {
        guard let reader = ObjectReader(value, problems, members: ["p5", "p50", "p95"]) else { return nil }
        let values = ["p5", "p50", "p95"].map { name in
            reader.value(name, name == "p50" ? .optional : .required).flatMap { number($0, node) }
        }
        guard let low = values[0], let high = values[2] else { return nil }
        let middle = values[1]
        guard low <= high, middle.map({ low <= $0 && $0 <= high }) ?? true else {
            problems.report(.badValue, at: value.offset, "p5 ≤ p50 ≤ p95 does not hold")
            return nil
        }
        let result = Distribution(
            p5: low.double, p50: middle?.double, p95: high.double, whole: node.whole)
        if result == nil {
            problems.report(
                .badValue, at: value.offset,
                "an end at 0\(node.whole == nil ? "" : " or at 100 %") has no place on the scale; give the least that is meant")
        }
        return result
    }

    private func measured(_ value: JSONNode) -> Setting? {
        guard let reader = ObjectReader(value, problems, members: ["measured", "window"]),
            let metric = reader.string("measured", .required), let window = reader.string("window", .required)
        else { return nil }
        let words = window.split(separator: " ")
        guard words.count == 2, words[1] == "d", let days = Int(words[0]), (1...400).contains(days) else {
            problems.report(
                .badValue, at: reader.value("window")?.offset ?? value.offset, "\"\(window)\" is not 1 to 400 days",
                suggestion: "28 d")
            return nil
        }
        return Setting(.measured(metric: metric, window: window), source(value))
    }

    /// A price or a quota that is not the list's: why, and until when.
    private func override(_ member: JSONMember, _ node: Node) -> (Setting, String)? {
        guard let reader = ObjectReader(member.value, problems, members: ["value", "reason", "until"]) else { return nil }
        let reason = reader.string("reason", .required)
        if let text = reader.string("until", .required), let place = reader.value("until")?.offset {
            if let until = Day(text) {
                if until < today {
                    problems.report(.badValue, at: place, "expired: it held until \(until), today is \(today)")
                }
            } else {
                problems.report(.badValue, at: place, "\"\(text)\" is no day, YYYY-MM-DD")
            }
        }
        guard let value = reader.value("value", .required) else { return nil }
        if case .null = value.value, node.kind == .price {
            return reason.map { (Setting(.unpriced, source(value)), $0) }
        }
        guard let number = number(value, node), let reason else { return nil }
        return (Setting(.number(number), source(value)), reason)
    }
}

extension Graph {
    /// Every input.
    public var inputIDs: [String] { nodes.filter(\.isInput).map(\.id) }

    /// The inputs that a node depends on, for people.
    public func inputIDs(of node: Node) -> String {
        guard let position = position(of: node.id) else { return "" }
        return ancestors(of: position).filter { nodes[$0].isInput }.map { nodes[$0].id }.joined(separator: ", ")
    }
}
