import FleetCore

/// A strict JSON text as a tree: members in their order, numbers as written, and the place of every value and name.
///
///     let (document, problems) = JSONDocument.read(bytes, file: "v44/android.json")
///
/// For documents that people write and that many programs must read alike. Bulk reports go through ``JSONScanner`` alone.
public struct JSONDocument: Sendable {
    public let file: String
    /// The exact bytes.
    public let bytes: [UInt8]
    public let root: JSONNode

    /// Reads all of it. A duplicate name, half a surrogate pair or a number out of range is reported and read past; an
    /// error of the grammar ends reading.
    /// - Parameter greatestSize: in bytes; more is refused unread.
    /// - Returns: the tree wherever the text has one, also one with problems, so that what it describes can be checked in
    ///   the same go. Valid is a document without problems: all of them are errors.
    public static func read(
        _ bytes: [UInt8], file: String, greatestSize: Int = JSONScanner.greatestSize
    ) -> (document: JSONDocument?, problems: [DocumentProblem]) {
        let problems = DocumentProblems(file: file, bytes: bytes)
        guard bytes.count <= greatestSize else {
            let message = "\(bytes.count) bytes; at most \(greatestSize) are read"
            return (nil, [problem(file, .tooLarge, message)])
        }
        let text = bytes.span
        if let encoding = TextBeginning.foreign(text) {
            return (nil, [problem(file, .invalidUTF8, "\(encoding.name); a document is UTF-8")])
        }
        var parser = DocumentParser(problems)
        let root = parser.document(bytes.span)
        let document = root.map { JSONDocument(file: file, bytes: bytes, root: $0) }
        return (document, problems.problems)
    }

    private static func problem(_ file: String, _ reason: JSONError.Reason, _ message: String) -> DocumentProblem {
        DocumentProblem(
            file: file, line: 1, column: 1, path: "$", rule: reason.rule, severity: .error, message: message)
    }
}

extension JSONError.Reason {
    /// The name of the rule that a document broke.
    public var rule: String { "json.\(rawValue)" }
}
