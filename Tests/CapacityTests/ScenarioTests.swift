import FleetCore
import StrictJSON
import Testing

@testable import Capacity

@Suite struct ScenarioTests {
    private static let today = Day(number: 20_718)  // 2026-09-22

    private func read(_ text: String) -> (scenario: Scenario?, problems: [String]) {
        let (scenario, problems) = ScenarioReader.read(Array(text.utf8), file: "s.json", today: ScenarioTests.today)
        return (scenario, problems.map(\.text))
    }

    /// A scenario of round 1 with these members in `set`.
    private func set(_ members: String) -> (scenario: Scenario?, problems: [String]) {
        read("{\"schema\":1,\"design\":\"chat-r1\",\"name\":\"n\",\"set\":{\n\(members)\n}}")
    }

    @Test func `a good file is read, with the line of each setting`() throws {
        let (scenario, problems) = read(
            """
            {
              "schema": 1, "design": "chat-r1", "name": "twice", "extends": "base.json",
              "set": {
                "chat.r1.dau": "2e6 users",
                "chat.r1.sockets.open_share_peak": "12.5 %",
                "chat.r1.phone.row_bytes": "0.4 kB/row",
                "chat.r1.peak_factor": { "p5": "3 ratio", "p50": "3.5 ratio", "p95": "4.2 ratio" },
                "chat.r1.msgs.per_user_day": { "measured": "messages_per_user_day", "window": "28 d" }
              }
            }
            """)
        #expect(problems == [])
        let found = try #require(scenario)
        #expect(found.extends == "base.json" && found.name == "twice")
        #expect(found.settings["chat.r1.dau"]?.number == 2_000_000)
        #expect(found.settings["chat.r1.dau"]?.source == .scenario(file: "s.json", line: 4))
        #expect(found.settings["chat.r1.sockets.open_share_peak"]?.number == 0.125)
        #expect(found.settings["chat.r1.phone.row_bytes"]?.number == 400)
        #expect(found.settings["chat.r1.peak_factor"]?.distribution?.p95 == 4.2)
        #expect(found.settings["chat.r1.peak_factor"]?.number == 3.5)
        #expect(found.settings["chat.r1.msgs.per_user_day"]?.number == nil)
    }

