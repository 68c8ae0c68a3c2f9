import StrictJSON
import Telemetry
import TestSupport
import Testing

/// Damaged files in random pieces: nothing crashes, nothing is lost without a word, and the pieces make no difference.
@Suite struct StreamFuzzTests {
    private static let good = report(
        "i_1",
        more:
            #","sent_at":"2026-09-28T21:04:11Z","new":{"a":["\u00e9"]},"decrypt_failures":[{"device":"SECRET","peer_device":"SECRET","message_type":"normal","first_at":"2026-09-28T20:00:00Z"}]"#
    )
    private static let files = [
        "\(good)\n\(report("i_2"))\r\n\(good)\n", "[\(good),\n\(report("i_2")),\(good)]",
        "{\"n\":1,\"reports\":[\(good),\(report("i_2"))],\"m\":[2]}", good.replacing(",", with: ",\n ") + "\n" + good,
        "{\"reports\":[\(good)]}\n\(report("i_2"))\n{\"n\":1,\"reports\":[\(good),\(good)]}\n",
        "\(good)\n{\"reports\":[\n\(good),\n\(report("i_2"))\n]}\n\(good)\n",
    ]
    private static let pieces = [
        "\"", "{", "}", "[", "]", ",", "\n", "\\", "\u{0}", "1e400", "\"day\":1,", "{}", "\u{FEFF}", " ", "\\ud800",
    ]

    private func mutated(_ file: String, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = Array(file.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...30, using: &random)))
            case 2: bytes.insert(contentsOf: Array((StreamFuzzTests.pieces.randomElement(using: &random) ?? "").utf8), at: at)
            default: bytes.removeSubrange(at...)
            }
            if bytes.isEmpty { return Array(file.utf8) }
        }
        return bytes
    }

    @Test func `a damaged file has one outcome, whatever the pieces, and keeps no device id`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var reasons: Set<String> = []
        for round in 0..<800 {
            let bytes = mutated(StreamFuzzTests.files[round % StreamFuzzTests.files.count], &random)
            let text = String(decoding: bytes, as: UTF8.self)
            var container: ReportContainer?
            let whole = try readAll(bytes, container: &container)
            let cut = try readAll(bytes, piece: Int.random(in: 1...40, using: &random), container: &container)
            try #require(whole == cut, "seed \(seed), round \(round): \(text)")
            // Reports and what is refused lie one after the other and within the file.
            var end: Int64 = 0
            for found in whole {
                try #require(found.byteOffset >= end, "seed \(seed), round \(round): \(text)")
                end = found.byteOffset + found.byteCount
                reasons.insert(found.outcome)
                let isKept = found.redacted.contains("SECRET")
                // An id that the damage took out of its member, or whose member's name it changed, is not known as one.
                if isKept { try #require(!found.redacted.contains("\"device\""), "seed \(seed), round \(round): \(text)") }
            }
            try #require(end <= Int64(bytes.count))
        }
        #expect(reasons.isSuperset(of: ["accepted", "json.syntax", "json.truncated"]), "seed \(seed)")
    }

    @Test func `a damaged line costs no other one`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let good = StreamFuzzTests.good
        let lines = ["{\"n\":1,\"reports\":[\(good),\(good)],\"m\":[2]}", good]
        for round in 0..<800 {
            let damaged = mutated(lines[round % lines.count], &random)
            if damaged.contains(0x0A) { continue }
            let (first, second) =
                round % 3 == 0
                ? (report("first"), "{\"reports\":[\(report("second"))]}")
                : (
                    "{\"x\":{},\"reports\":[\(report("first"))]}",
                    round % 3 == 1 ? report("second") : "{\"reports\":[\(report("second"))]}"
                )
            let bytes = Array("\(first)\n".utf8) + damaged + Array("\n\(second)\n\(report("third"))".utf8)
            var container: ReportContainer?
            let taken = try readAll(bytes, container: &container).filter { $0.outcome == "accepted" }.map(\.redacted)
            for install in ["first", "second", "third"] {
                try #require(
                    taken.contains { $0.contains("\"\(install)\"") },
                    "seed \(seed), round \(round): \(install) of \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test func `what the decoder accepts, a whole scan accepts`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<3000 {
            let bytes = mutated(StreamFuzzTests.good, &random)
            var decoder = testDecoder()
            let outcome = reason(decoder.decode(bytes.span))
            var scanner = JSONScanner()
            var error: JSONError?
            do throws(JSONError) {
                try scanner.skipValue(bytes.span)
                try scanner.finish(bytes.span)
            } catch let found {
                error = found
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                error.map { "json." + $0.reason.rawValue }
                    == (outcome.hasPrefix("json.") && outcome != "json.not_object" ? outcome : nil),
                "seed \(seed), round \(round): \(text)")
        }
    }
}
