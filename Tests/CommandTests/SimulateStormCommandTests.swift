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
        #expect(transcript.code == .badAnswer)
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
        let behind = Transcript("simulate push-outage --quota 400000")
        #expect(behind.output.contains("✗ falls behind") && behind.code == .badAnswer)
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

    @Test func `zones that are lost take their gateways with them`() throws {
        let two = try summary("simulate reconnect-storm --set chat.r2.azloss.zones_lost=2 --policy server-sent")
        // Twice the phones, half the gateways.
        #expect((two["least_s"] as? Double).map { abs($0 - 202.02) < 0.01 } == true)
        let all = Transcript("simulate reconnect-storm --set chat.r2.azloss.zones_lost=3")
        #expect(all.code == .badInput)
        #expect(all.errors.contains("divides by chat.r2.gateways.surviving_tasks, which is 0"))
        #expect(Transcript("simulate reconnect-storm --set chat.r2.azloss.zones_lost=4").code == .badInput)
    }

    @Test func `numbers beyond a storm are refused by their limits, not by a crash`() throws {
        for words in [
            "--arrivals 1000000000", "--policy immediate --arrivals 1000000000 --horizon 5h",
            "--policy immediate --clients 2000000000 --admitted 1 --arrivals 1000000000",
            "--policy window --admitted 1000 --bin 1", "--policy window --admitted 1000 --bin 1 --horizon 5h",
            "--horizon 10000d", "--set chat.r2.sockets.peak=1000000000000",
        ] {
            let transcript = Transcript("simulate reconnect-storm \(words)")
            #expect(transcript.code == .usage, "\(words): \(transcript.errors)")
        }
        #expect(Transcript("simulate rebuild-storm --egress 0").errors.contains("above 0"))
        #expect(Transcript("simulate rebuild-storm --egress 0.0004").code == .usage)
        #expect(Transcript("simulate push-outage --outage 1s --bin 60").errors.contains("--bin 1"))
        #expect(Transcript("simulate push-outage --outage 1s").output.contains("is down for 1 s"))
        #expect(Transcript("simulate push-outage --horizon 36500d").errors.contains("at most 10000d"))
    }

    @Test func `one client comes, and the verdict names its rule`() {
        let one = Transcript("simulate reconnect-storm --clients 1 --admitted 10 --policy immediate").output
        #expect(one.contains("1 client comes back, 10 a second"))
        #expect(one.contains("recovers: 99 % are back within 30.0 s, half a minute"))
        #expect(
            Transcript("simulate reconnect-storm --policy window --window 1m --queue 600000").output
                .contains("within 120.0 s, twice the time until all have tried once"))
        let crowded = Transcript("simulate reconnect-storm --arrivals 66000 --horizon 10m").output
        #expect(crowded.contains("the least possible is 50.5 s"))
        #expect(crowded.contains("of clients that come anyway"))
    }

    @Test func `the same seed gives the same bytes`() {
        for words in ["reconnect-storm --queue 300000", "push-outage --conversations 9000000", "rebuild-storm --within 60s"] {
            let line = "simulate \(words) --format json --seed 5"
            #expect(Transcript(line) == Transcript(line))
        }
    }
}
