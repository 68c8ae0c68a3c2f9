import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// A file of simulated reports, and the key under which every store that takes it in hashes its device ids: tables of
/// two stores can then be compared.
struct SimulatedExport {
    let folder: TemporaryFolder
    let path: String
    let lines: [Substring]
    /// What is typed after the path. A store that fails is borne for a second: enough for what goes by itself.
    var options: String { "\(keyOption) --batch-reports \(batchReports) --retry-for 1s" }
    let keyOption: String
    private let batchReports: Int
    /// The command that takes it in. It ends with status 5, because the last line is broken.
    var ingest: String { "ingest reports \(path) \(options)" }

    /// Some 16 reports an install.
    init(installs: Int, scenario: String = "decrypt-spike", batchReports: Int) throws {
        folder = try TemporaryFolder()
        let fleet = Transcript("simulate fleet --installs \(installs) --days 10 --scenario \(scenario) --quiet")
        try #require(fleet.code == .success)
        lines = fleet.output.split(separator: "\n") + ["{\"install_id\":"]
        path = try folder.write("reports.ndjson", lines.joined(separator: "\n"))
        let key = try folder.write("key", "a key of more than 16 bytes")
        keyOption = "--pair-key-file \(key)"
        self.batchReports = batchReports
    }
}

extension TestStore {
    /// A store of a fleet; on SQLite the first command makes it.
    static func ofFleet(_ engine: Engine) throws -> TestStore {
        let store = try TestStore(engine)
        if engine == .postgres { _ = try store.open(fleetSchema(.postgres)) }
        return store
    }

    /// A store that took in the whole export, undisturbed.
    static func holding(_ export: SimulatedExport, _ engine: Engine) throws -> TestStore {
        let store = try ofFleet(engine)
        let ingest = Transcript(export.ingest, store: store)
        try #require(ingest.code == .partial, "\(ingest.errors)")
        return store
    }

    func contents() throws -> StoreContents { try StoreContents(location) }
}

/// Everything a store holds, and what it remembers of its batches.
struct StoreContents: Equatable {
    let tables: [String]
    let batches: [String]
    /// Depends on the order of batches.
    let gate: [String]

    /// Also looks whether the derived tables are what the facts say.
    init(_ location: StoreLocation) throws {
        let verify = Transcript("store verify", environment: ["CHATFLEET_STORE": location.environmentText])
        #expect(verify.code == .success, "\(verify.output)\(verify.errors)")
        let database = try Store.open(location, migrations: fleetSchema(location.engine), mode: .read)
        tables = try storedTables(database)
        batches = try storedBatches(database)
        gate = try storedGate(database)
    }
}

/// Waits until `condition` holds, and fails the test if it does not come to that within a minute.
func waitUntil(_ condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !condition() {
        try #require(ContinuousClock.now < deadline)
        usleep(5_000)
    }
}
