import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Every odd file has one defined outcome: what is taken, what is refused and why, how the command ends.
@Suite struct OddInputTests {
    /// A file, and what must come of it.
    struct Case: Sendable {
        let name: String
        let bytes: [UInt8]
        let code: ExitCode
        let accepted: Int
        /// Reasons, each with how often.
        let refused: [String: Int]
        /// How standard error begins.
        let error: String

        init(
            _ name: String, _ text: String, _ code: ExitCode = .success, accepted: Int = 0, refused: [String: Int] = [:],
            error: String = ""
        ) {
            self.init(name, bytes: Array(text.utf8), code, accepted: accepted, refused: refused, error: error)
        }

        init(
            _ name: String, bytes: [UInt8], _ code: ExitCode = .success, accepted: Int = 0, refused: [String: Int] = [:],
            error: String = ""
        ) {
            self.name = name
            self.bytes = bytes
            self.code = code
            self.accepted = accepted
            self.refused = refused
            self.error = error
        }
    }

    /// A report of its own for each place.
    private static func report(_ install: String, sessions: String = "1", more: String = "") -> String {
        """
        {"install_id":"\(install)","app_version":"8.14.0","platform":"ios","day":"2026-09-20",\
        "received_at":"2026-09-20T12:00:00Z","health":{"sessions":\(sessions)}\(more)}
        """
    }

    private static let a = report("i_a")
    private static let b = report("i_b")
    private static let bytesA = Array((a + "\n").utf8)
    private static let bytesB = Array((b + "\n").utf8)
    private static let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)

    private static let damaged = {
        var bytes = Packing.gzip(bytesA)
        bytes[bytes.count - 30] ^= 1
        return bytes
    }()
    private static let random = (0..<999).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }

    static let cases: [Case] = [
        Case("empty", ""), Case("white space only", "\n \r\n\t"),
        Case("no final newline", "\(a)\n\(b)", accepted: 2), Case("CR LF", "\(a)\r\n\(b)\r\n", accepted: 2),
        Case("byte order mark", "\u{FEFF}\(a)\n\(b)\n", accepted: 2),
        Case("byte order mark, packed", bytes: Packing.gzip([0xEF, 0xBB, 0xBF] + bytesA), accepted: 1),
        Case("UTF-16", bytes: [0xFF, 0xFE] + bytesA.flatMap { [$0, 0] }, .badInput, error: "this is UTF-16"),
        Case(
            "UTF-32", bytes: [0xFF, 0xFE, 0, 0] + bytesA.flatMap { [$0, 0, 0, 0] }, .badInput,
            error: "this is UTF-32 with a byte order mark, and UTF-8 is what is read"),
        Case(
            "NUL bytes", "\u{0}\n\(a)\u{0}\n\(report("i\u{0}"))\n\(b)\n", .partial, accepted: 1,
            refused: ["json.syntax": 1, "json.trailing": 1, "json.control": 1]),
        Case("NUL escaped", "\(report("i_\\u0000"))\n\(b)", .partial, accepted: 1, refused: ["install_id": 1]),
        Case(
            "lone surrogates", "\(report("i_\\ud800"))\n\(report("i_\\udc00x"))\n\(report("i_\\ud83d\\ude00"))", .partial,
            accepted: 1, refused: ["json.surrogate": 2]),
        Case(
            "bad UTF-8", bytes: bytesA + [0x22, 0xC3, 0x28, 0x22, 0x0A] + bytesB, .partial, accepted: 2, refused: ["json.utf8": 1]
        ),
        Case("1e400", report("i_a", sessions: "1e400"), .partial, refused: ["json.number_range": 1]),
        // Zero with a sign is zero.
        Case("-0", report("i_zero", sessions: "-0"), accepted: 1),
        Case(
            "nesting of 100,000", "\(report("i_a", more: ",\"x\":\(deep)"))\n\(b)", .partial, accepted: 1,
            refused: ["json.too_deep": 1]),
        Case(
            "members twice", "\(report("i_a", more: ",\"day\":\"2026-09-20\""))\n\(report("i_a", more: ",\"x\":1,\"x\":1"))",
            .partial,
            refused: ["json.duplicate_member": 2]),
        Case("trailing garbage after lines", "\(a)\n\(b)\ngarbage", .partial, accepted: 2, refused: ["json.syntax": 1]),
        Case("trailing garbage after an array", "[\(a),\(b)] garbage", .partial, accepted: 2, refused: ["json.trailing": 1]),
        Case("an array cut off", "[\(a),\(b.dropLast(9))", .partial, accepted: 1, refused: ["json.truncated": 1]),
        Case("two gzip members", bytes: Packing.gzip(bytesA) + Packing.gzip(bytesB), accepted: 2),
        Case(
            "gzip cut off", bytes: Array(Packing.gzip(bytesA + bytesB).dropLast(20)), .badInput, accepted: 1,
            error: "the gzip data end too early"),
        Case(
            "gzip with garbage after it", bytes: Packing.gzip(bytesA) + Array("garbage".utf8), .badInput, accepted: 1,
            error: "something else follows the gzip data"),
        // Its sum stands at the end: what was read before it shows is judged by the contract alone.
        Case(
            "gzip that is damaged", bytes: damaged, .badInput, refused: ["health.missing": 1],
            error: "the gzip data are damaged"),
        Case("zstd, two frames", bytes: Packing.zstd(bytesA) + Packing.zstd(bytesB), accepted: 2),
        Case(
            "zstd cut off", bytes: Array(Packing.zstd(bytesA + bytesB).dropLast(20)), .badInput, accepted: 1,
            error: "the zstd data end too early"),
        Case("random bytes", bytes: random, .partial, refused: ["json.syntax": 5]),
    ]

    @Test(arguments: bothEngines)
    func `each has its outcome`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let folder = try TemporaryFolder()
        for (number, odd) in OddInputTests.cases.enumerated() {
            let path = try folder.write("\(number)", bytes: odd.bytes)
            let ingest = Transcript("ingest reports \(path) --format json", store: store)
            #expect(ingest.code == odd.code, "\(odd.name)")
            #expect(ingest.output.contains("\"accepted\":\(odd.accepted),"), "\(odd.name): \(ingest.output)")
            #expect(ingest.output.contains("\"refused\":\(odd.refused.values.reduce(0, +)),"), "\(odd.name): \(ingest.output)")
            for (reason, count) in odd.refused {
                let row = "{\"outcome\":\"refused\",\"reason\":\"\(reason)\",\"reports\":\(count)}"
                #expect(ingest.output.contains(row), "\(odd.name): \(ingest.output)")
            }
            #expect(odd.error == "" ? ingest.errors == "" : ingest.errors.hasPrefix("chatfleet: \(odd.error)"), "\(odd.name)")
        }
        #expect(Transcript("store status --format json", store: store).output.contains("\"install_days\":4"))
        #expect(Transcript("store verify", store: store).code == .success)
    }
}
