import FleetCore
import Foundation
import Testing

@Suite struct SimulateStormCommandTests {
    private func summary(_ words: String) throws -> [String: Any] {
        let transcript = Transcript(words + " --format json")
        #expect(transcript.code == .success)
        #expect(transcript.errors == "")
        let document = try JSONSerialization.jsonObject(with: Data(transcript.output.utf8)) as? [String: Any]
        return try #require(document?["summary"] as? [String: Any])
    }

    @Test func `the least time of the chat design's zone loss is its text's fifty seconds`() throws {
        let storm = try summary("simulate reconnect-storm --policy server-sent")
        #expect((storm["least_s"] as? Double).map { abs($0 - 50.505) < 0.001 } == true)
        #expect((storm["least_window_s"] as? Double).map { abs($0 - 40.505) < 0.001 } == true)
        #expect((storm["all_s"] as? Double).map { (50.5...52).contains($0) } == true)
        #expect(storm["verdict"] as? String == "recovers")
        // 66,000 · 0.8
        #expect((storm["read_units_per_s"] as? Double).map { abs($0 - 52_800) < 1 } == true)
    }

    @Test func `people see a verdict in words, two pictures and a table that fits a glance`() {
        let transcript = Transcript("simulate reconnect-storm --policy immediate --queue 2000000 --horizon 5m")
        #expect(transcript.code == .success)
        #expect(transcript.output.contains("✗ metastable: the servers are busy with clients that gave up"))
        #expect(transcript.output.contains("attempts a second, in powers of ten\n"))
        #expect(transcript.output.contains("██"))
        #expect(transcript.output.split(separator: "\n").count < 50)
        #expect(
            Transcript("simulate reconnect-storm --format csv").output.hasPrefix(
                "seconds,offered_per_s,connected_per_s,wasted_per_s,"))
    }

    @Test func `policies mix by their shares, which add up`() {
        let mixed = Transcript("simulate reconnect-storm --policy chat:70% --policy whatsapp:30%")
        #expect(mixed.output.contains("2,333,333: half after "))
        #expect(mixed.output.contains("1,000,000: half after "))
        let short = Transcript("simulate reconnect-storm --policy chat:70% --policy whatsapp:20%")
        #expect(short.code == .usage)
        #expect(short.errors.contains("add up to 90 %, not to 100 %"))
        #expect(Transcript("simulate reconnect-storm --policy chat --policy whatsapp:20%").code == .usage)
        #expect(Transcript("simulate reconnect-storm --policy eager").errors.contains("immediate, window, exponential"))
    }

    @Test func `an outage of an hour takes as long to drain as the closed form says`() throws {
        let outage = try summary("simulate push-outage")
        // 7,291.7 · 3600 / (10,000 − 7,291.7) = 9,692 s
        #expect((outage["drain_closed_form_s"] as? Double).map { abs($0 - 9692.3) < 0.1 } == true)
        #expect((outage["drain_s"] as? Double).map { abs($0 - 9692) < 40 } == true)
        #expect(Transcript("simulate push-outage --quota 400000").output.contains("✗ falls behind"))
        #expect(Transcript("simulate push-outage --peak-factor 5").code == .usage)
        #expect(Transcript("simulate push-outage --outage 5d").errors.contains("--horizon"))
    }

    @Test func `a rebuild storm is 4.8 TB`() throws {
        let rebuild = try summary("simulate rebuild-storm")
        #expect(rebuild["egress_bytes"] as? Int == 4_800_000_000_000)
        #expect(rebuild["requests"] as? Int == 80_000_000)
        let narrow = Transcript("simulate rebuild-storm --within 60s --egress 10 --format markdown")
        #expect(narrow.output.contains("the egress binds before the tasks do"))
        #expect(narrow.output.contains("```\nattempts a second"))
        #expect(Transcript("simulate rebuild-storm --policy chat --policy whatsapp").code == .usage)
    }

    @Test func `numbers come from the design that is named, and move with what is set`() throws {
        let round3 = try summary("simulate reconnect-storm --design chat-r3 --policy server-sent")
        // 40 M / 3 phones, 880 gateways of 300 a second
        #expect((round3["least_s"] as? Double).map { abs($0 - 50.505) < 0.001 } == true)
        let narrow = try summary("simulate reconnect-storm --set chat.r2.azloss.admit_per_gateway_s=150 --policy server-sent")
        #expect((narrow["least_s"] as? Double).map { abs($0 - 101.01) < 0.01 } == true)
        // 85,069 in the evening and 52,800 more
        let reads = try summary("simulate reconnect-storm --policy server-sent")
        #expect((reads["account_rcu_use"] as? Double).map { abs($0 - 1.7234) < 0.001 } == true)
        #expect(try summary("simulate push-outage --design feed-r2")["drain_closed_form_s"] as? Double == 3913.0434782608695)
        let wrong = Transcript("simulate rebuild-storm --design chat-r2")
        #expect(wrong.code == .usage)
        #expect(wrong.errors.contains("chat-r2 has no chat.r2.head_bytes"))
        #expect(Transcript("simulate push-outage --set chat.r2.nothing=1").code == .badInput)
    }

    @Test func `the same seed gives the same bytes`() {
        for words in ["reconnect-storm --queue 300000", "push-outage --conversations 9000000", "rebuild-storm --within 60s"] {
            let line = "simulate \(words) --format json --seed 5"
            #expect(Transcript(line) == Transcript(line))
        }
    }
}
