import Database
import FleetCore
import Health
import TestSupport
import Testing

/// Clients that send a version of their own each fill no page: JSON is whole, and so is what is bad.
@Suite struct BoundedRowsTests {
    /// 2026-09-14T00:00:00Z.
    private static let midnight: Int32 = 497_040

    /// 205 versions of five installs each, and one of four that all crashed, wait for a day and fail to decrypt.
    private static let fleet: FleetTables = {
        var days = (0..<205).flatMap { number in
            (0..<5).map { install in
                ReportedDay(
                    "2026-09-14", "h\(number)-\(install)", "0.0.\(number)", "ios", ["sessions": 1, "queue_age_max_s": 3],
                    activeHours: [midnight + 9], crashedHours: [])
            }
        }
        var pairs: [FailedPair] = []
        for install in 0..<4 {
            days.append(
                ReportedDay(
                    "2026-09-14", "bad\(install)", "8.14.0", "ios", ["sessions": 1, "crashes": 1, "queue_age_max_s": 90_000],
                    activeHours: [midnight + 9], crashedHours: [midnight + 9]))
            pairs.append(
                FailedPair("bad\(install)", "8.14.0", "ios", device: UInt8(install), peer: 9, first: "2026-09-14T09:00:00Z"))
        }
        return FleetTables(days, pairs: pairs)
    }()

    @Test(arguments: bothEngines)
    func `of many versions those on most installs are shown, and the bad`(engine: Engine) throws {
        let store = try TestStore(engine, BoundedRowsTests.fleet)
        for (line, what) in [
            ("crash-free --by version", "active installs"), ("queue-ages --by version,day", "install-days"),
            ("decrypt-failures --by version", "installs"),
        ] {
            for format in ["table", "markdown"] {
                let text = Transcript("\(line) --format \(format)", store: store)
                #expect(text.code == .success)
                let note =
                    "\n5 rows on fewer \(what) are left out; --version shows those of one version, --format json has them all.\n"
                #expect(text.output.contains(note), "\(text.output.suffix(900))")
                let rows = text.output.matches(of: #/\n(?:\| )?0\.0\.[0-9]+ /#).count
                #expect(rows == 200, "\(line) \(format)")
                #expect(text.output.contains(/\n(\| )?8\.14\.0 .*✗/), "\(line)")
            }
            for format in ["json", "csv"] {
                let whole = Transcript("\(line) --format \(format)", store: store)
                #expect(whole.output.matches(of: /0\.0\.[0-9]+["\s,]/).count == 205 && !whole.output.contains("left out"))
            }
        }
        let one = Transcript("crash-free --by version --version 0.0.204", store: store).output
        #expect(one.contains("0.0.204") && !one.contains("left out"))
    }

    /// A version's days and hours are shown together or not at all, however many rows they are.
    @Test(arguments: bothEngines)
    func `by hour and day versions count, not rows, and so do the lines of the picture`(engine: Engine) throws {
        // Sixty install-hours each, and forty that crashed all in the second of two hours.
        let hostile = (0..<205).flatMap { number in
            (0..<5).map { install in
                ReportedDay(
                    "2026-09-14", "h\(number)-\(install)", "0.0.\(number)", "ios", ["sessions": 1],
                    activeHours: (0..<12).map { BoundedRowsTests.midnight + $0 }, crashedHours: [])
            }
        }
        let hit = (0..<40).map { install in
            let hour = BoundedRowsTests.midnight + (install < 20 ? 8 : 9)
            return ReportedDay(
                "2026-09-14", "bad\(install)", "8.14.0", "ios", ["sessions": 1, "crashes": install < 20 ? 0 : 1],
                activeHours: [hour], crashedHours: install < 20 ? [] : [hour])
        }
        let hours = Transcript("crash-free --by hour,version", store: try TestStore(engine, FleetTables(hostile + hit))).output
        // Five versions of twelve hours, and the hour of 8.14.0 in which nothing crashed.
        #expect(hours.contains("\n61 rows on fewer active installs are left out; "), "\(hours.suffix(900))")
        #expect(hours.matches(of: #/\n0\.0\.[0-9]+ +2026-09-14T09:00:00Z /#).count == 200)
        // A line a group of the picture; of 8.14.0 one more for the hour that stands out.
        #expect(hours.matches(of: /\n0\.0\.[0-9]+ +[·▁█]/).count == 200)
        #expect(hours.contains("\n8.14.0: crashes stand out in the hour of 2026-09-14T09:00:00Z."), "\(hours.suffix(900))")
        #expect(hours.matches(of: /\n8\.14\.0 +[·▁█]/).count == 1)
        let busy = FleetTables(
            (10...19).flatMap { day in
                ["1.0", "2.0", "3.0"].flatMap { version in
                    ["android", "ios", "web", "tv", "car", "watch", "x"].map { platform in
                        ReportedDay("2026-09-\(day)", "i", version, platform, ["sessions": 1])
                    }
                }
            })
        let days = Transcript(
            "crash-free --by version,platform,day --from 2026-09-10 --to 2026-09-20", store: try TestStore(engine, busy)
        ).output
        #expect(!days.contains("left out"))
        #expect(days.matches(of: #/\n[123]\.0 /#).count == 210, "\(days.prefix(600))")
    }

    @Test func `of groups with one denominator those with most events are kept`() {
        let groups = (0..<300).map { WeighedGroup(ReportGroup(peerVersion: "\($0)"), installs: 10, events: Int64($0)) }
        let shown = WeighedGroup.greatest(groups)
        #expect(shown == Set((100..<300).map { ReportGroup(peerVersion: "\($0)") }))
        // All of its days are one group.
        let days = (0..<300).map { number in
            WeighedGroup(ReportGroup(version: AppVersion("1.0"), day: Day(number: Int32(number))), installs: 1, events: 0)
        }
        #expect(WeighedGroup.greatest(days) == [ReportGroup(version: AppVersion("1.0"))])
    }
}
