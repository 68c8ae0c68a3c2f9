import Database
import FleetCore
import TestSupport
import Testing

/// Three installs; a's device 1 fails with the devices 2 and 3, b's device 2 with 1 (the other direction of a's first).
private let fleet = FleetTables(
    [
        ReportedDay("2026-09-14", "a", "8.14.0", "android", class: "mid", ["sessions": 2]),
        ReportedDay("2026-09-15", "a", "8.14.0", "android", class: "mid", ["sessions": 2]),
        ReportedDay("2026-09-14", "b", "8.14.0", "android", class: "low", ["sessions": 2]),
        ReportedDay("2026-09-14", "c", "8.14.0", "android", ["sessions": 2]),
        ReportedDay("2026-09-14", "d", "8.14.0", "android", ["sessions": 0]),
        ReportedDay("2026-09-14", "e", "8.13.2", "ios", ["sessions": 1]),
    ],
    pairs: [
        // A hundred retries over two days are one pair; its second day healed, its first did not.
        FailedPair("a", "8.14.0", "android", device: 1, peer: 2, first: "2026-09-14T08:00:00Z", last: "2026-09-14T23:59:59Z")
            .with { $0.failures = 100 },
        FailedPair("a", "8.14.0", "android", device: 1, peer: 2, first: "2026-09-15T00:00:00Z").with {
            $0.failures = 3
            $0.recovered = true
        },
        // Began the evening before, and healed in it.
        FailedPair("a", "8.14.0", "android", device: 1, peer: 3, first: "2026-09-13T23:00:00Z", last: "2026-09-14T00:00:00Z")
            .with {
                $0.day = $0.last.day
                $0.messageType = "prekey"
                $0.recovered = true
            },
        FailedPair("b", "8.14.0", "android", device: 2, peer: 1, first: "2026-09-14T09:00:00Z").with {
            $0.messageType = "prekey"
            $0.peerVersion = "unknown"
            $0.restored = true
        },
        // Ended a second before Monday.
        FailedPair("c", "8.14.0", "android", device: 4, peer: 5, first: "2026-09-13T20:00:00Z", last: "2026-09-13T23:59:59Z"),
    ])

@Suite struct DecryptFailurePairsTests {
    private func values(_ from: String, _ to: String, _ more: [String: SQLValue] = [:]) -> [String: SQLValue] {
        let epoch = { (day: String) in SQLValue.integer((Day(day)?.start.epochSeconds) ?? 0) }
        return window(from, to, ["from_epoch": epoch(from), "to_epoch": epoch(to)])
            .merging(["by_message_type": 0, "by_peer_version": 0, "by_restored": 0]) { $1 }.merging(more) { $1 }
    }

    @Test(arguments: bothEngines)
    func `a pair is one however often it fails, and healed when all of it healed`(engine: Engine) throws {
        let found = try rows(
            "messaging/decrypt_failure_pairs", on: engine, fleet,
            values("2026-09-14", "2026-09-15", ["by_version": 1, "by_platform": 1]))
        expectRows(
            found,
            [
                // Nobody failed, and somebody was active: 0 pairs, not nothing.
                ["8.13.2", "ios", nil, nil, nil, nil, nil, 0, 0, 0, 0, 0, 0, 1, 0.0],
                // pairs, new, unordered, recovered, installs, failures, active, per 10,000
                ["8.14.0", "android", nil, nil, nil, nil, nil, 3, 2, 2, 1, 2, 102, 3, 10_000.0],
            ])
    }

    @Test(arguments: bothEngines)
    func `over two days a failure that healed later is still one that did not`(engine: Engine) throws {
        let found = try rows(
            "messaging/decrypt_failure_pairs", on: engine, fleet, values("2026-09-14", "2026-09-16", ["platform": "android"]))
        expectRows(found, [[nil, nil, nil, nil, nil, nil, nil, 3, 2, 2, 1, 2, 105, 3, 10_000.0]])
        let tuesday = try rows(
            "messaging/decrypt_failure_pairs", on: engine, fleet, values("2026-09-15", "2026-09-16", ["platform": "android"]))
        expectRows(tuesday, [[nil, nil, nil, nil, nil, nil, nil, 1, 1, 1, 1, 1, 3, 1, 10_000.0]])
    }

