import Database
import FleetCore
import Foundation
public import PostgresCluster
import Telemetry

/// A Citus of a coordinator and two workers, for tests that run only where `CHATFLEET_TEST_CITUS` names the directory of a
/// Postgres' programs (`initdb`, `postgres`) that has the extension.
public final class CitusServers: Sendable {
    public static let programs = ProcessInfo.processInfo.environment["CHATFLEET_TEST_CITUS"].flatMap { $0.isEmpty ? nil : $0 }
    /// For `@Suite(.enabled(if: CitusServers.isThere))`.
    public static var isThere: Bool { programs != nil }

    public let coordinator: PostgresCluster
    private let workers: [PostgresCluster]

    private init() throws {
        var settings = PostgresCluster.fast
        settings["shared_preload_libraries"] = "citus"
        // Few shards a table: each is a table of its own on a worker.
        settings["citus.shard_count"] = "4"
        // Over Unix sockets; the extension's own default asks for TLS.
        settings["citus.node_conninfo"] = "sslmode=disable"
        settings["max_locks_per_transaction"] = "256"
        let made = try (0..<3).map { _ in try PostgresCluster(settings: settings, programs: CitusServers.programs) }
        for server in made { try CitusServers.run("create extension citus", on: server) }
        coordinator = made[0]
        workers = Array(made[1...])
        try CitusServers.run("select citus_set_coordinator_host('\(coordinator.directory)', 5432)", on: coordinator)
        for worker in workers { try CitusServers.run("select citus_add_node('\(worker.directory)', 5432)", on: coordinator) }
    }

    private static func run(_ sql: String, on server: PostgresCluster) throws {
        try Store.open(.postgres(conninfo: server.conninfo), migrations: .none, mode: .inspect).executeScript(sql)
    }

    /// The process's one, made by whoever needs it first.
    public static func shared() throws -> CitusServers { try made.get() }

    /// A store on it that has the fleet's schema, distributed, and nothing in it.
    public static func fleetStore() throws -> TestStore {
        let store = try TestStore(.postgres, on: shared().coordinator)
        _ = try DistributedStore.distribute(store.open(fleetSchema(.postgres)), stop: StopRequest())
        return store
    }

    private static let made = Result { try CitusServers() }
}
