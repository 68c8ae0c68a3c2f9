import FleetCore

/// A platform that is none of those known.
struct UnknownPlatform {
    let platform: String
    private let known: [String]

    /// Nil: it is one of them, or nothing is known.
    /// - Parameter known: those with reports, for a question; those that anything is known of, for a record.
    init?(_ platform: String?, among known: [String]) {
        guard let platform, !known.isEmpty, !known.contains(platform) else { return nil }
        self.platform = platform
        self.known = known.sorted()
    }

    private var words: String { "the store never heard of the platform \(platform)" }

    /// "android, ios".
    var others: String { known.joined(separator: ", ") }

    /// "did you mean ios? ", where one is near.
    var question: String { closest(to: platform, among: known).map { "did you mean \($0)? " } ?? "" }

    /// "the store never heard of the platform windows; it knows android, ios".
    var sentence: String { "\(words); \(question)it knows \(others)" }

    /// What a question about it ends with.
    var error: ToolError { .unheard(words, next: "\(question)it knows \(others)") }
}

extension ToolError {
    /// A question that names a platform or a version that the store never heard of: not answered, and no mistake of the command
    /// line, which the same store answers once reports are in. To write such a name down is one, since it stays.
    static func unheard(_ what: String, next: String) -> ToolError { ToolError(.unknown, what, next: next) }
}
