import Database
import FleetCore
import TestSupport
import Testing

@Suite struct DecryptFailuresCommandTests {
    private func pair(
        _ install: String, _ version: String, peer: UInt8, _ time: String, failures: Int64 = 1, recovered: Bool = false,
        type: String = "normal", restored: Bool = false
    ) -> FailedPair {
        FailedPair(install, version, "ios", device: UInt8(install.utf8.last ?? 0), peer: peer, first: time).with {
            $0.failures = failures
            $0.recovered = recovered
            $0.messageType = type
            $0.restored = restored
        }
    }

    /// Ten installs on each version; of those on 8.14.0 two fail, one of them with two peers, a hundred times.
    private var fleet: FleetTables {
        FleetTables(
            active(10, "2026-09-14", "8.13.0") + active(10, "2026-09-14", "8.14.0"),
            pairs: [
                pair("i1", "8.14.0", peer: 200, "2026-09-14T10:00:00Z", failures: 100, recovered: true),
                pair("i1", "8.14.0", peer: 201, "2026-09-14T11:00:00Z", type: "prekey", restored: true),
                pair("i2", "8.14.0", peer: 202, "2026-09-14T23:30:00Z", type: "prekey"),
            ])
    }

    /// Health case 20.
    @Test(arguments: bothEngines)
    func `a hundred retries are one pair, and who failed at nothing has 0`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("decrypt-failures --from 2026-09-14 --to 2026-09-15", store: store)
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        #expect(
            answer.output == """
                Device pairs that fail to decrypt, by version and platform
                2026-09-14 to 2026-09-15 (exclusive, 1 day)

                complete  unknown

                version  platform  pairs  new  either way  recovered  installs  of active   95 % interval  failures  per 10,000  complete
                8.13.0   ios           0    0           0          0         0        0 %     0 – 27.75 %         0         0.0   unknown
                8.14.0   ios           3    3           3          1         2    20.00 %  5.67 – 50.98 %       102     3,000.0   unknown

                Pairs: distinct (peer to device) whose first to last failure meets the window, per 10,000 active installs. Installs: those \
                with a failing pair, of those active. An install can have many pairs. Marked: rows with more failing installs than all \
                others together, beyond chance.

                """)
    }

    @Test(arguments: bothEngines)
    func `JSON by everything there is has a field for each`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript(
            "decrypt-failures --by version,platform,device-class,day,message-type,peer-version,restored",
            "--from 2026-09-14 --to 2026-09-15 --format json", store: store)
        let common = "\"app_version\":\"8.14.0\",\"platform\":\"ios\",\"device_class\":\"unknown\",\"day\":\"2026-09-14\""
        #expect(
            answer.output == """
                {"schema_version":1,"report":"decrypt-failures","window":{"from":"2026-09-14","to":"2026-09-15"},"as_of":null,"rows":[
                {\(common),"message_type":"normal","peer_version":"8.13.2","restored":false,"pairs":1,"new_pairs":1,\
                "unordered_pairs":1,"recovered_pairs":1,"affected_installs":1,"failures":100,"pairs_per_10k_active":1000.0,\
                "completeness":null},
                {\(common),"message_type":"prekey","peer_version":"8.13.2","restored":false,"pairs":1,"new_pairs":1,\
                "unordered_pairs":1,"recovered_pairs":0,"affected_installs":1,"failures":1,"pairs_per_10k_active":1000.0,\
                "completeness":null},
                {\(common),"message_type":"prekey","peer_version":"8.13.2","restored":true,"pairs":1,"new_pairs":1,\
                "unordered_pairs":1,"recovered_pairs":0,"affected_installs":1,"failures":1,"pairs_per_10k_active":1000.0,\
                "completeness":null}
                ]}

                """)
    }

    @Test(arguments: bothEngines)
    func `under a day the denominator is the trailing 24 hours, and says so`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("decrypt-failures --since 2h --as-of 2026-09-15T01:00:00Z --by all", store: store)
        #expect(
            answer.output.contains(
                "\n2026-09-14T23:00:00Z to 2026-09-15T01:00:00Z (exclusive) · as known at 2026-09-15T01:00:00Z\n"))
        #expect(answer.output.contains("Pairs per 10,000 are of the installs active in the 24 h that end with the window.\n"))
        let row = Transcript("decrypt-failures --since 2h --as-of 2026-09-15T07:00:00Z --by all --format csv", store: store)
        #expect(row.code == .success)
        #expect(row.output.hasSuffix("\r\n0,0,0,0,0,0,0.0,\r\n"))
    }

    @Test(arguments: bothEngines)
    func `a version that fails far more often is marked, by what`(engine: Engine) throws {
        let days = active(300, "2026-09-14", "8.13.0") + active(100, "2026-09-14", "8.14.0")
        let pairs =
            (0..<40).map { pair("i\($0)", "8.14.0", peer: 200, "2026-09-14T10:00:00Z") }
            + (0..<6).map { pair("i\($0)", "8.13.0", peer: 200, "2026-09-14T10:00:00Z") }
        let store = try TestStore(engine, FleetTables(days, pairs: pairs))
        let table = Transcript("decrypt-failures", store: store)
        #expect(table.code == .success)
        #expect(table.output.contains("\nbad       ✗ 1 of 2 rows: 8.14.0 ios\n"))
        #expect(table.output.contains("  ✗ 20 × others\n"))
        // Nobody asked for a verdict.
        #expect(!Transcript("decrypt-failures --format json", store: store).output.contains("verdict"))
    }
}
