import FleetCore
import Telemetry
import Testing

/// A valid report in which one member is another, or is left out where `value` is nil.
func reportText(_ member: String, _ value: String?) -> String {
    var members = [
        ("install_id", "\"i_1\""), ("app_version", "\"8.14.0\""), ("platform", "\"ios\""), ("day", "\"2026-09-28\""),
        ("health", "{\"sessions\":1}"),
    ]
    members.removeAll { $0.0 == member }
    if let value { members.append((member, value)) }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
}

func text(_ length: Int, of character: Character = "x") -> String { "\"\(String(repeating: character, count: length))\"" }

/// The contract's table of fields, line by line.
@Suite struct FieldTests {
    /// Member, value, reason (`accepted` where it is none).
    @Test(
        arguments: [
            ("install_id", nil, "install_id.missing"), ("install_id", "null", "install_id.missing"),
            ("install_id", "12", "install_id"), ("install_id", "[\"x\"]", "install_id"),
            ("install_id", "\"\"", "install_id.void"),
            ("install_id", "\"null\"", "install_id.void"), ("install_id", "\"NULL\"", "install_id.void"),
            ("install_id", "\"unknown\"", "install_id.void"), ("install_id", "\"Unknown\"", "install_id.void"),
            ("install_id", "\"00000000-0000-0000-0000-000000000000\"", "install_id.void"),
            ("install_id", "\"{00000000-0000-0000-0000-000000000000}\"", "install_id.void"),
            ("install_id", "\"00000000000000000000000000000000\"", "install_id.void"), ("install_id", "\"0\"", "install_id.void"),
            ("install_id", "\"\\u006eull\"", "install_id.void"), ("install_id", "\"nullx\"", "accepted"),
            ("install_id", "\"00000000-0000-0000-0000-000000000001\"", "accepted"), ("install_id", text(128), "accepted"),
            ("install_id", text(129), "install_id"), ("install_id", text(64, of: "é"), "accepted"),
            ("install_id", text(65, of: "é"), "install_id"), ("install_id", "\"a\\u0000b\"", "install_id"),
            ("install_id", "\"a\\nb\"", "install_id"), ("install_id", "\"a\u{7F}\"", "install_id"),
            ("install_id", "\"a\u{85}\"", "install_id"), ("install_id", "\"a\\u0041\"", "accepted"),
            ("install_id", "\"😀\"", "accepted"),

            ("app_version", nil, "app_version.missing"), ("app_version", "null", "app_version.missing"),
            ("app_version", "8", "app_version"), ("app_version", "\"\"", "app_version"), ("app_version", text(64), "accepted"),
            ("app_version", text(65), "app_version"), ("app_version", "\"8\\u0000\"", "app_version"),
            ("app_version", "\"not a version\"", "accepted"), ("app_version", "\"\u{1B}[31m\"", "json.control"),
            ("app_version", "\"\\u001b[31m\"", "app_version"),

            ("platform", nil, "platform.missing"), ("platform", "null", "platform.missing"), ("platform", "\"\"", "platform"),
            ("platform", "\"iOS\"", "accepted"), ("platform", "\"win_arm-64\"", "accepted"),
            ("platform", "\"mac os\"", "platform"),
            ("platform", "\"ios\u{E9}\"", "platform"), ("platform", text(32), "accepted"), ("platform", text(33), "platform"),
            ("platform", "true", "platform"), ("platform", "\"\u{212A}\"", "platform"),

            ("day", nil, "day.missing"), ("day", "null", "day.missing"), ("day", "\"2026-02-29\"", "day"),
            ("day", "\"2024-02-29\"", "day.past"), ("day", "\"2026-13-01\"", "day"), ("day", "\"2026-9-28\"", "day"),
            ("day", "\"2026-09-28T00:00:00Z\"", "day"), ("day", "20260928", "day"), ("day", "\"\"", "day"),
            ("day", "\" 2026-09-28\"", "day"), ("day", "\"0000-01-01\"", "day"),

            ("device_class", "null", "accepted"), ("device_class", "\"\"", "accepted"), ("device_class", text(64), "accepted"),
            ("device_class", text(65), "device_class"), ("device_class", "1", "device_class"),
            ("device_class", "\"a\\u0000\"", "device_class"), ("os_version", text(65), "os_version"),
            ("os_version", "{}", "os_version"), ("os_version", "\"16\"", "accepted"), ("os_version", "\"\\t\"", "os_version"),

            ("app_build", "null", "accepted"), ("app_build", "0", "accepted"), ("app_build", "9223372036854775807", "accepted"),
            ("app_build", "9223372036854775808", "app_build"), ("app_build", "-1", "app_build"),
            ("app_build", "1.5", "app_build"),
            ("app_build", "\"1\"", "app_build"), ("flags_version", "false", "flags_version"), ("flags_version", "43", "accepted"),
            ("flags_version", "-0", "accepted"),

            ("sent_at", "null", "accepted"), ("sent_at", "\"2026-09-28T21:04:11Z\"", "accepted"),
            ("sent_at", "\"2026-09-28T21:04:11.123+05:30\"", "accepted"), ("sent_at", "\"2026-09-28T21:04:11\"", "sent_at"),
            ("sent_at", "\"2026-09-28\"", "sent_at"), ("sent_at", "1790629451", "sent_at"),
            ("sent_at", "\"2026-09-28T25:00:00Z\"", "sent_at"),
            ("received_at", "\"2026-09-28T21:04:11Z\"", "accepted"), ("received_at", "\"yesterday\"", "received_at"),
            ("received_at", "null", "accepted"),

            ("health", nil, "health.missing"), ("health", "null", "health.missing"), ("health", "[]", "health"),
            ("health", "\"x\"", "health"), ("health", "{}", "accepted"),
            ("decrypt_failures", "null", "accepted"), ("decrypt_failures", "[]", "accepted"),
            ("decrypt_failures", "{}", "decrypt_failures"), ("decrypt_failures", "3", "decrypt_failures"),
        ] as [(String, String?, String)])
    func `each field has its range and its reason`(member: String, value: String?, expected: String) {
        #expect(reason(decode(reportText(member, value))) == expected)
    }

