import Database
import FleetCore
import Foundation
import Glibc
import TestSupport
import Testing

/// Nothing comes: one Ctrl-C ends the wait, with the status of an interrupted command.
@Suite struct SilentWaitTests {
    /// Opens the other end once the program has its own: it waits then, and goes on waiting, since nothing is written.
    private func openWriter(_ path: String) throws -> Int32 {
        let deadline = Date().addingTimeInterval(60)
        while Date() < deadline {
            let writer = open(path, O_WRONLY | O_NONBLOCK)
            if writer >= 0 { return writer }
            usleep(20_000)
        }
        throw ToolError(.failure, "nobody opened \(path)")
    }

    /// Writes the beginning of a report, and waits until the program has read it.
    private func awaitReader(of writer: Int32) throws {
        try #require(write(writer, "{", 1) == 1)
        let deadline = Date().addingTimeInterval(60)
        var left: Int32 = 1
        while Date() < deadline, ioctl(writer, UInt(FIONREAD), &left) == 0, left > 0 { usleep(20_000) }
        try #require(left == 0, "nobody read what was written")
    }

    private func expectInterrupted(_ run: ProgramRun, _ words: String) {
        let start = Date()
        run.send(SIGINT)
        #expect(run.finish() == ExitCode.interrupted.rawValue, "\(words): \(run.errors)")
        #expect(Date().timeIntervalSince(start) < 5, "\(words)")
        #expect(run.errors.hasPrefix("chatfleet: ") && run.errors.contains("interrupted"), "\(words): \(run.errors)")
    }

    @Test(arguments: [
        "status --levels PIPE", "runbook --levels PIPE", "timeline --levels PIPE", "signals list --levels PIPE",
        "capacity plan --scenario PIPE", "flags lint PIPE", "flags eval PIPE", "flags diff PIPE PIPE", "flags preview PIPE",
        "flags eval FLAGS --contexts PIPE", "rollout gate 8.14.0 --measure-file PIPE",
        "ingest reports - --pair-key-file PIPE", "ingest metrics PIPE --source prometheus",
    ])
    func `a pipe that nobody writes to`(line: String) throws {
        let store = try TestStore(.sqlite, FleetTables(active(1, "2026-09-20", "8.14.0")))
        let folder = try TemporaryFolder()
        let flags = try folder.write("ios.json", FlagFleet.document)
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let words = line.replacing("PIPE", with: pipe).replacing("FLAGS", with: flags)
        let run = try ProgramRun(words, store: store.environmentText)
        let writer = try openWriter(pipe)
        defer { close(writer) }
        expectInterrupted(run, line)
    }

    /// What was read is in no batch yet; that it can be run again is said.
    @Test func `reports that never come through a pipe`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try ProgramRun("ingest reports \(pipe)", store: store.environmentText)
        let writer = try openWriter(pipe)
        defer { close(writer) }
        try awaitReader(of: writer)
        run.send(SIGINT)
        #expect(run.finish() == ExitCode.interrupted.rawValue)
        #expect(run.errors.contains("nothing was taken in before that"), "\(run.errors)")
    }

    @Test func `what comes through a pipe late is read all the same`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try ProgramRun("flags lint \(pipe)", store: store.environmentText)
        let writer = FileHandle(fileDescriptor: try openWriter(pipe), closeOnDealloc: true)
        usleep(300_000)
        try writer.write(contentsOf: Data(FlagFleet.document.utf8))
        try writer.close()
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.output == "✓ 1 document without a problem\n")
    }

    /// Another publisher has the lock, and does not let it go.
    @Test func `a place of flags that somebody else holds`() throws {
        let fleet = try FlagFleet()
        let holder = open(fleet.target + "/.latest.json.lock", O_RDWR | O_CREAT, 0o600)
        defer { close(holder) }
        try #require(holder >= 0 && flock(holder, LOCK_EX | LOCK_NB) == 0)
        let words = "flags kill poll_posts --reason x --by ana --yes --quiet"
        let run = try ProgramRun(
            words, store: fleet.store.environmentText, limits: "export XDG_STATE_HOME=\(fleet.folder.file("state"))")
        let deadline = Date().addingTimeInterval(60)
        while Date() < deadline, fleet.published("v2/ios.json").isEmpty { usleep(20_000) }
        usleep(300_000)
        expectInterrupted(run, words)
        #expect(fleet.version == 1)
    }

    /// It takes the connection and says nothing: of one server, of a list of them, and while an ingest begins.
    @Test(arguments: [
        ("status", "127.0.0.1"), ("status", "127.0.0.1,127.0.0.1"), ("ingest reports -", "127.0.0.1"),
        ("ingest metrics - --source prometheus", "127.0.0.1"), ("annotate x --by ana", "127.0.0.1"),
    ])
    func `a Postgres that never answers`(line: String, hosts: String) throws {
        let server = try SilentServer()
        let run = try ProgramRun(line, store: "host=\(hosts) port=\(server.port) user=x dbname=x sslmode=disable")
        let connection = try server.accept()
        defer { close(connection) }
        expectInterrupted(run, line)
        #expect(run.errors.contains("interrupted while waiting for the store"), "\(run.errors)")
    }
}

/// Takes connections on a loopback port, and never answers.
private final class SilentServer {
    let port: UInt16
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, name, &length) == 0
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        try #require(bound)
    }

    deinit { close(listener) }

    func accept() throws -> Int32 {
        var asked = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try #require(poll(&asked, 1, 60_000) == 1, "nobody connected")
        return Glibc.accept(listener, nil, nil)
    }
}
