import FleetCore
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        ("2026-09-28T21:04:11Z", 1_790_629_451), ("2026-09-28t21:04:11z", 1_790_629_451), ("2026-09-28 21:04:11Z", 1_790_629_451),
        ("2026-09-28T23:04:11+02:00", 1_790_629_451), ("2026-09-28T15:34:11-05:30", 1_790_629_451),
        ("2026-09-28T21:04:11.999Z", 1_790_629_451), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
        ("2016-12-31T23:59:60Z", 1_483_228_799),
    ])
    func `RFC 3339 is read to the second, in UTC`(text: String, seconds: Int64) {
        #expect(Instant(text)?.epochSeconds == seconds)
    }

    @Test(arguments: [
        "2026-09-28T21:04:11", "2026-09-28T24:00:00Z", "2026-09-28T21:60:00Z", "2026-09-28T21:04Z", "2026-09-28T21:04:11.Z",
        "2026-09-28T21:04:11+2:00", "2026-09-28T21:04:11+24:00", "2026-09-28T21:04:11Z ", "2026-02-29T00:00:00Z", "",
        "1790629451",
    ])
    func `without an offset, or out of range, it is none`(text: String) { #expect(Instant(text) == nil) }

    @Test func `hours and days are floors, also before 1970`() throws {
        let before = Instant(epochSeconds: -1)
        #expect(before.hour.number == -1)
        #expect(before.day.description == "1969-12-31")
        #expect(before.description == "1969-12-31T23:59:59Z")
        let after = try #require(Instant("2026-09-28T21:59:59Z"))
        #expect(after.hour.start.description == "2026-09-28T21:00:00Z")
        #expect(after.day.start < after)
    }
}
