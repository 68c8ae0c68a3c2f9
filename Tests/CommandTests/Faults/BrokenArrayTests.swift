import Database
import FleetCore
import TestSupport
import Testing

/// An array of reports that breaks ends there: what was not read is said, with the place.
@Suite struct BrokenArrayTests {
    private static func report(_ install: String) -> String {
        """
        {"install_id":"\(install)","app_version":"8.14.0","platform":"ios","day":"2026-09-20",\
        "received_at":"2026-09-20T12:00:00Z","health":{"sessions":1}}
        """
    }

    /// The second comma is the fault, 20 bytes from its beginning.
    private static let broken = #"{"install_id":"i_b",,}"#
    private static let remedy =
        "Mend it there and run the command again, or write a report a line (NDJSON): there a broken one costs itself only\n"

    @Test(arguments: bothEngines)
    func `where it broke, and how much of it was not read`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let (a, c) = (BrokenArrayTests.report("i_a"), BrokenArrayTests.report("i_c"))
        let array = "[\(a),\n\(BrokenArrayTests.broken),\n\(c)]"
        // After the fault `,}`, the comma and the line end between, the report, the bracket.
        #expect(a.utf8.count == 140 && c.utf8.count == 140)
        let text = Transcript("ingest reports -", store: store, input: array)
        #expect(text.code == .partial)
        #expect(
            text.output.contains(
                "\n-: json.syntax at byte 163, in report 2: what comes after it in the array, 145 bytes, was not read. "
                    + BrokenArrayTests.remedy), "\(text.output)")
        let json = Transcript("ingest reports - --format json", store: store, input: array)
        #expect(json.output.contains("\"accepted\":1,") && json.output.contains("\"refused\":1,"))
        #expect(json.output.contains("\"unread_bytes\":145,"), "\(json.output)")
        #expect(Transcript("store status --format json", store: store).output.contains("\"install_days\":1"))
    }

    @Test(arguments: bothEngines)
    func `so it is said of an envelope, and of how many there are`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let (a, c) = (BrokenArrayTests.report("i_a"), BrokenArrayTests.report("i_c"))
        let envelope = "{\"reports\":[\(a),\(BrokenArrayTests.broken),\(c)]}\n"
        let one = Transcript("ingest reports -", store: store, input: envelope)
        #expect(one.code == .partial)
        // 12 bytes before the first report.
        #expect(
            one.output.contains(
                "\n-: json.syntax at byte 173, in report 2: what comes after it in the array, 145 bytes, was not read. "
                    + BrokenArrayTests.remedy), "\(one.output)")
        let three = Transcript("ingest reports -", store: store, input: envelope + envelope + envelope)
        #expect(three.output.contains(", was not read; so it is in 2 further places. Mend it"), "\(three.output)")
    }

    @Test func `a missing quote takes all that follows with it`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        let (a, c) = (BrokenArrayTests.report("i_a"), BrokenArrayTests.report("i_c"))
        let text = Transcript(
            "ingest reports - --format json", store: store, input: "[\(a),{\"install_id\":\"i_b},\n\(c),\(c)]")
        #expect(text.code == .partial && text.output.contains("\"accepted\":1,"), "\(text.output)")
        #expect(!text.output.contains("\"unread_bytes\":0,"), "\(text.output)")
    }

    @Test func `what costs itself only leaves nothing unread`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        let a = BrokenArrayTests.report("i_a")
        for text in [
            "\(a)\n\(BrokenArrayTests.broken)\n", "[\(a),{\"install_id\":\"null\"}]", "[\(a),\(a.dropLast(9))",
            "{\n\"x\",,\n}\n\(a)",
        ] {
            let answer = Transcript("ingest reports - --format json", store: store, input: text)
            #expect(answer.code == .partial && answer.output.contains("\"unread_bytes\":0,"), "\(text): \(answer.output)")
            #expect(!Transcript("ingest reports -", store: store, input: text).output.contains("was not read"), "\(text)")
        }
    }
}
