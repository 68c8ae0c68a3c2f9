import Flags
import FleetCore
import StrictJSON
import Testing

@Suite struct LintTests {
    private func policy(_ members: String) -> String { "{\"version\":44,\"flags\":{},\"client_policy\":{\(members)}}" }

    /// 30 days up to 2026-09-21, with as many of a thousand installs below 5.4.0 as said of each.
    private func fleet(
        below: [Int64], queue: Int64? = nil, returns: Int64? = nil, requests: Double? = 0.001, requestDays: Int = 30,
        greatest: String = "5.14.0"
    ) throws -> FleetFacts {
        let newest = try #require(Day("2026-09-21"))
        let days = below.enumerated().map {
            FleetFacts.DayCount(day: newest.advanced(by: -$0.offset), below: $0.element, all: 1000)
        }
        return FleetFacts(
            newestDay: newest, greatestVersion: AppVersion(greatest),
            lockedOut: FleetFacts.LockedOut(
                below: AppVersion("5.4.0"), days: days, queueAgeSeconds: queue, returnSeconds: returns,
                requests: requests.map { share in
                    (0..<requestDays).map {
                        FleetFacts.DayCount(day: newest.advanced(by: -$0), below: Int64(share * 100_000), all: 100_000)
                    }
                } ?? []))
    }

    @Test func `every rule has a name, a severity and a meaning, and the names are told apart`() {
        let names = FlagRule.allCases.map(\.rawValue) + DocumentRule.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(FlagRule.allCases.allSatisfy { !$0.meaning.isEmpty })
        // What an incident must not be stopped by.
        #expect(FlagRule.killOfUnknownFlag.severity == .warning && FlagRule.flushUntilOver.severity == .warning)
    }

    @Test(arguments: [
        ("20", []), ("20.5", []), ("0.50", []), ("20.0", ["number.form"]), ("2e1", ["number.form"]), ("2.05E1", ["number.form"]),
        ("-0", ["number.form"]), ("0.0", ["number.form"]), ("1e-1", ["number.form"]), ("100.001", ["flag.percent_range"]),
        ("-0.001", ["flag.percent_range"]), ("0.0001", ["flag.percent_places"]), ("99.9999", ["flag.percent_places"]),
        ("1e2", ["number.form"]), ("1e3", ["number.form", "flag.percent_range"]),
    ])
    func `a percentage is of 0 to 100 with three places, in a form that all decode`(text: String, rules: [String]) {
        let document = "{\"version\":44,\"flags\":{\"f\":{\"rollout_percent\":\(text)}}}"
        let found = FlagLint.read(Array(document.utf8), file: "f", now: noon).problems
        #expect(found.map(\.rule) == rules)
        for problem in found where problem.rule == "number.form" { #expect(problem.severity == .warning) }
    }

    @Test func `an unusual form comes with the usual one`() {
        let document = #"{"version":4.4e1,"flags":{"f":{"rollout_percent":2e1}}}"#
        let found = FlagLint.read(Array(document.utf8), file: "f", now: noon)
        #expect(found.document?.version == 44)
        #expect(found.problems.map(\.suggestion) == ["44", "20"])
    }

    @Test func `default true beside a rollout under 100 is refused, at 100 it is not`() throws {
        #expect(try lint(#"{"version":1,"flags":{"f":{"default":true,"rollout_percent":100}}}"#) == [])
        #expect(
            try lint(#"{"version":1,"flags":{"f":{"default":true,"rollout_percent":99.999}}}"#) == [
                "1:38 flags.f.default flag.default_with_rollout"
            ])
    }

    @Test func `a minimum that no version of the fleet reaches is a warning`() throws {
        let text = #"{"version":1,"flags":{"f":{"min_app":"51.4.0"},"g":{"min_app":"5.14.0"}}}"#
        #expect(try lint(text) == [])
        #expect(try lint(text, fleet: fleet(below: [])) == ["1:38 flags.f.min_app flag.min_app_above_fleet"])
        #expect(try lint(text, fleet: FleetFacts(newestDay: nil)) == [])
    }

    @Test func `recommended is not below min_supported`() throws {
        #expect(
            try lint(policy(#""min_supported":"5.14","recommended":"5.2""#)) == [
                "1:80 client_policy.recommended policy.recommended_below_min_supported"
            ])
        #expect(try lint(policy(#""min_supported":"5.14","recommended":"5.14.0""#)) == [])
    }

