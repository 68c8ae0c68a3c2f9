import FleetCore
import Testing

@Suite struct SimulateCommandTests {
    @Test func `a simulated fleet goes to the output, what is wrong with it to the errors`() {
        let transcript = Transcript("simulate fleet --installs 20 --days 7 --seed 3 --scenario bad-release")
        #expect(transcript.code == .success)
        let lines = transcript.output.split(separator: "\n")
        #expect(lines.count > 50)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"install_id\":\"") })
        #expect(
            transcript.errors
                == "\(lines.count) reports of 20 installs. 8.14.0 on android crashes over ten times as often as every other "
                + "version, since 2026-09-05, its first day.\n")
    }

    @Test func `the same options give the same bytes, and a quiet run says nothing else`() {
        let words = "simulate fleet --installs 10 --days 3 --start 2025-01-01 --quiet"
        let first = Transcript(words)
        #expect(first.output.contains("\"day\":\"2025-01-01\""))
        #expect(first.errors == "")
        #expect(Transcript(words) == first)
    }

    @Test func `a size out of range is a usage error`() {
        #expect(Transcript("simulate fleet --installs 0").code == .usage)
        #expect(Transcript("simulate fleet --days 367").code == .usage)
        #expect(Transcript("simulate fleet --scenario chaos").errors.contains("bad-release"))
    }
}
