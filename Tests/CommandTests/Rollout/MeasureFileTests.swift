import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Own measures: a query file with the parameters and columns of rollout/gate_cells.
@Suite struct MeasureFileTests {
    private static let own = """
        -- boot_loops
        -- question:   How many installs tripped the crash-loop guard for the first time?
        -- parameters: app_version text, baseline_version text, platform text, from_hour hour, as_of_hour hour
        -- grain:      one row a known_hour, device_class, tenure and arm
        -- columns:    measure text; known_hour hour; device_class text; tenure integer; is_new flag; at_risk count; events count
        -- engines:    postgres, sqlite
        -- source:     ours
        select
            'boot loops' as measure,
            known_hour,
            device_class,
            tenure,
            case when app_version = :app_version then 1 else 0 end as is_new,
            crash_at_risk as at_risk,
            case when app_version = :app_version then crash_at_risk else 0 end as events
        from gate_cell
        where app_version in (:app_version, :baseline_version)
            and platform = :platform
            and known_hour >= :from_hour
            and known_hour < :as_of_hour
        order by known_hour;
        """

    private func run(_ engine: Engine, _ sql: String, _ options: String = "") throws -> Transcript {
        let folder = NSTemporaryDirectory() + "chatfleet-measure-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try sql.write(toFile: folder + "/boot_loops.sql", atomically: true, encoding: .utf8)
        let days = (18..<22).flatMap { day in
            active(60, "2026-09-\(day)", "8.14.0", "android").map { day in
                var day = day
                day.install = "new" + day.install
                return day
            } + active(200, "2026-09-\(day)", "8.13.2", "android")
        }
        let store = try TestStore(engine, FleetTables(days))
        return Transcript("rollout gate 8.14.0 --measure-file \(folder)/boot_loops.sql\(options)", store: store)
    }

    @Test(arguments: bothEngines)
    func `a measure of one's own is guarded with the others`(engine: Engine) throws {
        let answer = try run(engine, MeasureFileTests.own)
        #expect(answer.code == .badAnswer, "\(answer.errors)")
        #expect(answer.output.hasPrefix("HALT: 8.14.0 on android against 8.13.2: boot loops that the baseline has none of"))
    }

