import FleetCore

/// Collects what is wrong with one document while it is read. A mistake ends nothing: the reader leaves the value out and
/// goes on, so that all mistakes are told at once.
public final class DocumentProblems {
    /// Of those that are kept: a document of a megabyte can be wrong a hundred thousand times.
    public static let most = 1000

    public let file: String
    private let bytes: [UInt8]
    private lazy var lines = LineIndex(bytes)
    private var found: [(offset: Int, problem: DocumentProblem)] = []
    private var left = 0
    private var leftErrors = 0
    /// Comparisons that looking for similar names may still take.
    private var comparisonsLeft = 200_000

    /// The tree of the document, once there is one: then places alone tell their paths.
    var root: JSONNode?

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    /// As for the bytes of a document that was read.
    public convenience init(_ document: JSONDocument) {
        self.init(file: document.file, bytes: document.bytes)
        root = document.root
    }

    /// All, in the order of the text. The last one says how many more there are where they were too many.
    public var problems: [DocumentProblem] {
        var all = found.sorted { $0.offset < $1.offset }.map(\.problem)
        if left > 0 {
            all.append(
                DocumentProblem(
                    file: file, line: 1, column: 1, path: "$", rule: "too_many_problems",
                    severity: leftErrors > 0 ? .error : .warning,
                    message: "\(left) more problems, not listed"))
        }
        return all
    }

    public var hasErrors: Bool { leftErrors > 0 || found.contains { $0.problem.severity == .error } }

    /// - Parameters:
    ///   - offset: where; line, column and path are told from it.
    ///   - path: where it is another one.
    public func report(
        _ rule: String, _ severity: DocumentProblem.Severity = .error, at offset: Int, path: String? = nil, _ message: String,
        suggestion: String? = nil
    ) {
        guard found.count < DocumentProblems.most else {
            left += 1
            if severity == .error { leftErrors += 1 }
            return
        }
        let (line, column) = lines.place(of: offset, in: bytes)
        let path = path ?? root?.path(at: offset).text ?? "$"
        let problem = DocumentProblem(
            file: file, line: line, column: column, path: path, rule: rule, severity: severity, message: message,
            suggestion: suggestion)
        found.append((offset, problem))
    }

    public func report(_ rule: DocumentRule, at offset: Int, _ message: String, suggestion: String? = nil) {
        report(rule.rawValue, at: offset, message, suggestion: suggestion)
    }

    /// The name that was probably meant; nil, too, once a hostile document has had its share of looking.
    public func nearest(to name: String, among names: [String]) -> String? {
        guard found.count < DocumentProblems.most, comparisonsLeft >= names.count else { return nil }
        comparisonsLeft -= names.count
        return closest(to: name, among: names)
    }

    /// `12:5`, for messages that name a second place.
    public func lineAndColumn(of offset: Int) -> String {
        let (line, column) = lines.place(of: offset, in: bytes)
        return "\(line):\(column)"
    }
}
