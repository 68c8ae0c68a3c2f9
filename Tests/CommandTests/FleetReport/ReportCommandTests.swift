import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Ten installs a day on an old version, twenty on a new one that crashes from the fourth day on; nobody on the third.
let smallIncident = FleetTables(
    ["2026-09-08", "2026-09-09", "2026-09-11", "2026-09-12", "2026-09-13", "2026-09-14"].flatMap { day in
        active(40, day, "8.13.2", "android") + active(60, day, "8.14.0", "android", crashed: day < "2026-09-11" ? 0 : 30)
    }.map { day in
        var day = day
        day.values["queue_age_max_s"] = day.install == "i1" ? 7200 : 3
        return day
    }, pairs: [FailedPair("i1", "8.13.2", "android", device: 1, peer: 2, first: "2026-09-12T10:00:00Z")])

@Suite struct ReportCommandTests {
    @Test(arguments: bothEngines)
    func `a page is written whole, says where it comes from, and replaces what was there`(engine: Engine) throws {
        let store = try TestStore(engine, smallIncident)
        let folder = try TemporaryFolder()
        let file = try folder.write("week.html", "old")
        let transcript = Transcript("report --html", file, store: store)
        #expect(transcript.code == .success && transcript.output == "" && transcript.errors == "\(file): written\n")
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains("2026-09-08 to 2026-09-15 (exclusive, 7 days)"))
        #expect(page.contains("<dt>crashes</dt><dd class=\"bad\">✗ 8.14.0 android: below 99.5 %</dd>"))
        #expect(page.contains("<dt>made</dt><dd>2026-09-22T12:00:00Z</dd>"))
        #expect(page.contains("<dt>by</dt><dd>chatfleet 0.1.0</dd>"))
        #expect(page.contains("<dt>store</dt><dd>\(engine == .sqlite ? "sqlite:" : "host=")"))
        #expect(page.contains("<dt>complete</dt>"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["week.html"])
    }

    @Test func `both engines write the same page`() throws {
        let pages = try bothEngines.map { engine in
            let store = try TestStore(engine, smallIncident)
            return Transcript("report --html -", store: store).output.replacing(/<dt>store<\/dt><dd>[^<]*/, with: "")
        }
        #expect(pages[0] == pages[1] && pages[0].count > 10_000)
    }

    @Test func `a day without reports is a gap, and a picture has its table`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let page = Transcript("report --html -", store: store).output
        // Points, by their titles: both versions on each day but the third.
        let days = page.matches(of: /<title>8\.1[34]\.\d, (2026-09-\d\d): [^<]*crashed<\/title>/).map { String($0.1) }
        let expected = ["08", "08", "09", "09", "11", "11", "12", "12", "13", "13", "14", "14"]
        #expect(days.sorted() == expected.map { "2026-09-\($0)" })
        // Nothing was reported of that day, and the timeline alone says that nothing came.
        let named = page.components(separatedBy: "<tr>").filter { $0.contains("2026-09-10") }
        #expect(!named.isEmpty && named.allSatisfy { $0.contains("<td>report_freshness: ") }, "\(named)")
        #expect(page.contains("<title>8.14.0, 2026-09-11: 50.00 % (37.73 – 62.26 %), 30 of 60 crashed</title>"))
        for table in ["Crash-free installs by day: 12 rows", "Failing device pairs by day: 12 rows", "Adoption by day: 12 rows"] {
            #expect(page.contains("<details><summary>\(table)</summary>"), "\(table)")
        }
    }

    @Test func `signals stand at the top, the bad with trend, onset and runbook, the unknown by name`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        func unlabelled(_ page: String) -> String { page.replacing(#/ data-label="[^"]*"/#, with: "") }
        let page = unlabelled(Transcript("report --html -", store: store).output)
        #expect(page.contains("<dt>signals</dt><dd class=\"bad\">✗ over a level: crash_free_days"), "\(page.prefix(3000))")
        let signals = try #require(page.firstMatch(of: /<h2>Signals at 2026-09-15T12:00:00Z<\/h2>(?s:.*?)<h2>/)?.0)
        #expect(signals.contains("<td class=\"short\">crash_free_days</td><td class=\"bad\">✗ page</td>"), "\(signals)")
        #expect(
            signals.contains(
                "<td class=\"right\">8.14.0 on android: 50.00 %</td><td class=\"short\">over 1 %</td><td class=\"short\">2026-09-11</td>"
            ))
        #expect(
            signals.contains("app version 8.14.0, platform android") && signals.contains("<td class=\"short\">rollout-halt</td>"))
        #expect(signals.contains("Unknown, no data: account_write_units, apns_throttles, "))
        #expect(signals.contains("<details><summary>Every signal: "))
        // Before it began: six hours after the last report, that alone is to be said.
        let before = unlabelled(Transcript("report --html - --from 2026-09-08 --to 2026-09-10", store: store).output)
        let early = try #require(before.firstMatch(of: /<h2>Signals at 2026-09-10T12:00:00Z<\/h2>(?s:.*?)<details>/)?.0)
        #expect(early.contains("<td class=\"short\">report_freshness</td>") && !early.contains("crash_free_days"), "\(early)")
    }

    @Test func `a window that no page has room for is refused at once`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let refused = Transcript("report --html - --from 0001-01-01", store: store)
        #expect(refused.code == .usage && refused.output == "")
        #expect(
            refused.errors.contains("from 0001-01-01 to 2026-09-15 are 739,873 days; a page shows at most 366"),
            "\(refused.errors)")
        #expect(Transcript("report --html - --from 2025-09-14", store: store).code == .success)
    }

    @Test func `short windows are shown by the hour, too`() throws {
        let midnight: Int32 = 20_710 * 24
        let days = (9..<21).map { (hour: Int32) -> ReportedDay in
            let crashes = hour == 12
            return ReportedDay(
                "2026-09-14", "h\(hour)", "8.14.0", "ios", ["sessions": 1, "crashes": crashes ? 1 : 0],
                activeHours: [midnight + hour], crashedHours: crashes ? [midnight + hour] : [])
        }
        let store = try TestStore(.sqlite, FleetTables(days))
        let page = Transcript("report --html - --from 2026-09-14 --to 2026-09-15", store: store).output
        #expect(page.contains("Crash-free installs by UTC hour, ios</figcaption>"))
        #expect(page.contains("<title>8.14.0, 2026-09-14T12:00:00Z: 0 % (0 – 79.34 %), 1 of 1 crashed</title>"))
        #expect(!Transcript("report --html -", store: store).output.contains("by UTC hour, ios"))
    }

    private func flagChange(_ entry: Int64, _ at: String, _ reason: String) -> [String: SQLValue] {
        let epoch = Instant(at)?.epochSeconds ?? 0
        return ["entry": .integer(entry), "at": .integer(epoch), "reason": .text(reason), "sha": .text("s\(entry)")]
    }

    @Test func `what was done to the flags is numbered in the pictures and listed, up to the time asked for`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let database = try store.open(mode: .inspect)
        let changes: [(Int64, String, String)] = [
            (1, "2026-09-11T09:00:00Z", "roll <b>out</b>"), (2, "2026-09-13T20:00:00Z", "kill it"),
        ]
        for (entry, at, reason) in changes {
            try database.execute(
                """
                insert into flag_change values (:entry, :entry, 0, 'kill', 'file:/flags', :at, 'ann', :reason, '', 'a', '', :sha)
                """,
                flagChange(entry, at, reason))
        }
        let page = Transcript("report --html -", store: store).output
        #expect(
            page.contains("<td class=\"short\">2026-09-13T20:00:00Z</td>")
                && page.contains("<td class=\"short\">flags kill, version 2</td>") && page.contains("kill it"))
        #expect(page.contains("text-anchor=\"middle\">1</text>") && page.contains("text-anchor=\"middle\">2</text>"))
        #expect(page.contains("roll &lt;b&gt;out&lt;/b&gt;") && !page.contains("<b>out"))
        try database.execute(
            "insert into annotation values (1, :at, 'deploy', 'push workers', '8.14.0', 'android', 'bo', 0)",
            ["at": .integer(Instant("2026-09-12T08:00:00Z")?.epochSeconds ?? 0)])
        #expect(Transcript("report --html -", store: store).output.contains("deploy, 8.14.0 on android"))
        let before = Transcript("report --html - --at 2026-09-13T12:00:00Z", store: store).output
        #expect(before.contains("as known at 2026-09-13T12:00:00Z") && before.contains("roll &lt;b&gt;"))
        #expect(!before.contains("kill it") && !before.contains("2026-09-14"))
    }

    @Test func `what is done after the newest day with data is in the timeline, unless an end is asked for`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let noted = Transcript("annotate", exactly: ["pagers are on", "--kind", "incident", "--by", "ana"], store: store)
        #expect(noted.code == .success, "\(noted.errors)")
        _ = try store.open(mode: .inspect).execute(
            "insert into flag_change values (:entry, :entry, 0, 'kill', 'file:/flags', :at, 'ann', :reason, '', 'a', '', :sha)",
            flagChange(1, "2026-09-22T11:59:00Z", "kill it"))
        for text in [Transcript("report --html -", store: store).output, Transcript("report", store: store).output] {
            #expect(text.contains("pagers are on") && text.contains("2026-09-22T12:00:00Z") && text.contains("kill it"))
        }
        #expect(Transcript("report --from 2026-09-12", store: store).output.contains("pagers are on"))
        #expect(!Transcript("report --to 2026-09-15", store: store).output.contains("pagers are on"))
        #expect(!Transcript("report --at 2026-09-22T11:00:00Z", store: store).output.contains("kill it"))
    }

    @Test func `on a terminal it is the tables, for programs all of it`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let table = Transcript("report", store: store)
        #expect(table.output.contains("Adoption, by version and day") && table.output.contains("Where this comes from"))
        #expect(!table.output.contains("Crash-free installs by day\n"))
        let json = Transcript("report --format json", store: store).output
        let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let details = try #require(document["details"] as? [String: Any])
        #expect(
            Set(details.keys) == [
                "signals", "crash-free", "decrypt-failures", "queue-ages", "adoption", "timeline", "provenance",
            ])
        let csv = Transcript("report --format csv", store: store)
        #expect(csv.code == .success && csv.errors.contains("CSV holds one table; left out: "), "\(csv.errors)")
    }

    @Test func `without data there is no page, and the file stays as it was`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let folder = try TemporaryFolder()
        let file = try folder.write("week.html", "old")
        #expect(Transcript("report --html", file, store: store).code == .unknown)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        let incident = try TestStore(.sqlite, smallIncident)
        let unknown = Transcript("report --version 9.9.9 --html -", store: incident)
        #expect(unknown.code == .unknown && unknown.output.contains("<dd class=\"unknown\">? no data</dd>"))
    }

    @Test func `what can't be written is said, and nothing is left behind`() throws {
        let store = try TestStore(.sqlite, smallIncident)
        let folder = try TemporaryFolder()
        let missing = Transcript("report --html", folder.file("gone/week.html"), store: store)
        #expect(missing.code == .failure && missing.errors.contains("no such file or directory"))
        #expect(Transcript("report --html", folder.path + "/", store: store).code == .usage)
        #expect(Transcript("report --html /dev/null", store: store).code == .badInput)
        // A limit on the size of files stands for a disk that is full.
        let file = try folder.write("week.html", "old")
        let full = try ProgramRun("report --html", file, store: store.environmentText, limits: "ulimit -f 70")
        #expect(full.finish() == ExitCode.failure.rawValue)
        #expect(full.errors.contains("make room"), "\(full.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["week.html"])
    }
}