    /// A file's measures are known once rows of them are there: the gate's own have had the same part before.
    @Test func `what a file of one's own still brings takes no alpha from anybody`() throws {
        func alphas(_ sql: String) throws -> [String: Double] {
            let output = try run(.sqlite, sql, " --format json").output
            let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let details = try #require(json["details"] as? [String: [String: Any]])
            let rows = try #require(details["measures"]?["rows"] as? [[String: Any]])
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0["measure"] as? String ?? "", ($0["alpha"] as? Double ?? -1) * 1200) })
        }
        let last = "order by known_hour;"
        let none = try alphas(MeasureFileTests.own.replacing(last, with: "and known_hour < 0\n" + last))
        let one = try alphas(MeasureFileTests.own)
        let two = try alphas(
            MeasureFileTests.own.replacing("'boot loops' as measure", with: "case tenure when 0 then 'a' else 'b' end as measure")
        )
        for parts in [none, one, two] {
            #expect(abs((parts["crash"] ?? 0) - 4) < 1e-9 && abs((parts["silence"] ?? 0) - 2) < 1e-9, "\(parts)")
        }
        #expect(none.count == 5 && abs((one["boot loops"] ?? 0) - 1) < 1e-9, "\(one)")
        #expect(two.keys.contains("a") && abs((two["a"] ?? 0) - 1) < 1e-9, "\(two)")
    }

    /// Of 12 parts crashes have 4, and the file has 2, the half of them kept.
    @Test func `the parts of alpha on the page add up, with what is kept for the file`() throws {
        let page = try run(.sqlite, MeasureFileTests.own).output
        let line = try #require(page.split(separator: "\n").first { $0.contains("split by weight: ") })
        #expect(line.contains("α 0.010 on a platform, for harm split by weight: crashes 0.0033, "), "\(line)")
        let last = "boot loops 0.0008, silent installs 0.0017, kept for other measures of the file 0.0008."
        #expect(line.hasSuffix(last), "\(line)")
        let parts = line.split(separator: "weight: ").last?.split(separator: ", ").compactMap { part in
            part.split(separator: " ").last.flatMap { Double($0.hasSuffix(".") ? $0.dropLast() : $0) }
        }
        #expect(abs((parts?.reduce(0, +) ?? 0) - 0.01) < 0.0003, "\(line)")
    }

    @Test(arguments: bothEngines)
    func `a measure only asks: it can't write, nor read the store's keys, and absurd counts are refused`(engine: Engine) throws {
        let header = MeasureFileTests.own.split(separator: "\n").filter { $0.hasPrefix("--") }.joined(separator: "\n") + "\n"
        let filter =
            "where :app_version <> '' and :baseline_version <> '' and :platform <> '' and :from_hour >= 0 and :as_of_hour >= 0"
        let columns =
            "'own' as measure, 1 as known_hour, 'a' as device_class, 0 as tenure, 1 as is_new, 1 as at_risk, 1 as events"
        for body in [
            "delete from gate_cell \(filter) returning \(columns);",
            "vacuum into 'copy.db' || :app_version || :baseline_version || :platform || :from_hour || :as_of_hour;",
            "select \(columns) from store_setting \(filter);",
        ] {
            let refused = try run(engine, header + body)
            #expect(refused.code == .badInput && refused.errors.contains("a measure only asks"), "\(refused.errors)")
        }
        // It begins as a question, and isn't one: the transaction takes no writes.
        let hidden =
            engine == .postgres
            ? "with gone as (delete from gate_cell \(filter) returning 1) select \(columns) from gone;"
            : "with none as (select 1) delete from gate_cell \(filter) returning \(columns);"
        let written = try run(engine, header + hidden)
        #expect(written.code != .success && written.code != .badAnswer && written.output == "", "\(written.output)")
        let absurd = try run(
            engine, MeasureFileTests.own.replacing("crash_at_risk as at_risk", with: "9223372036854775807 as at_risk"))
        #expect(absurd.code == .badInput && absurd.errors.contains("0 to 2^40"), "\(absurd.errors)")
    }

    @Test func `a file that does not fit is refused with what it lacks`() throws {
        let columns = try run(.sqlite, MeasureFileTests.own.replacing("; events count", with: ""))
        #expect(columns.code == .badInput)
        #expect(columns.errors.contains("a measure's columns are measure text; known_hour hour"))
        let parameters = try run(.sqlite, MeasureFileTests.own.replacing("platform text, from_hour", with: "from_hour"))
        #expect(parameters.code == .badInput)
        #expect(parameters.errors.contains("a measure's parameters are"))
        let own = try run(.sqlite, MeasureFileTests.own.replacing("'boot loops'", with: "'crash'"))
        #expect(own.errors.contains("is one of the gate's own"))
        let events = try run(.sqlite, MeasureFileTests.own.replacing("then crash_at_risk else 0 end", with: "then 9 else 0 end"))
        #expect(events.code == .badInput || events.code == .badAnswer)
        let tooMany = try run(
            .sqlite, MeasureFileTests.own.replacing("then crash_at_risk else 0 end", with: "then crash_at_risk + 1 else 0 end"))
        #expect(tooMany.code == .badInput)
        #expect(tooMany.errors.contains("events of"))
    }

    private static let needed =
        "its columns are measure text; known_hour hour; device_class text; tenure integer; is_new flag; at_risk count; "
        + "events count, as those of the gate's own: chatfleet queries show rollout/gate_cells\n"

    /// The mistake is in the file, and the error says so: neither the store nor the program is at fault.
    @Test(arguments: bothEngines)
    func `a mistake in the file is told of the file, with what is needed`(engine: Engine) throws {
        for (old, new, said) in [
            ("-- boot_loops", "-- other", "boot_loops.sql:1\n"),
            ("-- grain:", "-- grian:", "unknown header member \"grian\""),
            ("tenure integer", "tenure int", "unknown type \"int\" of tenure"),
            ("order by known_hour;", "ordr by known_hour;", "the measure's SQL fails: "),
            ("crash_at_risk as at_risk", "crash_at_rsk as at_risk", "crash_at_rsk"),
            ("from gate_cell", "from gate_cells", "gate_cells"),
            ("crash_at_risk as at_risk", "crash_at_risk as at_rsk", "its header says measure, known_hour"),
            ("crash_at_risk as at_risk", "null as at_risk", "the column at_risk is null"),
        ] {
            #expect(MeasureFileTests.own.contains(old), "\(old)")
            let answer = try run(engine, MeasureFileTests.own.replacing(old, with: new))
            #expect(answer.code == .badInput, "\(new): \(answer.errors)")
            #expect(answer.errors.contains(said), "\(new): \(answer.errors)")
            #expect(answer.errors.contains("boot_loops.sql"), "\(new): \(answer.errors)")
            #expect(answer.errors.hasSuffix(MeasureFileTests.needed), "\(new): \(answer.errors)")
            #expect(!answer.errors.contains("store migrate"), "\(new): \(answer.errors)")
        }
    }

    @Test func `a file that is no text is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("boot_loops.sql")
        try Data([0x2D, 0x2D, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        let answer = Transcript("rollout gate 8.14.0 --measure-file \(path)")
        #expect(answer.code == .badInput)
        #expect(answer.errors.hasPrefix("chatfleet: the measure's file is no text in UTF-8\n  at: \(path)\n"))
    }
}
