/// Something wrong with a document that people write: which rule, where, and what was probably meant.
public struct DocumentProblem: Error, Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        case error, warning
    }

    public let file: String
    /// From 1, in lines and in characters (Unicode scalars) of a line.
    public let line: Int
    public let column: Int
    /// `flags.poll_posts.rollout_percent`, `items[2]`; `$` is the whole document.
    public let path: String
    /// The rule's name, such as `json.duplicate_member`.
    public let rule: String
    public let severity: Severity
    /// No full stop, nothing of `suggestion`.
    public let message: String
    public let suggestion: String?

    public init(
        file: String, line: Int, column: Int, path: String, rule: String, severity: Severity, message: String,
        suggestion: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.rule = rule
        self.severity = severity
        self.message = message
        self.suggestion = suggestion
    }

    /// `flags.json:3:5 kill.poll_post: no flag has this name (did you mean poll_posts?)`.
    public var text: String {
        "\(file):\(line):\(column) \(path): \(message)" + (suggestion.map { " (did you mean \($0)?)" } ?? "")
    }
}

/// The rules that hold for every document, whatever it describes. All are errors.
public enum DocumentRule: String, Sendable, CaseIterable {
    case wrongType = "wrong_type"
    case missingMember = "missing_member"
    case unknownMember = "unknown_member"
    /// A value of the right type that is not among those allowed.
    case badValue = "bad_value"
    /// Two names of one object are the same text in two Unicode forms (é as one scalar, and as e with an accent).
    case sameNameNormalised = "json.same_name_normalised"

    public var meaning: String {
        switch self {
        case .wrongType: "a value of another type than the member takes"
        case .missingMember: "a member that must be there is missing"
        case .unknownMember: "a member that no reader knows"
        case .badValue: "a value that the member does not take"
        case .sameNameNormalised: "two names differ only by Unicode normalisation: some clients take them for one, some don't"
        }
    }
}
