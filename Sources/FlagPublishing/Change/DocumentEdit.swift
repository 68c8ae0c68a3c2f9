public import FleetCore
import StrictJSON

/// Changes one value of a document and no other byte: layout, order, number forms and everything unknown stay.
///
/// ```swift
/// var edit = try DocumentEdit(bytes, file: "v43/android.json")
/// try edit.setKill("poll_posts", true)
/// try edit.setVersion(44)
/// edit.bytes
/// ```
/// All calls throw `ToolError` with `.badInput` where the document is not one that can be changed.
public struct DocumentEdit: Sendable {
    public private(set) var bytes: [UInt8]
    private let file: String
    private var root: JSONNode

    public init(_ bytes: [UInt8], file: String) throws(ToolError) {
        self.bytes = bytes
        self.file = file
        root = try DocumentEdit.read(bytes, file)
    }

    private static func read(_ bytes: [UInt8], _ file: String) throws(ToolError) -> JSONNode {
        let (document, problems) = JSONDocument.read(bytes, file: file)
        guard let document, problems.isEmpty, case .object = document.root.value else {
            throw ToolError(
                .badInput, problems.first?.text ?? "the document is no object", at: file,
                next: "see all that is wrong with it: chatfleet flags lint \(file)")
        }
        return document.root
    }

    // MARK: What it says

    public var version: Int64? {
        guard case .number(let number)? = root["version"]?.value else { return nil }
        return number.whole
    }

    /// The names whose kill is on, in the order of the document.
    public var kills: [String] {
        guard case .object(let members)? = root["kill"]?.value else { return [] }
        return members.filter { if case .boolean(true) = $0.value.value { true } else { false } }.map(\.name)
    }

    public func hasFlag(_ name: String) -> Bool { root["flags"]?[name] != nil }

    /// Names of the flags, in the order of the document.
    public var flags: [String] {
        guard case .object(let members)? = root["flags"]?.value else { return [] }
        return members.map(\.name)
    }

    // MARK: Changes

    /// Replaces the digits of `version`.
    public mutating func setVersion(_ number: Int64) throws(ToolError) {
        guard let node = root["version"], case .number = node.value else { throw refusal("the document has no version") }
        try replace(node.range, with: String(number))
    }

    /// Turns a kill on, or off by taking its name out of `kill`.
    public mutating func setKill(_ name: String, _ isOn: Bool) throws(ToolError) {
        let text = "\(DocumentEdit.quoted(name)): true"
        guard let kill = root["kill"] else {
            guard isOn else { return }
            guard let version = root["version"] else { throw refusal("the document has no version") }
            return try replace(version.range.upperBound..<version.range.upperBound, with: ", \"kill\": { \(text) }")
        }
        guard case .object(let members) = kill.value else { throw refusal("kill is no object") }
        if let index = members.firstIndex(where: { sameBytes($0.name, name) }) {
            if isOn { return try replace(members[index].value.range, with: "true") }
            return try remove(index, of: members)
        }
        guard isOn else { return }
        if let last = members.last {
            try insert(text, after: last, of: members, in: kill)
        } else {
            try replace(kill.range, with: "{ \(text) }")
        }
    }

    /// Sets the share of installs that have the flag.
    /// - Parameter percent: as it is to be written, such as `20` or `0.5`.
    public mutating func setRollout(_ name: String, percent: String) throws(ToolError) {
        guard let flag = root["flags"]?[name], case .object(let members) = flag.value else {
            throw refusal("the document has no flag \(name)")
        }
        if let node = flag["rollout_percent"] { return try replace(node.range, with: percent) }
        if let last = members.last {
            try insert("\"rollout_percent\": \(percent)", after: last, of: members, in: flag)
        } else {
            try replace(flag.range, with: "{ \"rollout_percent\": \(percent) }")
        }
    }

    // MARK: Bytes

    /// Writes a member after the last one, with what stands between the last two before it, else with what stands before
    /// the first.
    private mutating func insert(_ text: String, after last: JSONMember, of members: [JSONMember], in object: JSONNode)
        throws(ToolError)
    {
        let end = last.value.range.upperBound
        var between = ", "
        if members.count > 1 {
            let before = members[members.count - 2].value.range.upperBound
            between = String(decoding: bytes[before..<last.offset], as: UTF8.self)
        } else {
            let lead = bytes[object.range.lowerBound + 1..<last.offset]
            if lead.contains(0x0A) { between = "," + String(decoding: lead, as: UTF8.self) }
        }
        try replace(end..<end, with: between + text)
    }

    private mutating func remove(_ index: Int, of members: [JSONMember]) throws(ToolError) {
        let member = members[index]
        let end = member.value.range.upperBound
        if index > 0 {
            try replace(members[index - 1].value.range.upperBound..<end, with: "")
        } else if members.count > 1 {
            try replace(member.offset..<members[1].offset, with: "")
        } else {
            try replace(member.offset..<end, with: "")
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String) throws(ToolError) {
        bytes.replaceSubrange(range, with: text.utf8)
        root = try DocumentEdit.read(bytes, file)
    }

    private func refusal(_ what: String) -> ToolError { ToolError(.badInput, what, at: file) }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.text
    }
}
