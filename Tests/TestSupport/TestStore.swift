public import Database
import Foundation
public import PostgresCluster
import Synchronization

/// For parameterised tests: `@Test(arguments: bothEngines)`.
public let bothEngines: [Engine] = [.postgres, .sqlite]

/// A store for one test: on Postgres a schema of its own in the process's one cluster, on SQLite a file of its own. It is
/// made empty and removed with its last connection.
public final class TestStore: Sendable {
    public let engine: Engine
    public let location: StoreLocation
    private let place: String
    private let cluster: PostgresCluster?

    /// `cluster`: another one than the process's own.
    public init(_ engine: Engine, on cluster: PostgresCluster? = nil) throws {
        self.engine = engine
        self.cluster = engine == .postgres ? try cluster ?? sharedCluster() : nil
        switch engine {
        case .postgres:
            let name = "test_\(TestStore.counter.add(1, ordering: .relaxed).newValue)"
            let conninfo = try (cluster ?? sharedCluster()).conninfo
            try Store.open(.postgres(conninfo: conninfo), migrations: .none, mode: .inspect)
                .executeScript("create schema \(name)")
            place = name
            location = .postgres(conninfo: "\(conninfo) options='-c search_path=\(name)'")
        case .sqlite:
            place = NSTemporaryDirectory() + "chatfleet-test-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            location = .sqlite(path: place + "/fleet.db")
        }
    }

    deinit {
        switch engine {
        case .postgres:
            guard let cluster else { return }
            try? Store.open(.postgres(conninfo: cluster.conninfo), migrations: .none, mode: .inspect)
                .executeScript("drop schema if exists \(place) cascade")
        case .sqlite:
            try? FileManager.default.removeItem(atPath: place)
        }
    }

    /// One more connection.
    public func open(_ migrations: Migrations = .none, mode: Store.Mode = .migrate) throws -> any Database {
        try Store.open(location, migrations: migrations, mode: mode)
    }

    private static let counter = Atomic<Int>(0)
}

/// Runs `body` with a connection to an empty store of its own, or to one with `migrations` applied.
public func withStore<T>(_ engine: Engine, _ migrations: Migrations = .none, _ body: (any Database) throws -> T) throws -> T {
    let store = try TestStore(engine)
    return try withExtendedLifetime(store) { try body(store.open(migrations)) }
}

/// Runs `body` with a connection to a store that has the fleet's schema and nothing in it.
public func withFleetStore<T>(_ engine: Engine, _ body: (any Database) throws -> T) throws -> T {
    try withStore(engine, fleetSchema(engine), body)
}

/// Runs `body` in threads of their own at the same time, for what has to wait for each other, and gives what they return
/// in order.
public func inThreads<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> T) throws -> [T] {
    let results = Mutex<[Int: Result<T, any Error>]>([:])
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            let result = Result { try body(index) }
            results.withLock { $0[index] = result }
            group.leave()
        }
    }
    group.wait()
    return try results.withLock { results in try results.sorted { $0.key < $1.key }.map { try $0.value.get() } }
}

/// The schema in this repository's Queries.
public func fleetSchema(_ engine: Engine) throws -> Migrations {
    try Migrations.read(directory: repositoryRoot + "/Queries/schema", engine: engine)
}

/// The directory that holds Package.swift.
public let repositoryRoot: String = {
    let here = URL(fileURLWithPath: #filePath)
    return here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}()

/// The process's cluster, made by whoever needs it first. It goes when the process ends.
public func sharedCluster() throws -> PostgresCluster { try shared.get() }

private let shared = Result { try PostgresCluster(settings: PostgresCluster.fast) }