    @Test(arguments: bothEngines)
    func `by type, peer version and restored the denominator stays the installs of the group`(engine: Engine) throws {
        let flags: [String: SQLValue] = [
            "by_message_type": 1, "by_peer_version": 1, "by_restored": 1, "by_day": 1, "app_version": "8.14.0",
        ]
        let found = try rows("messaging/decrypt_failure_pairs", on: engine, fleet, values("2026-09-14", "2026-09-16", flags))
        expectRows(
            found,
            [
                [nil, nil, nil, "2026-09-14", "normal", "8.13.2", 0, 1, 1, 1, 0, 1, 100, 3, .real(1.0 / 3 * 10_000)],
                [nil, nil, nil, "2026-09-14", "prekey", "8.13.2", 0, 1, 0, 1, 1, 1, 1, 3, .real(1.0 / 3 * 10_000)],
                [nil, nil, nil, "2026-09-14", "prekey", "unknown", 1, 1, 1, 1, 0, 1, 1, 3, .real(1.0 / 3 * 10_000)],
                [nil, nil, nil, "2026-09-15", "normal", "8.13.2", 0, 1, 1, 1, 1, 1, 3, 1, 10_000.0],
            ])
    }

    @Test(arguments: bothEngines)
    func `a class is the one of the install's day`(engine: Engine) throws {
        let found = try rows(
            "messaging/decrypt_failure_pairs", on: engine, fleet,
            values("2026-09-14", "2026-09-15", ["by_device_class": 1, "platform": "android"]))
        expectRows(
            found,
            [
                [nil, nil, "low", nil, nil, nil, nil, 1, 1, 1, 0, 1, 1, 1, 10_000.0],
                [nil, nil, "mid", nil, nil, nil, nil, 2, 1, 2, 1, 1, 101, 1, 20_000.0],
                [nil, nil, "unknown", nil, nil, nil, nil, 0, 0, 0, 0, 0, 0, 1, 0.0],
            ])
    }

    @Test(arguments: bothEngines)
    func `without days there is no denominator, and as of an hour later entries are not there`(engine: Engine) throws {
        let found = try rows(
            "messaging/decrypt_failure_pairs", on: engine, fleet,
            values("2026-09-14", "2026-09-15", ["to_day": "2026-09-14", "as_of_hour": .integer(Int64(monday) + 11)]))
        expectRows(found, [[nil, nil, nil, nil, nil, nil, nil, 2, 1, 2, 1, 2, 2, 0, nil]])
    }

    @Test(arguments: bothEngines)
    func `delays are from the hour of an entry's first failure`(engine: Engine) throws {
        let found = try rows("messaging/decrypt_failure_delays", on: engine, fleet, ["as_of_hour": .integer(Int64(monday) + 11)])
        let hour = { (ofDay: Int64) in SQLValue.integer(Int64(monday) + ofDay) }
        expectRows(
            found, [["android", hour(-4), hour(0), 1], ["android", hour(-1), hour(1), 1], ["android", hour(9), hour(10), 1]])
    }

    @Test(arguments: bothEngines)
    func `one install's failures, the newest first`(engine: Engine) throws {
        let found = try rows("messaging/install_failures", on: engine, fleet, ["install_id": "a"])
        expectRows(
            found.map { [$0[0], $0[1], $0[2], $0[5], $0[10], $0[11]] },
            [
                ["2026-09-15", .blob([1]), .blob([2]), "normal", 3, 1],
                ["2026-09-14", .blob([1]), .blob([2]), "normal", 100, 0],
                ["2026-09-14", .blob([1]), .blob([3]), "prekey", 1, 1],
            ])
    }
}
