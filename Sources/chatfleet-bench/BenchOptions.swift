import FleetCore
import Glibc

/// What to measure, and how much of it.
struct BenchOptions {
    private(set) var reports = 1_000_000
    private(set) var installs = 50_000
    private(set) var rounds = 3
    private var only: [Substring] = []

    init(_ arguments: [String], usage: String) throws(ToolError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw ToolError(.usage, "\(name) wants a value", next: usage) }
            switch (name, Int(value)) {
            case ("--reports", .some(let count)) where count > 0: reports = count
            case ("--installs", .some(let count)) where count > 0: installs = count
            case ("--rounds", .some(let count)) where count > 0: rounds = count
            case ("--only", _): only = value.split(separator: ",")
            default: throw ToolError(.usage, "\(name) \(value) is not understood", next: usage)
            }
        }
    }

    func wants(_ name: String) -> Bool { only.isEmpty || only.contains { $0 == name } }
}

/// A directory that goes with its owner.
final class TemporaryDirectory {
    let path: String

    init() throws(ToolError) {
        var template = Array("/var/tmp/chatfleet-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ToolError(.failure, "can't make a directory in /var/tmp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = try? Program.run(["rm", "-r", path]) }
}
