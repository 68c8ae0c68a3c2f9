import FleetCore
import Simulation
import Testing

@Suite struct FleetSimulationTests {
    @Test func `the same options give the same bytes, another seed others`() throws {
        let first = try Fleet(installs: 40, days: 5)
        #expect(try Fleet(installs: 40, days: 5).bytes == first.bytes)
        #expect(try Fleet(installs: 40, days: 5, seed: 8).bytes != first.bytes)
    }

    @Test func `a seed's first line stays what it was`() throws {
        let line = try #require(try Fleet(installs: 5, days: 3, seed: 1).lines.first)
        #expect(
            line == #"""
                {"install_id":"i_20c4626541542b5c","app_version":"8.13.2","platform":"android","day":"2026-09-01","s\#
                ent_at":"2026-09-01T10:11:54Z","os_version":"12","app_build":81302,"flags_version":39,"flags_version\#
                _at":"2026-08-29T18:36:00Z","health":{"sessions":3,"crashes":0,"active_hours":[496734,496737,496738]\#
                ,"crashed_hours":[],"syncs_ok":5,"syncs_failed":0,"rolled_back":0,"mutations_duplicate":0,"queue_dep\#
                th_max":2,"queue_age_max_s":820,"quarantined":0,"send_failed":0,"ttc_ms_p50":29,"ttc_ms_p95":74,"fir\#
                st_frame_ms_p50":105,"first_frame_ms_p95":227,"send_display_ms_p99":433,"reconnect_ms_p99":1378,"bat\#
                tery_tenths_pct":1,"bytes_rx":10701818,"bytes_tx":1528831,"db_bytes_max":624210526,"wal_bytes_max":\#
                321148},"received_at":"2026-09-01T10:11:55Z"}
                """#)
    }

    @Test func `reports come in order of receipt, within the window and its export`() throws {
        let fleet = try Fleet(installs: 200)
        let received = fleet.objects.compactMap { $0["received_at"] as? String }
        #expect(received.count > 3_000)
        #expect(received == received.sorted())
        #expect(received.first ?? "" >= "2026-08-31T12:00:00Z")
        #expect(received.last ?? "" < "2026-09-15T12:00:00Z")
    }

    @Test func `a few lines are broken, late or repeated, and the summary counts them`() throws {
        let fleet = try Fleet(installs: 400)
        let summary = fleet.summary
        #expect(summary.lines == fleet.lines.count)
        #expect(summary.bytes == fleet.bytes.count)
        // Three in a thousand, and 15, and about 5 in a hundred; within what chance allows for some 9,000 lines.
        #expect((10...50).contains(summary.broken))
        #expect((80...190).contains(summary.repeats))
        #expect((250...700).contains(summary.late))
        #expect(fleet.lines.count - fleet.objects.count <= summary.broken)
        #expect(fleet.objects.contains { $0["thermal_state"] != nil })
    }

    @Test func `a later report of a row never counts less, unless it repeats an earlier one`() throws {
        var earlier: [String: [[String: Int]]] = [:]
        var compared = 0
        for object in try Fleet(installs: 150).objects {
            guard let install = object["install_id"] as? String, install.hasPrefix("i_"), let day = object["day"] as? String,
                let version = object["app_version"] as? String, let health = object["health"] as? [String: Any]
            else { continue }
            let counts = health.compactMapValues { $0 as? Int }
            // The damaged ones among them.
            guard let crashes = counts["crashes"], let sessions = counts["sessions"], (0...50).contains(crashes),
                (0...50).contains(sessions), health.values.allSatisfy({ $0 is Int || $0 is [Int] })
            else { continue }
            let key = day + install + version
            if let last = earlier[key]?.last, earlier[key]?.contains(counts) == false {
                compared += 1
                for name in ["sessions", "crashes", "syncs_ok", "bytes_rx", "send_failed", "queue_age_max_s"] {
                    #expect(counts[name] ?? 0 >= last[name] ?? 0, "\(name) of \(install) on \(day)")
                }
            }
            earlier[key, default: []].append(counts)
        }
        #expect(compared > 500)
    }

    @Test func `hours lie within what the local day can touch`() throws {
        for object in try Fleet(installs: 150).objects {
            guard let text = object["day"] as? String, let day = Day(text),
                let health = object["health"] as? [String: Any], let hours = health["active_hours"] as? [Int]
            else { continue }
            let first = Int(day.number) * 24 - 14
            #expect(hours.allSatisfy { (first..<first + 50).contains($0) }, "\(text): \(hours)")
            #expect(hours == hours.sorted())
        }
    }

    @Test func `an update makes two rows of a day, and installs only move up`() throws {
        var versions: [String: Set<String>] = [:]
        var last: [String: (day: String, version: AppVersion)] = [:]
        for object in try Fleet(installs: 300).objects {
            guard let install = object["install_id"] as? String, install.hasPrefix("i_"), let day = object["day"] as? String,
                let version = object["app_version"] as? String
            else { continue }
            versions[day + install, default: []].insert(version)
            if let before = last[install], day > before.day { #expect(AppVersion(version) >= before.version) }
            if day >= last[install]?.day ?? "" { last[install] = (day, AppVersion(version)) }
        }
        #expect(versions.values.contains { $0.count == 2 })
        #expect(versions.values.allSatisfy { $0.count <= 2 })
    }

    @Test func `a stop ends the run between two chunks, and a sink's error comes out`() throws {
        struct Full: Error {}
        let simulation = FleetSimulation(try FleetOptions(installs: 200, days: 5, seed: 1))
        let stop = StopRequest()
        var chunks = 0
        let summary = try simulation.run(stop: stop) { chunk in
            chunks += 1
            #expect(chunk.last == UInt8(ascii: "\n"))
            stop.set()
        }
        #expect(chunks == 1)
        #expect(summary.stepsDone < summary.steps)
        #expect(throws: Full.self) { try simulation.run { _ in throw Full() } }
    }

    @Test func `sizes out of range are usage errors`() {
        #expect(throws: ToolError.self) { try FleetOptions(installs: 0, days: 1, seed: 1) }
        #expect(throws: ToolError.self) { try FleetOptions(installs: 1, days: 367, seed: 1) }
    }

    @Test(arguments: [1, 2, 30])
    func `any window works, also one install's`(days: Int) throws {
        for installs in [1, 2, 30] {
            let fleet = try Fleet(installs: installs, days: days)
            #expect(fleet.summary.stepsDone == fleet.summary.steps)
        }
    }
}
