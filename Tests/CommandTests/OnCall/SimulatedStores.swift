import Database
import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Stores of simulated incidents, as a session takes them in. What one holds on SQLite is made once in a process: every test
/// has a copy of its own.
enum SimulatedStores {
    /// When the simulated exports end.
    static let end = "2026-09-15T12:00:00Z"

    /// What is simulated; nil: nothing of the kind.
    struct Contents: Hashable {
        var fleet: String?
        var installs = 0
        var metrics: String?
    }

    static func store(_ engine: Engine = .sqlite, _ contents: Contents) throws -> TestStore {
        let store = try TestStore(engine)
        guard case .sqlite(let path) = store.location else {
            try fill(store, contents)
            return store
        }
        let known = made.withLock { made in
            let known = made[contents] ?? Once()
            made[contents] = known
            return known
        }
        let bytes = try known.bytes.withLock { bytes -> Data in
            if let bytes { return bytes }
            try fill(store, contents)
            let read = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes = read
            return read
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        return store
    }

    /// Nine days, the last five of which have what is wrong in them.
    private static func fill(_ store: TestStore, _ contents: Contents) throws {
        _ = try store.open(fleetSchema(store.engine))
        if let fleet = contents.fleet {
            let made = Transcript(
                "simulate fleet --start 2026-09-06 --days 9 --installs \(contents.installs) --scenario \(fleet) -q")
            #expect(Transcript("ingest reports - -q", store: store, input: made.output).code == .partial)
        }
        if let metrics = contents.metrics {
            let made = Transcript("simulate metrics --scenario \(metrics) -q")
            #expect(Transcript("ingest metrics - -q", store: store, input: made.output).code == .success)
        }
    }

    private final class Once: Sendable {
        let bytes = Mutex<Data?>(nil)
    }

    private static let made = Mutex<[Contents: Once]>([:])
}
