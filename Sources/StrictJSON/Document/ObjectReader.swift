import FleetCore

/// Reads the members of one object of a document. What is wrong with a member is reported to ``DocumentProblems``, and the
/// member reads as nil, so that a decoder is a list of its members and still finds every mistake:
///
///     guard let top = ObjectReader(document.root, problems, members: ["version", "owner"]) else { return nil }
///     let version = top.whole("version", 1...Int64.max, .required)
///     let owner = top.string("owner")
///
/// Nil therefore means absent or wrong; where that matters, ``DocumentProblems/hasErrors`` tells.
public struct ObjectReader {
    public enum Presence { case required, optional, nullable }

    public let node: JSONNode
    public let members: [JSONMember]
    private let problems: DocumentProblems

    /// - Parameter known: every member the object may have, others are reported with the nearest of these; nil where the
    ///   names are free, as flags' are.
    /// - Returns: nil where `node` is no object, which is reported.
    public init?(_ node: JSONNode, _ problems: DocumentProblems, members known: [String]?) {
        guard case .object(let members) = node.value else {
            ObjectReader.wrongType(node, "an object", problems)
            return nil
        }
        self.node = node
        self.members = members
        self.problems = problems
        guard let known else { return }
        for member in members where !known.contains(where: { sameBytes($0, member.name) }) {
            problems.report(
                .unknownMember, at: member.offset, "no member of this name is known",
                suggestion: problems.nearest(to: member.name, among: known))
        }
    }

    /// The member whatever it is; nil where it is absent or damaged, or null and `.nullable`.
    public func value(_ name: String, _ presence: Presence = .optional) -> JSONNode? {
        guard let value = members.first(where: { sameBytes($0.name, name) })?.value else {
            if presence == .required { problems.report(.missingMember, at: node.offset, "\(name) is missing") }
            return nil
        }
        if case .null = value.value, presence == .nullable { return nil }
        return value.isDamaged ? nil : value
    }

    /// The members of an object within.
    public func object(_ name: String, members known: [String]?, _ presence: Presence = .optional) -> ObjectReader? {
        value(name, presence).flatMap { ObjectReader($0, problems, members: known) }
    }

    public func elements(_ name: String, _ presence: Presence = .optional) -> [JSONNode]? {
        guard let node = value(name, presence) else { return nil }
        if case .array(let elements) = node.value { return elements }
        return wrongType(node, "a list")
    }

    public func string(_ name: String, _ presence: Presence = .optional) -> String? {
        value(name, presence).flatMap { ObjectReader.string($0, problems) }
    }

    public func boolean(_ name: String, _ presence: Presence = .optional) -> Bool? {
        value(name, presence).flatMap { ObjectReader.boolean($0, problems) }
    }

    public func numeral(_ name: String, _ presence: Presence = .optional) -> JSONNumeral? {
        value(name, presence).flatMap { ObjectReader.numeral($0, problems) }
    }

    /// A whole number, however written.
    public func whole(_ name: String, in range: ClosedRange<Int64>, _ presence: Presence = .optional) -> Int64? {
        guard let node = value(name, presence), let numeral = ObjectReader.numeral(node, problems) else { return nil }
        if let whole = numeral.whole, range.contains(whole) { return whole }
        let bounds =
            range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        problems.report(.badValue, at: node.offset, "expected a whole number \(bounds), found \(numeral.text.prefix(40))")
        return nil
    }

    // MARK: Values that stand alone: elements, and members with free names

    public static func string(_ node: JSONNode, _ problems: DocumentProblems) -> String? {
        if node.isDamaged { return nil }
        if case .string(let text) = node.value { return text }
        return wrongType(node, "a text", problems)
    }

    public static func boolean(_ node: JSONNode, _ problems: DocumentProblems) -> Bool? {
        if node.isDamaged { return nil }
        switch node.value {
        case .boolean(let value): return value
        case .string("true"): return wrongType(node, "true or false", problems, suggestion: "true, without quotes")
        case .string("false"): return wrongType(node, "true or false", problems, suggestion: "false, without quotes")
        default: return wrongType(node, "true or false", problems)
        }
    }

    public static func numeral(_ node: JSONNode, _ problems: DocumentProblems) -> JSONNumeral? {
        if node.isDamaged { return nil }
        switch node.value {
        case .number(let numeral): return numeral
        case .string(let text) where isNumber(text):
            return wrongType(node, "a number", problems, suggestion: "\(text), without quotes")
        default: return wrongType(node, "a number", problems)
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner()
        guard bytes.count <= 40, let number = try? scanner.number(bytes.span) else { return false }
        return number.offset == 0 && number.count == bytes.count
    }

    private func wrongType<T>(_ node: JSONNode, _ expected: String) -> T? {
        ObjectReader.wrongType(node, expected, problems)
        return nil
    }

    private static func wrongType<T>(
        _ node: JSONNode, _ expected: String, _ problems: DocumentProblems, suggestion: String? = nil
    ) -> T? {
        wrongType(node, expected, problems, suggestion: suggestion)
        return nil
    }

    private static func wrongType(
        _ node: JSONNode, _ expected: String, _ problems: DocumentProblems, suggestion: String? = nil
    ) {
        if node.isDamaged { return }
        problems.report(
            .wrongType, at: node.offset, "expected \(expected), found \(node.value.kind)", suggestion: suggestion)
    }
}
