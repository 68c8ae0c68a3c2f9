import FleetCore
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct CapacityCommandTests {
    private func json(_ transcript: Transcript) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(transcript.output.utf8)) as? [String: Any])
    }

    @Test func `a plan in JSON has every figure with its exact value`() throws {
        let plan = try json(Transcript("capacity plan chat-r1 --format json"))
        #expect(plan["schema_version"] as? Int == 1)
        #expect(plan["design"] as? String == "chat-r1")
        for name in ["nodes", "quotas", "costs"] { #expect(plan[name] is [[String: Any]]) }
        #expect(plan["total_usd_per_month"] != nil)
        let nodes = try #require(plan["nodes"] as? [[String: String]])
        let peak = try #require(nodes.first { $0["id"] == "chat.r1.msgs.peak_per_s" })
        #expect(peak["value"] == "810.18518518518519")
        #expect(peak["exact"] == "21875/27")
        #expect(peak["unit"] == "messages/s")
        #expect(peak["kind"] == "derived")
        #expect(peak["source"] == "design chat R1.7")
    }

    @Test(arguments: ["table", "json", "csv", "markdown", "html"])
    func `a plan is the same on a terminal and in a pipe, but for how it is laid out`(format: String) {
        let transcript = Transcript("capacity plan chat-r1 --format \(format)")
        #expect(transcript.code == .success && transcript.errors == "")
        #expect(transcript.output.contains(format == "csv" || format == "json" ? "810.18518518518519" : "810.185"))
    }

    @Test func `what is wrong with settings is told at once`() {
        let transcript = Transcript(
            "capacity plan chat-r1 --set chat.r1.duu=5 --set chat.r1.sockets.open_share_peak=25 --set chat.r1.peak_factor=1,5")
        #expect(transcript.code == .badInput)
        #expect(transcript.output == "")
        for words in ["did you mean chat.r1.dau?", "is 0 % to 100 %", "did you mean 1.5?"] {
            #expect(transcript.errors.contains(words))
        }
    }

    @Test func `the file that init writes is the design`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/s.json"
        try Transcript("capacity init chat-r1").output.write(toFile: file, atomically: true, encoding: .utf8)
        let nodes = try json(Transcript("capacity plan chat-r1 --format json"))["nodes"] as? [[String: String]]
        let others = try json(Transcript("capacity plan --scenario \(file) --format json"))["nodes"] as? [[String: String]]
        #expect(nodes?.map { $0["exact"] } == others?.map { $0["exact"] })
        #expect(nodes?.map { $0["source"] } == others?.map { $0["source"] })
        // What the design says anyway is no setting that a reader should see.
        #expect(!Transcript("capacity plan --scenario \(file)").output.contains("set  "))
    }

    @Test func `a scenario extends another, and errors have line and column`() throws {
        let folder = try TemporaryFolder()
        func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
            return "\(folder.path)/\(name)"
        }
        _ = try write(
            "base.json",
            #"{"schema":1,"design":"chat-r1","name":"b","set":{"chat.r1.dau":"5 users","chat.r1.peak_factor":"2 ratio"}}"#)
        let file = try write(
            "s.json", #"{"schema":1,"design":"chat-r1","name":"s","extends":"base.json","set":{"chat.r1.dau":"7 users"}}"#)
        let output = Transcript("capacity plan --scenario \(file)").output
        #expect(output.contains("set  chat.r1.dau = 7 users (\(file):1)"))
        #expect(output.contains("set  chat.r1.peak_factor = 2 ratio (\(folder.path)/base.json:1)"))

        let wrong = try write(
            "w.json", "{\"schema\":1,\"design\":\"chat-r1\",\"name\":\"s\",\"set\":{\n\"chat.r1.dau\":\"7\",\n\"x\":\"1 s\"}}")
        let refused = Transcript("capacity plan --scenario \(wrong)")
        #expect(refused.code == .badInput)
        #expect(refused.errors.contains("2 errors in the scenario"))
        #expect(refused.errors.contains("\(wrong):2:15 "))
        #expect(refused.errors.contains("\(wrong):3:1 "))
        let loop = try write("loop.json", #"{"schema":1,"design":"chat-r1","name":"s","extends":"loop.json"}"#)
        #expect(Transcript("capacity plan --scenario \(loop)").errors.contains("extend each other without end"))
        #expect(Transcript("capacity plan --scenario \(folder.path)/none.json").code == .badInput)
    }

    @Test func `explain shows the tree, and what it would take`() {
        let transcript = Transcript("capacity explain chat-r1 chat.r1.msgs.peak_per_s --why-not 1000")
        #expect(transcript.code == .success)
        #expect(
            transcript.output.hasPrefix(
                """
                chat.r1.msgs.peak_per_s = 21875/27 messages/s ≈ 810.185  [derived, design chat R1.7]
                  = chat.r1.msgs.per_day / 86400 s/day * chat.r1.peak_factor
                  = 20000000 messages/day / 86400 s/day * 3.5
                  chat.r1.msgs.per_day = 20000000 messages/day  [derived, design chat R1.7]

                """))
        #expect(transcript.output.contains("chat.r1.peak_factor: 4.32 ratio, now 3.5 ratio"))
        #expect(
            Transcript("capacity explain chat-r1 chat.r1.msgs.peek_per_s").errors.contains(
                "did you mean chat.r1.msgs.peak_per_s?"))
    }

    @Test func `sensitivity, sampling and sweeping answer for a figure`() {
        #expect(Transcript("capacity sensitivity chat.r1.msgs.peak_per_s").output.contains("736.532"))
        let worlds = Transcript(
            "capacity montecarlo chat-r1 --spread 10% --samples 4096 --node chat.r1.msgs.peak_per_s --format json")
        #expect(worlds.code == .success && worlds.output.contains("\"p50\":8"))
        let certain = Transcript("capacity montecarlo chat-r1")
        #expect(certain.code == .badInput && certain.errors.contains("--spread 10%"))
        let sweep = Transcript("capacity sweep chat.r1.dau=1000000..4000000:4 --show chat.r1.msgs.peak_per_s")
        #expect(sweep.output.contains("3,240.74"))
        #expect(Transcript("capacity sweep chat.r1.msgs.per_day=1..2").code == .usage)
        #expect(Transcript("capacity sweep chat.r1.dau=2..1").code == .usage)
    }

    @Test func `prices are listed by age`() {
        let all = Transcript("capacity prices --format csv").output
        #expect(all.contains("s3.storage,0.022,billed-GB·months,50000,2026-07,83,B,"))
        let stale = Transcript("capacity prices --stale 180d").output
        #expect(stale.contains("athena.tb_scanned") && !stale.contains("s3.storage"))
        #expect(stale.contains("unknown"))
    }

    @Test func `designs are planned together only when asked, and each once`() {
        #expect(Transcript("capacity plan chat-r1 chat-r1 --together").code == .usage)
        #expect(Transcript("capacity plan").code == .usage)
    }
}