    @Test func `all errors are told at once, with line and column and what was meant`() {
        let (scenario, problems) = read(
            """
            { "schema": 2, "design": "chat-r1", "nam": "n",
              "set": {
                "chat.r1.dua": "1 users",
                "chat.r1.dau": "25",
                "chat.r1.sockets.open_share_peak": "25",
                "chat.r1.peak_factor": "1,5 ratio",
                "chat.r1.msgs.per_user_day": "20 messages",
                "chat.r1.phone.row_bytes": "350 b/row",
                "chat.r1.az.count": "1 zones",
                "chat.r1.phone.text_bytes": 60,
                "chat.r1.phone.id_chars": { "p5": "40 B/key", "p95": "30 B/key" },
                "chat.r1.phone.ids_per_row": { "p5": "0 keys/row", "p95": "3 keys/row" },
                "chat.r1.msgs.per_day": "5 messages/day",
                "chat.r1.peak_factor": "3 ratio"
              } }
            """)
        #expect(scenario == nil)
        #expect(
            problems == [
                "s.json:1:1 $: name is missing",
                "s.json:1:13 schema: expected a whole number from 1 to 1, found 2",
                "s.json:1:37 nam: no member of this name is known (did you mean name?)",
                "s.json:3:5 set[\"chat.r1.dua\"]: the design takes no input of this name (did you mean chat.r1.dau?)",
                "s.json:4:20 set[\"chat.r1.dau\"]: \"25\" has no unit (did you mean 25 users?)",
                "s.json:5:40 set[\"chat.r1.sockets.open_share_peak\"]: \"25\" has no unit (did you mean 25 %?)",
                "s.json:6:28 set[\"chat.r1.peak_factor\"]: \"1,5\" is no number: digits, a point, perhaps an exponent, nothing else (did you mean 1.5 ratio?)",
                "s.json:7:34 set[\"chat.r1.msgs.per_user_day\"]: messages is not what chat.r1.msgs.per_user_day is in, messages/user/day",
                "s.json:8:32 set[\"chat.r1.phone.row_bytes\"]: \"b\" is no unit (did you mean B?)",
                "s.json:9:25 set[\"chat.r1.az.count\"]: 1 zones is out of range: chat.r1.az.count is a whole number of at least 2",
                "s.json:10:33 set[\"chat.r1.phone.text_bytes\"]: expected a text, a number with its unit; found a number (did you mean \"60 B/row\"?)",
                "s.json:11:31 set[\"chat.r1.phone.id_chars\"]: p5 ≤ p50 ≤ p95 does not hold",
                "s.json:12:34 set[\"chat.r1.phone.ids_per_row\"]: an end at 0 has no place on the scale; give the least that is meant",
                "s.json:13:5 set[\"chat.r1.msgs.per_day\"]: chat.r1.msgs.per_day is computed; set what it depends on: chat.r1.dau, chat.r1.msgs.per_user_day",
                "s.json:14:5 set[\"chat.r1.peak_factor\"]: given twice, first at 6:5",
            ])
    }

    @Test(arguments: [
        ("\"chat.r1.sockets.open_share_peak\": \"101 %\"", "101 % is out of range"),
        ("\"chat.r1.sockets.open_share_peak\": \"-1 %\"", "-1 % is out of range"),
        ("\"chat.r1.dau\": \"-1 users\"", "-1 users is out of range: chat.r1.dau is 0 or more"),
        ("\"chat.r1.dau\": \"1000 msgs\"", "\"msgs\" is no unit"),
        ("\"chat.r1.dau\": \"1_000 users\"", "\"1_000\" is no number"),
        ("\"chat.r1.dau\": \"+5 users\"", "\"+5\" is no number"),
        ("\"chat.r1.dau\": null", "expected a text, found null"),
        ("\"chat.r1.dau\": {\"p5\": \"1 users\"}", "p95 is missing"),
        ("\"chat.r1.dau\": {\"measured\": \"x\"}", "window is missing"),
        ("\"chat.r1.dau\": {\"measured\": \"x\", \"window\": \"4 weeks\"}", "\"4 weeks\" is not 1 to 400 days"),
        ("\"quota.fcm.project.messages_per_min\": \"5 messages/min\"", "no input of this name"),
    ])
    func `a value that can't be meant is refused`(member: String, words: String) {
        let (scenario, problems) = set(member)
        #expect(scenario == nil)
        #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
    }

    @Test(
        arguments: [
            ("240 s", .second, 240), ("1.1 KiB", .byte, 1126.4), ("1 aws.GB", .byte, 1_073_741_824), ("2.5 %", .ratio, 0.025),
            ("25%", .ratio, 0.25), ("0.25 ratio", .ratio, 0.25), ("10 %", .percent, 10),
            ("1e-3 USD/GB", .usd / .GB, 0.000000000001),
            ("3 user", .user, 3), ("5 messages/user/day", .message / .user / .day, 5),
        ] as [(String, Unit, Rational)])
    func `quantities are read exactly`(text: String, unit: Unit, value: Rational) throws {
        #expect(try QuantityText(Node("n", .assumption, unit, .commandLine, value: 1)).read(text) == value)
    }

    @Test func `a time in another unit is refused, with what it would be`() {
        let node = Node("n", .assumption, .second, .commandLine, value: 1)
        #expect(throws: QuantityText.Fault("min is not what n is in, s", suggestion: "240 s")) {
            try QuantityText(node).read("4 min")
        }
    }

    @Test func `on the command line a number alone is in the node's unit`() throws {
        let node = Node("n", .assumption, .GB, .commandLine, value: 1)
        #expect(try QuantityText(node, takesBareNumbers: true).read("2.5") == 2_500_000_000)
        #expect(throws: QuantityText.Fault.self) { try QuantityText(node).read("2.5") }
    }

    @Test func `a design that is not there is named`() {
        #expect(
            read("{\"schema\":1,\"design\":\"chat-r\",\"name\":\"n\"}").problems.first?.hasPrefix(
                "s.json:1:22 design: there is no design chat-r") == true)
    }

    @Test func `a scenario that extends another wins over it`() throws {
        let base = Scenario(
            file: "b", design: "chat-r1", name: "b",
            settings: ["x": Setting(.number(1), .commandLine), "y": Setting(.number(1), .commandLine)])
        let mine = Scenario(file: "m", design: "chat-r1", name: "m", settings: ["x": Setting(.number(2), .commandLine)])
        let merged = mine.over(base)
        #expect(merged.name == "m" && merged.settings["x"]?.number == 2 && merged.settings["y"]?.number == 1)
    }
}
