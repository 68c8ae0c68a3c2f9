/// How one word of the command line is read, and what help, completions and errors say about it.
///
/// ```swift
/// let port = ValueType("PORT", expects: "a port, 1 to 65535") { UInt16($0) }
/// ```
public struct ValueType<Value: Sendable>: Sendable {
    /// In usage lines: `DAY`.
    public let placeholder: String
    /// Completes "… is not ": "a day, YYYY-MM-DD".
    public let expects: String
    public let completion: ValueCompletion
    /// Nil where the text is not such a value.
    public let parse: @Sendable (String) -> Value?
    /// Of a text that is not such a value the one that may be meant, for did-you-mean: `99.5%` for `99.5`. Nil: nobody can tell.
    public let suggest: @Sendable (String) -> String?

    public init(
        _ placeholder: String, expects: String, completion: ValueCompletion = .none,
        suggest: @escaping @Sendable (String) -> String? = { _ in nil }, parse: @escaping @Sendable (String) -> Value?
    ) {
        self.suggest = suggest
        self.placeholder = placeholder
        self.expects = expects
        self.completion = completion
        self.parse = parse
    }

    /// The same words read further: a text that must name a version, a choice that becomes a case.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other?) -> ValueType<Other> {
        ValueType<Other>(placeholder, expects: expects, completion: completion, suggest: suggest) {
            parse($0).flatMap(transform)
        }
    }
}

/// What a shell offers for a value.
public enum ValueCompletion: Sendable, Equatable {
    case none
    case files
    case directories
    case words([String])
    /// Words between commas, each at most once.
    case wordList([String])

    /// The words of either form, for did-you-mean.
    var words: [String] {
        switch self {
        case .words(let words), .wordList(let words): words
        case .none, .files, .directories: []
        }
    }
}
