public import FleetCore
import Foundation

/// A throw-away Postgres server for tests and the bench: made in a temporary directory, reachable over a Unix socket only,
/// gone with this process however it ends. Postgres refuses to run as root, so there it runs as user `postgres`.
///
///     let cluster = try PostgresCluster()
///     let location = StoreLocation.postgres(conninfo: cluster.conninfo)
public final class PostgresCluster: Sendable {
    /// Holds everything: `data`, the socket and the server's `log`.
    public let directory: String
    private let programs: PostgresPrograms
    private let settings: [String: String]
    private let watchdog: Watchdog
    /// One start or stop at a time.
    private let turn = NSLock()

    /// Makes a cluster and starts it. `settings` go on the server's command line; the server's own defaults are durable,
    /// and ``fast`` is not. `programs`: the directory of another Postgres' programs than this machine's own.
    public init(settings: [String: String] = [:], programs directory: String? = nil) throws(ToolError) {
        programs = try PostgresPrograms.find(directory)
        self.settings = settings
        self.directory = try makeDirectory(owner: programs.account)
        watchdog = try Watchdog(directory: self.directory)
        try programs.run(
            "initdb",
            [
                "-D", self.directory + "/data", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync",
                "--no-instructions",
            ])
        try start()
    }

    /// For tests: nothing survives a power failure, and commits are quick.
    public static let fast = ["fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"]

    deinit {
        crash()
        watchdog.finish()
    }

    /// How libpq reaches it.
    public var conninfo: String { "host=\(directory) port=5432 user=postgres dbname=postgres" }

    /// Starts the server, also after ``stop()`` or ``crash()``, and waits until it takes connections.
    public func start() throws(ToolError) {
        turn.lock()
        defer { turn.unlock() }
        var arguments = [
            "-D", directory + "/data", "-c", "listen_addresses=", "-c", "port=5432", "-c", "unix_socket_directories=\(directory)",
        ]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { arguments += ["-c", "\(name)=\(value)"] }
        let server = try programs.start("postgres", arguments, log: directory + "/log")
        let deadline = ContinuousClock.now + .seconds(60)
        while serverPID != server.processIdentifier || state != "ready" {
            guard server.isRunning, ContinuousClock.now < deadline else {
                let log = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
                throw ToolError(.failure, "the throw-away Postgres did not start: \(log.suffix(500))", at: directory)
            }
            usleep(10_000)
        }
    }

    /// A clean stop: open connections are closed, everything is on disk.
    public func stop() { end(SIGINT) }

    /// What a power cut does to the processes: all of them end at once, wherever they were.
    public func crash() { end(SIGKILL) }

    private func end(_ signal: Int32) {
        turn.lock()
        defer { turn.unlock() }
        guard let server = serverPID else { return }
        let backends = childPIDs(of: server)
        kill(server, signal)
        if signal == SIGKILL { for backend in backends { kill(backend, signal) } }
        // The next start refuses while a process of this one lives.
        let deadline = ContinuousClock.now + .seconds(60)
        while ([server] + backends).contains(where: isAlive), ContinuousClock.now < deadline { usleep(5_000) }
    }

    /// The server's process, while one runs: the first line of its lock file.
    private var serverPID: pid_t? {
        guard let first = lockFile.first, let pid = pid_t(first), isAlive(pid) else { return nil }
        return pid
    }

    /// The eighth line of the lock file is `starting`, `ready`, `stopping`.
    private var state: String? {
        lockFile.dropFirst(7).first.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private var lockFile: [String] {
        let text = (try? String(contentsOfFile: directory + "/data/postmaster.pid", encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// A short path, because a socket's may have 107 bytes; owned by the account that the server runs as.
private func makeDirectory(owner: Account?) throws(ToolError) -> String {
    var template = Array("/tmp/chatfleet-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        throw ToolError(.failure, "can't make a directory: \(String(cString: strerror(errno)))", at: "/tmp")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let owner { chown(path, owner.user, owner.group) }
    return path
}