    @Test func `a date that is over is refused where it is new, and told where it is not`() throws {
        let text = policy(#""min_supported":"5.2.0","flush_only_until":"2026-09-22T12:00:00Z""#)
        #expect(try lint(text).map { $0.split(separator: " ").last } == ["policy.flush_only_until_past"])
        #expect(try lint(text, against: text).map { $0.split(separator: " ").last } == ["policy.flush_only_until_over"])
        let later = policy(#""min_supported":"5.2.0","flush_only_until":"2026-09-22T12:00:01Z""#)
        #expect(try lint(later, against: text) == [])
        #expect(
            try lint(policy(#""flush_only_until":"2026-10-22T12:00:00Z""#)).map { $0.split(separator: " ").last } == [
                "policy.flush_only_until_alone"
            ])
    }

    @Test func `a kill does not get lost`() throws {
        let before = #"{"version":43,"kill":{"a":true,"b":true,"c":true},"flags":{"a":{},"b":{},"c":{}}}"#
        let after = #"{"version":44,"kill":{"a":true,"b":false},"flags":{"a":{},"b":{},"c":{}}}"#
        #expect(try lint(after, against: before) == ["1:22 kill kill.dropped", "1:32 kill.b kill.dropped"])
        #expect(try lint(after, against: before, allowing: .init(liftedKills: ["b", "c"])) == [])
        #expect(
            try lint(#"{"version":44,"flags":{"a":{}}}"#, against: #"{"version":43,"kill":{"a":true},"flags":{}}"#) == [
                "1:1 $ kill.dropped"
            ])
    }

    // MARK: Raising min_supported

    private let before = #"{"version":43,"flags":{},"client_policy":{"min_supported":"5.2.0"}}"#

    private func rules(
        until: String? = "2026-10-31T00:00:00Z", against previous: String? = nil, _ fleet: FleetFacts?, security: Bool = false
    ) throws -> [String] {
        let date = until.map { ",\"flush_only_until\":\"\($0)\"" } ?? ""
        return try lint(
            policy("\"min_supported\":\"5.4.0\"" + date), against: previous ?? before, fleet: fleet,
            allowing: .init(securityReason: security)
        ).map { String($0.split(separator: " ").last?.drop { $0 != "." }.dropFirst() ?? "") }
    }

    @Test func `raising min_supported needs a fleet where under 0.5 % have been below it for 30 days`() throws {
        let few = [Int64](repeating: 4, count: 30)
        #expect(try rules(fleet(below: few)) == [])
        #expect(try rules(fleet(below: few.dropLast() + [5])) == ["min_supported_share"])
        #expect(try rules(fleet(below: few.dropLast() + [5]), security: true) == [])
        #expect(try rules(fleet(below: few.dropLast())) == ["min_supported_share_unknown"])
        #expect(try rules(FleetFacts(newestDay: nil)) == ["min_supported_share_unknown", "min_supported_requests_unknown"])
        #expect(try rules(fleet(below: few, requests: nil)) == ["min_supported_requests_unknown"])
        #expect(try rules(fleet(below: few, requestDays: 29)) == ["min_supported_requests_unknown"])
        #expect(try rules(fleet(below: few, requests: 0.005)) == ["min_supported_share"])
        #expect(try rules(nil) == ["min_supported_unchecked"])
    }

    @Test func `it needs a date, later than their return and their queues`() throws {
        let few = [Int64](repeating: 0, count: 30)
        let day: Int64 = 86_400
        #expect(try rules(until: nil, fleet(below: few)) == ["flush_only_until_missing"])
        #expect(try rules(until: nil, nil, security: true) == ["flush_only_until_missing", "min_supported_unchecked"])
        // 38.5 days away.
        #expect(try rules(fleet(below: few, queue: 38 * day, returns: 38 * day)) == [])
        #expect(try rules(fleet(below: few, queue: 39 * day)) == ["flush_only_until_early"])
        #expect(try rules(fleet(below: few, returns: 39 * day), security: true) == ["flush_only_until_early"])
    }

    @Test func `a date is not brought forward past those it cuts off`() throws {
        let day: Int64 = 86_400
        let facts = try fleet(below: [Int64](repeating: 500, count: 30), returns: 39 * day)
        let none = policy(#""min_supported":"5.4.0""#)
        let later = policy(#""min_supported":"5.4.0","flush_only_until":"2027-10-31T00:00:00Z""#)
        let earlier = policy(#""min_supported":"5.4.0","flush_only_until":"2026-10-30T00:00:00Z""#)
        for previous in [none, later] {
            #expect(try rules(against: previous, facts) == ["flush_only_until_early"])
            #expect(try rules(against: previous, nil) == ["min_supported_unchecked"])
            #expect(try rules(against: previous, fleet(below: [], returns: 38 * day)) == [])
        }
        #expect(try rules(against: earlier, facts) == [])
    }

    @Test func `it is a raise only where it goes up`() throws {
        let facts = try fleet(below: [Int64](repeating: 500, count: 30))
        #expect(try rules(until: nil, against: policy(#""min_supported":"5.4""#), facts) == [])
        #expect(try rules(until: nil, against: policy(#""min_supported":"6""#), facts) == [])
        #expect(try rules(until: nil, against: #"{"version":1,"flags":{}}"#, facts).contains("min_supported_share"))
        // Without the document before, whom it locks out is told.
        #expect(
            try lint(policy(#""min_supported":"5.4.0""#), fleet: facts) == [
                "1:59 client_policy.min_supported policy.min_supported_locks_out"
            ])
    }

    @Test func `the words say what was found`() throws {
        let text = policy(#""min_supported":"5.4.0","flush_only_until":"2026-10-01T00:00:00Z""#)
        let facts = try fleet(below: [3] + [Int64](repeating: 12, count: 29), returns: 20 * 86_400, requests: nil)
        let found = FlagLint.check(try document(text), against: try document(before), fleet: facts, now: noon)
        #expect(
            found.map(\.message) == [
                "raised above versions that 1.2 % of active installs had on 2026-09-20; under 0.5 % on each of 30 days is the limit "
                    + "without a security reason",
                "raised, and the servers' requests by version are not in the store: the oldest versions send no telemetry",
                "2026-10-01T00:00:00Z is too early: 99 % of them come back within 20 d; not before 2026-10-12T12:00:00Z",
            ])
    }
}
