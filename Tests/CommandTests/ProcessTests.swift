import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// What only a process of its own shows: exit status, pipes, signals.
@Suite struct ProcessTests {
    private func process(_ words: String..., environment: [String: String] = [:]) -> Process {
        let process = Process()
        // A shell that started the tests in the background may have had them ignore Ctrl-C.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=INT,TERM,PIPE", ProgramRun.path] + words
        process.environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private func finish(_ process: Process) -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    @Test func `the exit status arrives, results on standard output, errors on standard error`() throws {
        let good = process("--version")
        let output = Pipe()
        good.standardOutput = output
        try good.run()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).hasPrefix("chatfleet "))
        #expect(finish(good) == 0)
        let bad = process("frobnicate")
        let errors = Pipe()
        bad.standardError = errors
        try bad.run()
        #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).hasPrefix("chatfleet: "))
        #expect(finish(bad) == ExitCode.usage.rawValue)
    }

    @Test func `the queries are found beside the program`() throws {
        let list = process("queries", "list")
        list.standardOutput = FileHandle.nullDevice
        try list.run()
        #expect(finish(list) == 0)
    }

    @Test func `a reader that has gone is no failure, and nothing is said`() throws {
        let list = process("queries", "list")
        let output = Pipe()
        let errors = Pipe()
        list.standardOutput = output
        list.standardError = errors
        try output.fileHandleForReading.close()
        try list.run()
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
        #expect(finish(list) == 0)
    }

    @Test func `a full disk is a failure that is told`() throws {
        let list = process("queries", "list")
        let errors = Pipe()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        list.standardOutput = full
        list.standardError = errors
        try list.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.hasPrefix("chatfleet: could not write the output: no space left on device\n  at: standard output\n"))
        #expect(finish(list) == ExitCode.failure.rawValue)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `Ctrl-C cancels the query that runs`(signal: Int32) throws {
        let store = try TestStore(.postgres)
        let locker = try store.open(fleetSchema(.postgres))
        try locker.transaction {
            // The command waits for this table until it is interrupted.
            try locker.execute("lock table ingest_batch in access exclusive mode")
            let status = process("store", "status", environment: ["CHATFLEET_STORE": store.environmentText])
            let errors = Pipe()
            status.standardError = errors
            try status.run()
            let deadline = Date().addingTimeInterval(60)
            let waiting = "select count(*) from pg_locks where not granted and relation = cast('ingest_batch' as regclass)"
            while try locker.integer(waiting) == 0, Date() < deadline { usleep(10_000) }
            kill(status.processIdentifier, signal)
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(finish(status) == ExitCode.interrupted.rawValue)
            #expect(text.hasPrefix("chatfleet: "))
        }
    }

    @Test func `a second Ctrl-C ends the process at once`() throws {
        // A server that takes the connection and never says a word.
        let directory = NSTemporaryDirectory() + "chatfleet-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(directory)/.s.PGSQL.5432".utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        try #require(listen(listener, 1) == 0)
        let status = process("store", "status", environment: ["CHATFLEET_STORE": "host=\(directory) user=x dbname=x"])
        status.standardError = FileHandle.nullDevice
        try status.run()
        let connection = accept(listener, nil, nil)
        defer { close(connection) }
        let start = Date()
        while status.isRunning, Date().timeIntervalSince(start) < 30 {
            kill(status.processIdentifier, SIGINT)
            usleep(50_000)
        }
        #expect(finish(status) == ExitCode.interrupted.rawValue)
        #expect(Date().timeIntervalSince(start) < 5)
    }
}
