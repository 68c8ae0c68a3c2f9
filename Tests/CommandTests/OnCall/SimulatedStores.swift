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
            _ = try store.open(fleetSchema(engine))
            try takeReports(store, contents)
            try takeMetrics(store, contents)
            return store
        }
        try bytes(contents).write(to: URL(fileURLWithPath: path))
        return store
    }

    /// The file of a store with these contents; metrics are added to the reports of a fleet that is made already.
    private static func bytes(_ contents: Contents) throws -> Data {
        let once = made.withLock { made in
            let once = made[contents] ?? Once()
            made[contents] = once
            return once
        }
        return try once.bytes.withLock { bytes -> Data in
            if let bytes { return bytes }
            let store = try TestStore(.sqlite)
            guard case .sqlite(let path) = store.location else { preconditionFailure("a store on SQLite is a file") }
            if contents.fleet != nil, contents.metrics != nil {
                var reports = contents
                reports.metrics = nil
                try self.bytes(reports).write(to: URL(fileURLWithPath: path))
            } else {
                _ = try store.open(fleetSchema(.sqlite))
                try takeReports(store, contents)
            }
            try takeMetrics(store, contents)
            let read = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes = read
            return read
        }
    }

    /// Nine days, the last five of which have what is wrong in them.
    private static func takeReports(_ store: TestStore, _ contents: Contents) throws {
        guard let fleet = contents.fleet else { return }
        let made = Transcript(
            "simulate fleet --start 2026-09-06 --days 9 --installs \(contents.installs) --scenario \(fleet) -q")
        #expect(Transcript("ingest reports - -q", store: store, input: made.output).code == .partial)
    }

    private static func takeMetrics(_ store: TestStore, _ contents: Contents) throws {
        guard let metrics = contents.metrics else { return }
        let made = Transcript("simulate metrics --scenario \(metrics) -q")
        #expect(Transcript("ingest metrics - -q", store: store, input: made.output).code == .success)
    }

    private final class Once: Sendable {
        let bytes = Mutex<Data?>(nil)
    }

    private static let made = Mutex<[Contents: Once]>([:])
}
