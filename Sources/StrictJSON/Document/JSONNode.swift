import FleetCore

/// A value of a document: what it says, and where it stands.
public struct JSONNode: Sendable {
    public enum Value: Sendable {
        /// In the order of the text; a name given a second time is reported and left out.
        case object([JSONMember])
        case array([JSONNode])
        case string(String)
        case number(JSONNumeral)
        case boolean(Bool)
        case null
    }

    public let value: Value
    /// Place of the first byte, and of the one after the last.
    public let range: Range<Int>
    /// The value itself was refused (half a surrogate, 1e400) and is told as such: what it says means nothing.
    public let isDamaged: Bool

    public var offset: Int { range.lowerBound }

    /// The member of that name, by its bytes; nil where there is none, or where this is no object.
    public subscript(name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { sameBytes($0.name, name) }?.value
    }
}

/// A member of an object.
public struct JSONMember: Sendable {
    public let name: String
    /// Place of the name's opening quote.
    public let offset: Int
    public let value: JSONNode
}

extension JSONNode.Value {
    /// As it goes into "expected a text, found …".
    public var kind: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        }
    }
}
