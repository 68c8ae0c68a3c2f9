import Foundation
import StrictJSON
import Testing

/// Splitmix64: the same run for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct ScannerFuzzTests {
    private static let texts = [
        #"{"install_id":"i_1","day":"2026-09-28","health":{"sessions":6,"active_hours":[497382,497383]},"x":[{"a":1},{"a":-1.5e3}]}"#,
        #"{"a\u0062":"\ud83d\ude00é","":[true,false,null,[],{}],"n":[0,-0,1e308,0.25,12345678901234567890]}"#,
        "[[[[\"abcdefghijklmnopqrstuvwxyz0123456789\"]]],{\"abcdefghijklmnopqrstuvwxyz\":{\"ab\":1,\"ba\":2}}]",
    ]

    private static let pieces = [
        "\"", "\\", "{", "}", "[", "]", ":", ",", "\\u0061", "\\ud800", "\\udc00", "1e400", "-", ".", "e", "0", "\u{0}",
        "\u{FEFF}",
        "\"a\":1,", "true", "null", " ", "\n", "\t", "é", "😀", "//", "[[[[[[[[",
    ]

    /// A text changed in one to four places.
    static func mutated(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
            case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...9, using: &random)))
            case 4:
                let end = min(bytes.count, at + Int.random(in: 0...20, using: &random))
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.insert(contentsOf: Array(" ,".utf8), at: at)
            }
        }
        return bytes
    }

    @Test func `the scanner agrees with a reader written to be obvious, and takes nothing that Foundation refuses`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var valid = 0
        for round in 0..<6000 {
            let bytes = ScannerFuzzTests.mutated(ScannerFuzzTests.texts[round % ScannerFuzzTests.texts.count], &random)
            let isValid = outcome(bytes) == "valid"
            let text = String(decoding: bytes, as: UTF8.self)
            try #require(isValid == ReferenceReader.accepts(bytes), "seed \(seed), round \(round): \(text)")
            if isValid {
                valid += 1
                #expect(throws: Never.self, "seed \(seed), round \(round): \(text)") {
                    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                }
            }
        }
        #expect(valid > 100, "seed \(seed)")
    }
}
