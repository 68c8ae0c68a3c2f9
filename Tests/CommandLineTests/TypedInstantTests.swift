import CommandLine
import FleetCore
import Testing

@Suite struct TypedInstantTests {
    private let times: ValueType<Instant> = .instant

    /// 2026-09-15T03:00:00Z
    private let three = Instant(epochSeconds: 1_789_441_200)

    @Test(arguments: [
        "2026-09-15T03:00:00Z", "2026-09-15T03:00Z", "2026-09-15 03:00Z", "2026-09-15 03:00:00Z", "2026-09-15t03:00z",
        "2026-09-15T05:00+02:00", "2026-09-15 00:30-02:30", "2026-09-15T03:00:00.9Z",
    ])
    func `a moment with its offset is read with seconds and without`(text: String) {
        #expect(times.parse(text) == three)
        #expect(ValueType<Instant>.instantOrDay.parse(text) == three)
    }

    @Test(arguments: [
        ("2026-09-15T03:00", "2026-09-15T03:00:00Z"), ("2026-09-15 03:00:05", "2026-09-15T03:00:05Z"),
        ("2026-09-15", "2026-09-15T00:00:00Z"), ("2026-09-15T3", "2026-09-15T03:00:00Z"),
        ("2026-09-15 03:00 UTC", "2026-09-15T03:00:00Z"), ("2026-09-15T03:00+0200", "2026-09-15T03:00:00+02:00"),
        ("2026-09-15T03:00+02", "2026-09-15T03:00:00+02:00"), ("2026-09-15T03Z", "2026-09-15T03:00:00Z"),
    ])
    func `what lacks something is refused, and shown with it`(text: String, whole: String) {
        #expect(times.parse(text) == nil)
        #expect(times.suggest(text) == whole)
        #expect(times.parse(whole) != nil)
    }

    @Test(arguments: [
        "", "yesterday", "2026-02-30T03:00", "2026-09-15T25:00", "2026-09-15T03:00 CEST", "03:00", "2026-09-15T03:00:00:00",
        "2026-09-15T03:00Zx", "2026-09-15x", "15.09.2026 03:00", "2026-09-1٥T03:00",
    ])
    func `what may mean anything is refused and not guessed at`(text: String) {
        #expect(times.parse(text) == nil)
        #expect(times.suggest(text) == nil)
    }

    @Test func `the error of an option shows the value completed`() {
        let asOf = Option("as-of", .instant, help: "then")
        let registry = Registry(
            program: "chatfleet", purpose: "p",
            commands: [
                CommandSpec("status", group: .onCall, purpose: "p", options: [asOf], examples: [Example("chatfleet status", "e")])
            ], globalOptions: [])
        do {
            _ = try registry.parse(["status", "--as-of", "2026-09-15 03:00"])
            Issue.record("it was taken")
        } catch {
            #expect(
                error.what
                    == "--as-of: \"2026-09-15 03:00\" is not a time with its offset (RFC 3339), such as 2026-09-28T21:04:11Z")
            #expect(error.next == "did you mean 2026-09-15T03:00:00Z? else: chatfleet status --help")
        }
    }
}
