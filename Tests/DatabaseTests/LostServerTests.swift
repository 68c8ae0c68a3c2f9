import Database
import FleetCore
import Foundation
import PostgresCluster
import TestSupport
import Testing

/// A server that goes away at the worst moment. Each test has one of its own.
@Suite(.serialized)
struct LostServerTests {
    private func open(_ cluster: PostgresCluster) throws -> any Database {
        try Store.open(.postgres(conninfo: cluster.conninfo), migrations: .none, mode: .readWrite)
    }

    private func crash(_ cluster: PostgresCluster, after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { cluster.crash() }
    }

    @Test func `killed in a query, a load, a commit: transient, and what was committed is there again`() throws {
        let cluster = try PostgresCluster()
        var db = try open(cluster)
        try db.executeScript(
            """
            create table t (n bigint);
            create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
            create table slow (n bigint);
            create constraint trigger wait after insert on slow deferrable initially deferred for each row execute function wait();
            """)
        try db.execute("insert into t values (1)")

        crash(cluster, after: 0.3)
        let query = failure { try db.rows("select pg_sleep(60)") }
        #expect(query?.kind == .transient)
        #expect(query?.outcomeUnknown == false)
        #expect(query?.message.hasPrefix("the connection to the store was lost") == true)
        #expect(failure { try db.rows("select 1") }?.kind == .transient, "a lost connection stays lost")

        try cluster.start()
        db = try open(cluster)
        crash(cluster, after: 0.3)
        let load = failure {
            try db.transaction {
                try db.bulkLoad(into: "t", columns: [BulkColumn("n", .int8)], rowCount: 1_000_000_000) { row, writer in
                    writer.write(Int64(row))
                }
            }
        }
        #expect(load?.kind == .transient)
        #expect(load?.copyRow == nil)

        try cluster.start()
        db = try open(cluster)
        crash(cluster, after: 0.3)
        let commit = failure { try db.transaction { try db.execute("insert into slow values (1)") } }
        #expect(commit?.kind == .transient)
        #expect(commit?.outcomeUnknown == true)

        try cluster.start()
        #expect(try open(cluster).rows("select n from t") == [[1]])
        #expect(try open(cluster).rows("select n from slow") == [])
    }

    @Test func `an administrator's stop is transient`() throws {
        try withStore(.postgres) { db throws in
            let pid = try db.integer("select pg_backend_pid()")
            let other = try open(sharedCluster())
            _ = try other.rows("select pg_terminate_backend(cast(:pid as integer))", ["pid": SQLValue(pid)])
            let error = failure { try db.rows("select 1") }
            #expect(error?.kind == .transient)
        }
    }

    @Test func `who can't connect hears why, and whether it is worth another try`() throws {
        func refusal(_ conninfo: String) -> ToolError? {
            do {
                _ = try Store.open(.postgres(conninfo: conninfo), migrations: .none, mode: .read)
                Issue.record("it was opened")
            } catch { return error }
            return nil
        }
        let cluster = try sharedCluster()
        let database = refusal("host=\(cluster.directory) port=5432 user=postgres dbname=nowhere")
        #expect(database?.exitCode == .badInput)
        #expect(database?.what == "the server has no such database: database \"nowhere\" does not exist")
        let role = refusal("host=\(cluster.directory) port=5432 user=nobody dbname=postgres password=hunter2")
        #expect(role?.exitCode == .badInput)
        #expect(role?.what == "the store refused the log-in: role \"nobody\" does not exist")
        #expect(!"\(role as Any)".contains("hunter2"))
        for gone in ["host=/nowhere dbname=fleet password=hunter2", "host=127.0.0.1 port=1 dbname=fleet"] {
            let error = refusal(gone)
            #expect(error?.exitCode == .unavailable)
            #expect(error?.what.hasPrefix("can't reach the store host=") == true)
            #expect(!"\(error as Any)".contains("hunter2"))
        }
    }

    @Test func `of several servers the first that answers is taken`() throws {
        let cluster = try sharedCluster()
        let db = try Store.open(
            .postgres(conninfo: "host=/nowhere,\(cluster.directory) port=5432 user=postgres dbname=postgres"), migrations: .none,
            mode: .read)
        #expect(try db.rows("select 1") == [[1]])
    }

    @Test func `a server that takes the connection and says nothing is given up on in time`() throws {
        let silent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(silent) }
        let directory = "/tmp/chatfleet-silent-\(getpid())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (directory + "/.s.PGSQL.5432").utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(silent, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0)
        try #require(listen(silent, 5) == 0)
        let start = ContinuousClock.now
        do {
            _ = try Store.open(
                .postgres(conninfo: "host=\(directory) port=5432 connect_timeout=2"), migrations: .none, mode: .read)
            Issue.record("it was opened")
        } catch {
            #expect(error.exitCode == .unavailable)
            #expect(error.what.hasPrefix("the store did not answer within 2 s") == true)
        }
        #expect((.seconds(1) ... .seconds(8)).contains(ContinuousClock.now - start))
    }
}
