import FleetCore
import TestSupport
import Testing

@testable import Commands

/// The commands on the designs themselves: the questions that planners ask.
@Suite struct RealDesignCommandTests {
    @Test func `two designs that each keep under a quota of the account break it together`() {
        for design in ["chat-r2", "feed-r2"] {
            #expect(!Transcript("capacity quotas \(design) --format csv").output.contains("FCM messages a minute,1"))
        }
        let together = Transcript("capacity plan chat-r2 feed-r2 --together --format csv")
        #expect(together.output.contains("437500,312500,750000,600000,1.25,breach"))
        #expect(Transcript("capacity plan chat-r2 feed-r2 --together --fail-on breach").code == .badAnswer)
        #expect(Transcript("capacity plan chat-r2 --fail-on breach").code == .badAnswer)
        #expect(Transcript("capacity plan chat-r1 --fail-on act").code == .success)
    }

    @Test func `solve finds the largest input, and what is reached first`() {
        let output = Transcript("capacity solve fcm.project.messages_per_min --vary chat.r2.msgs.per_day --growth 4%").output
        #expect(output.contains("FCM messages a minute  545,622,429 messages/day, 1.09 times now"))
        #expect(
            output.contains("passed already         8 limits")
                && output.contains("reached next           cache operations a shard: 536,842,"))
        #expect(Transcript("capacity solve fcm.project.messages_per_min").code == .usage)
        let wrong = Transcript("capacity solve fcm.project.messages_per_mn --design chat-r2 --vary chat.r2.msgs.per_day")
        #expect(wrong.code == .badInput && wrong.errors.contains("did you mean fcm.project.messages_per_min?"))
    }

    @Test func `causes of a change of the bill add up to it`() throws {
        let output = Transcript(
            "capacity diff chat-r2 chat-r2 --set chat.r2.msgs.per_day=750000000 --set price.dynamodb.wcu_hour=0.0006 --format csv"
        )
        #expect(output.code == .success && output.errors.hasPrefix("CSV holds one table; left out: "), "\(output.errors)")
        let text = Transcript(
            "capacity diff chat-r2 chat-r2 --set chat.r2.msgs.per_day=750000000 --set price.dynamodb.wcu_hour=0.0006"
        ).output
        #expect(text.contains("by usage") && text.contains("by prices") && text.contains("chat.r2.msgs.per_day"))
    }

    @Test func `two rounds of a design are compared line by line, and what one has not is not unpriced`() {
        let output = Transcript("capacity diff chat-r2 chat-r3").output
        func line(_ id: String) -> String {
            let row = output.split(separator: "\n").first { $0.contains(id) }.map(String.init) ?? ""
            return row.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(line("chat.r3.cost.media_storage") == "media: S3 storage 16,300 54,100 +37,800 chat.r3.cost.media_storage")
        #expect(line("chat.r3.cost.backups").contains(" – 18,900 +18,900 "), "\(output)")
        #expect(line("chat.r2.cost.dynamodb_storage").contains(" 6,500 – -6,500 "), "\(output)")
        #expect(!output.contains("unpriced"))
        #expect(
            line("chat.r3.cache.shard_use") == "cache operations a shard 79.05 % 86.89 % act chat.r3.cache.shard_use ✗ act")
        #expect(!output.contains("no limit known"), "\(output)")
    }

    @Test(arguments: ["chat-r1", "chat-r2", "chat-r3", "feed-r1", "feed-r2", "feed-r3"])
    func `every design answers every question`(design: String) {
        for words in [
            "plan \(design)", "plan \(design) --format json", "plan \(design) --format html", "plan \(design) --format csv",
            "quotas \(design)",
            "levers \(design)", "init \(design)", "montecarlo \(design) --spread 10% --samples 4096", "diff \(design) \(design)",
            "explain \(design) \(design.replacing("-", with: ".")).dau",
        ] {
            let transcript = Transcript("capacity \(words)")
            #expect(transcript.code == .success, "\(words): \(transcript.errors)")
            #expect(transcript.errors == "")
        }
    }
}
