import Flags
import FleetCore
import Glibc

// mcheck.h; no module map has it.
@_silgen_name("mtrace")
private func beginTrace()
@_silgen_name("muntrace")
private func endTrace()

/// Evaluating flags and reading their documents: on one core, nothing stored.
struct FlagBench {
    private static let flags = 500
    private static let contextCount = 1_000
    private static let rounds = 10
    /// How this program is told to be ``evaluateTraced()``.
    static let tracedRun = "--evaluate-flags-traced"

    /// Path of this program, which is run again to count what it allocates.
    let program: String
    let directory: String

    func run() throws -> [Measure] {
        let text = FlagBench.text()
        return [parsing(text), try evaluating(FlagBench.document(text))]
    }

    /// Evaluates every flag for every context, and lets glibc trace what that allocates: what ``allocations()`` counts.
    static func evaluateTraced() throws {
        let document = try document(text())
        let contexts = contexts()
        // Whatever is set up once is set up.
        var on = count(document, contexts)
        beginTrace()
        on &+= count(document, contexts)
        endTrace()
        // Used, so that it is computed.
        if on < 0 { throw ToolError(.failure, "less than no flag was on") }
    }

    private static func document(_ text: [UInt8]) throws -> FlagDocument {
        guard let document = FlagDocument.decode(text, file: "bench").document else {
            throw ToolError(.failure, "the bench's own document is refused")
        }
        return document
    }

    private static func contexts() -> [FlagContext] {
        (0..<contextCount).map { FlagContext(installID: installID($0), appVersion: "5.\($0 % 30).\($0 % 4)") }
    }

    /// How many are on.
    private static func count(_ document: FlagDocument, _ contexts: [FlagContext]) -> Int {
        var on = 0
        for context in contexts {
            for index in 0..<flags where document.evaluate(at: index, context).value { on &+= 1 }
        }
        return on
    }

    private func parsing(_ text: [UInt8]) -> Measure {
        var best = Double.infinity
        for _ in 0..<200 {
            let begun = ContinuousClock.now
            let (document, _) = FlagDocument.decode(text, file: "bench")
            let took = (ContinuousClock.now - begun).inSeconds
            if document?.flags.count == FlagBench.flags { best = min(best, took) }
        }
        return Measure(
            "read a flag document of \(FlagBench.flags) flags (\(text.count / 1000) kB)", "\(Int((best * 1e6).rounded())) µs",
            wanted: "under 1 ms", isMet: best < 0.001)
    }

    private func evaluating(_ document: FlagDocument) throws -> Measure {
        let contexts = FlagBench.contexts()
        var best = Double.infinity
        var on = 0
        for _ in 0..<FlagBench.rounds {
            let begun = ContinuousClock.now
            on = FlagBench.count(document, contexts)
            best = min(best, (ContinuousClock.now - begun).inSeconds)
        }
        let evaluations = FlagBench.contextCount * FlagBench.flags
        let rate = Double(evaluations) / best
        let taken = try allocations()
        let words = taken.map { "\($0) allocations in \(thousands(Double(evaluations)))" }
        return Measure(
            "evaluate a flag (kill, minimum and rollout; \(on * 100 / evaluations) % on), one core",
            "\(thousands(rate)) evaluations/s; \(words ?? "allocations not counted: no libc_malloc_debug.so")",
            wanted: "5,000,000 or more, no allocation", isMet: rate >= 5_000_000 && (taken ?? 0) == 0)
    }

    /// What a run of its own allocates while it evaluates, from glibc's own trace of malloc; nil where that is not there.
    private func allocations() throws -> Int? {
        let trace = directory + "/malloc.trace"
        try Program.run([
            "env", "LD_PRELOAD=libc_malloc_debug.so.0", "MALLOC_TRACE=\(trace)", program, FlagBench.tracedRun,
        ])
        guard access(trace, R_OK) == 0 else { return nil }
        defer { remove(trace) }
        // `@ place + address size` for each that was made; `-` for each that was given back.
        return try readText(trace).split(separator: "\n").count { $0.hasPrefix("@ ") && $0.contains(" + ") }
    }

    /// Flags of all kinds that there are, most with a minimum and a rollout.
    private static func text() -> [UInt8] {
        let flags = (0..<flags).map { index in
            let name = "feature_\(index)_of_the_app"
            switch index % 10 {
            case 0: return "\"\(name)\":{\"default\":true}"
            case 1: return "\"\(name)\":{\"default\":true,\"min_app\":\"5.\(index % 30).0\"}"
            default:
                return "\"\(name)\":{\"default\":false,\"rollout_percent\":\(index % 100).\(100 + index % 900),"
                    + "\"min_app\":\"5.\(index % 30).\(index % 7)\"}"
            }
        }
        let kills = (0..<20).map { "\"feature_\($0 * 7)_of_the_app\":true" }
        let text = """
            {"version":43,"hash":"m3-32/1","kill":{\(kills.joined(separator: ","))},"flags":{\(flags.joined(separator: ",\n"))},
             "client_policy":{"min_supported":"5.2.0","recommended":"5.14.0","flush_only_until":null},
             "telemetry":{"session_sample_percent":10}}
            """
        return Array(text.utf8)
    }

    /// In the form of a UUID, as clients have them.
    private static func installID(_ index: Int) -> String {
        let digits = String(UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        let filled = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        return "\(filled.prefix(8))-\(filled.dropFirst(8).prefix(4))-4000-8000-\(filled.suffix(12))"
    }
}