    @Test func `each count of health is checked to its range`() {
        for member in HealthMember.all {
            let greatest = member.greatest
            func outcome(_ value: String) -> String { reason(decode(reportText("health", "{\"\(member.name)\":\(value)}"))) }
            for value in ["0", "null", "-0", "3.0", "\(greatest)"] {
                #expect(outcome(value) == "accepted", "\(member.name) \(value)")
            }
            for value in ["-1", "1.5", "true", "\"3\"", "[3]", "{}", "1e30", "9223372036854775808"] {
                #expect(outcome(value) == "health." + member.name, "\(member.name) \(value)")
            }
            if greatest < Int64.max { #expect(outcome("\(greatest + 1)") == "health." + member.name) }
        }
    }

    /// 2026-09-28 begins at hour 497376 in UTC; somewhere it is that day from 497362 (UTC+14) to 497411 (UTC−12).
    @Test(arguments: ["active_hours", "crashed_hours"])
    func `hours lie within the local day, wherever the install is`(member: String) {
        func outcome(_ value: String) -> String { reason(decode(reportText("health", "{\"\(member)\":\(value)}"))) }
        for value in ["null", "[]", "[497362,497411]", "[497411,497362,497362]", "[497380.0]"] {
            #expect(outcome(value) == "accepted")
        }
        for value in [
            "[497361]", "[497412]", "[497380,497361]", "[0]", "[-1]", "[9223372036854775807]", "[-9223372036854775808]",
            "[497380,9223372036854775807]", "[1.5]", "[\"497380\"]", "[null]", "497380", "{}", "\"\"", "[[497380]]",
        ] {
            #expect(outcome(value) == "health." + member, "\(value)")
        }
    }

    @Test func `hours of any size beside days of any age are only refused`() {
        for hour in ["9223372036854775807", "2147483647", "2147483648", "0"] {
            let text = reportText("day", "\"0001-01-01\"").replacing("\"sessions\":1", with: "\"active_hours\":[\(hour)]")
            #expect(reason(decode(text)) == "health.active_hours")
        }
    }

    @Test func `a missing list of hours is not an empty one`() throws {
        #expect(try accepted(reportText("health", "{}")).row.activeHours == nil)
        #expect(try accepted(reportText("health", "{\"active_hours\":[]}")).row.activeHours == HourSet())
        #expect(try accepted(reportText("health", "{\"active_hours\":null}")).row.activeHours == nil)
    }

    @Test func `nulls are missing, not zeros`() throws {
        let row = try accepted(reportText("health", "{\"sessions\":null,\"crashes\":0}")).row
        #expect(row.members.value(HealthMember.sessions) == nil)
        #expect(row.members.value(HealthMember.crashes) == 0)
        #expect(!row.isActive)
    }

    @Test func `the first fault in the text counts, and what is not JSON outweighs it`() {
        #expect(reason(decode("{\"platform\":\"a b\",\"day\":\"x\"}")) == "platform")
        #expect(reason(decode("{\"day\":\"x\",\"platform\":\"a b\"}")) == "day")
        #expect(reason(decode("{\"day\":\"x\",\"platform\":}")) == "json.syntax")
        guard case .refused(let fault) = decode("{ \"platform\": \"a b\"}") else { return #expect(Bool(false)) }
        #expect(fault.offset == 14)
    }

    @Test(arguments: [
        ("[]", "json.not_object"), ("\"x\"", "json.not_object"), ("null", "json.not_object"), ("", "json.truncated"),
        ("{}", "install_id.missing"), ("{} {}", "json.trailing"), (#"{"day":1,"day":1}"#, "json.duplicate_member"),
        (#"{"day":1,"\u0064ay":1}"#, "json.duplicate_member"), (#"{"new":1,"new":2}"#, "json.duplicate_member"),
        (#"{"health":{"sessions":1,"sessions":1}}"#, "json.duplicate_member"),
        (#"{"health":{"new":1,"new":1}}"#, "json.duplicate_member"), (#"{"new":[{"a":1,"a":1}]}"#, "json.duplicate_member"),
        (#"{"decrypt_failures":[{"device":"a","device":"b"}]}"#, "json.duplicate_member"),
        (#"{"health":null,"health":{}}"#, "json.duplicate_member"), (#"{"new":1e400}"#, "json.number_range"),
        (#"{"health":{"sessions":1e400}}"#, "json.number_range"), (#"{"new":"\ud800"}"#, "json.surrogate"),
        ("{\"new\":\"\u{0}\"}", "json.control"), ("{\"new\":1,}", "json.syntax"), ("\u{FEFF}{}", "json.syntax"),
    ])
    func `what is not strict JSON is refused, known members and unknown`(text: String, expected: String) {
        #expect(reason(decode(text)) == expected)
    }

    @Test func `bad UTF-8 and nesting are refused wherever they stand`() {
        var bytes = Array(reportText("new", "\"?\"").utf8)
        bytes[bytes.count - 3] = 0xFF
        var decoder = testDecoder()
        #expect(reason(decoder.decode(bytes.span)) == "json.utf8")
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(reason(decode(reportText("new", nested(63)))) == "accepted")
        #expect(reason(decode(reportText("new", nested(64)))) == "json.too_deep")
        #expect(reason(decode(reportText("new", nested(100_000)))) == "json.too_deep")
    }
}
