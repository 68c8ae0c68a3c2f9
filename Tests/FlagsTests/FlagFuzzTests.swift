import Flags
import StrictJSON
import TestSupport
import Testing

@Suite struct FlagFuzzTests {
    private static let pieces = [
        "\"", "\\", "{", "}", "[", "]", ":", ",", "\\ud800", "1e400", "-", ".", "e", "0", "null", "true", "false", "\u{FEFF}",
        "é",
        "e\u{301}", "\u{0}", "20.0", "100", "\"kill\":{},", "\"flags\":", "5.14.0", "[[[[[[[[[[[[[[[[", "99999999999999999999",
        "\"min_supported\":\"9\"", "\n",
    ]

    /// The example changed in one to five places.
    private static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(exampleText.utf8)
        for _ in 0...Int.random(in: 0...4, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
            case 2:
                let end = min(bytes.count, at + Int.random(in: 0...60, using: &random))
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
            }
        }
        return bytes
    }

    @Test(arguments: 1...4)
    func `whatever a document holds, it is read or refused with places, and what was read evaluates`(quarter: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let context = FlagContext(installID: "i_1", appVersion: "5.14.0")
        let example = try document(exampleText)
        var read = 0
        for round in 0..<25_000 {
            let bytes = FlagFuzzTests.mutated(&random)
            let (document, problems) = FlagLint.read(bytes, file: "f", against: example, now: noon)
            let isRefused = problems.contains { $0.severity == .error }
            try #require(document != nil || isRefused, "seed \(seed), round \(round)")
            try #require(
                problems.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.path.isEmpty }, "seed \(seed), round \(round)")
            guard let document else { continue }
            read += 1
            for index in document.names.indices { _ = document.evaluate(at: index, context) }
            _ = FlagDiff.between(example, document)
            _ = FlagdDefinition.json(document)
        }
        #expect(read > 250, "seed \(seed)")
    }
}
