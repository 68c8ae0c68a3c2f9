/// Why bytes are not strict JSON, and where.
public struct JSONError: Error, Sendable, Hashable {
    public let reason: Reason
    /// Bytes before the first one that is wrong.
    public let offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The raw value is the code that counts and rejects carry, after `json.`.
    public enum Reason: String, Sendable, CaseIterable {
        /// Not the grammar of RFC 8259: trailing commas, comments, single quotes, and whatever else.
        case syntax
        /// The text ends inside a value.
        case truncated
        /// Something follows the value.
        case trailing
        /// A byte order mark.
        case byteOrderMark = "bom"
        case invalidUTF8 = "utf8"
        /// A raw control character in a text, U+0000 among them.
        case controlCharacter = "control"
        /// `\ud800` without its other half.
        case loneSurrogate = "surrogate"
        /// No Double holds it, such as 1e400.
        case numberOutOfRange = "number_range"
        /// A member given twice, whether or not written with escapes.
        case duplicateMember = "duplicate_member"
        case tooDeep = "too_deep"
        case tooLarge = "too_large"

        /// What goes after "the text is not strict JSON: ".
        public var meaning: String {
            switch self {
            case .syntax: "not the grammar of RFC 8259"
            case .truncated: "it ends inside a value"
            case .trailing: "something follows the value"
            case .byteOrderMark: "it begins with a byte order mark"
            case .invalidUTF8: "invalid UTF-8"
            case .controlCharacter: "a raw control character in a text"
            case .loneSurrogate: "half a surrogate pair"
            case .numberOutOfRange: "a number out of range"
            case .duplicateMember: "a member given twice"
            case .tooDeep: "nested over \(JSONScanner.greatestDepth) deep"
            case .tooLarge: "over \(JSONScanner.greatestSize) bytes"
            }
        }

        /// True where the text keeps to the grammar, so that its end can be told all the same.
        public var keepsGrammar: Bool {
            switch self {
            case .invalidUTF8, .controlCharacter, .loneSurrogate, .numberOutOfRange, .duplicateMember, .tooDeep, .tooLarge: true
            case .syntax, .truncated, .trailing, .byteOrderMark: false
            }
        }
    }
}
