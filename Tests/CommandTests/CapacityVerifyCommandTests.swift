import FleetCore
import Foundation
import Testing

@Suite struct CapacityVerifyCommandTests {
    @Test func `verify says what reproduces, what deviates, and what has no inputs`() {
        let transcript = Transcript("capacity verify")
        #expect(transcript.code == .success)
        #expect(transcript.errors == "")
        #expect(transcript.output.contains("reproduce                154\n"))
        #expect(transcript.output.contains("can't be derived         6\n"))
        #expect(transcript.output.contains("✗ deviates"))
        #expect(transcript.output.contains("? quoted: its cost table is not in the text"))
    }

    @Test func `programs get every figure, exactly`() throws {
        let transcript = Transcript("capacity verify --format json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(transcript.output.utf8)) as? [String: Any])
        let rows = try #require(document["rows"] as? [[String: Any]])
        #expect(rows.count == 162)
        let media = try #require(rows.first { $0["id"] as? String == "chat.r3.cost.media" })
        #expect(media["stated"] as? Int == 327_400)
        #expect(media["exact"] as? String == "328200")
        #expect(media["verdict"] as? String == "bad")
        #expect((media["calibrated"] as? String)?.contains("cal.chat.media.s3_get_share") == true)
        let bound = try #require(rows.first { $0["id"] as? String == "feed.r2.cost.images_share_min" })
        #expect(bound["stated"] as? Double == 0.5)
        #expect(bound["bound"] as? String == "above")
        #expect(bound["deviation"] is NSNull)
    }
}
