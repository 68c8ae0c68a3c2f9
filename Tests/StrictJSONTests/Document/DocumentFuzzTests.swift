import StrictJSON
import Testing

@Suite struct DocumentFuzzTests {
    @Test func `a document is valid exactly where the scanner says so, and its tree holds what the text says`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let text = #"{"version":43,"kill":{"a\u0062":true},"n":[0,-0,1e308,0.25],"e":{"":{},"é":"\ud83d\ude00"}}"#
        for round in 0..<20_000 {
            let bytes = ScannerFuzzTests.mutated(text, &random)
            let (document, found) = JSONDocument.read(bytes, file: "d.json")
            let said = outcome(bytes)
            let shown = "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))"
            try #require(found.allSatisfy { $0.line >= 1 && $0.column >= 1 && $0.severity == .error }, "\(shown)")
            if said == "valid" {
                let normalised = found.allSatisfy { $0.rule == DocumentRule.sameNameNormalised.rawValue }
                try #require(document != nil && normalised, "\(shown): \(found)")
            } else {
                try #require(!found.isEmpty, "\(shown): \(said)")
            }
        }
    }
}
