import FleetCore
import Foundation

/// Removes a cluster when this process ends, even by `kill -9`: a shell waits for the end of a pipe whose other end only
/// this process holds.
final class Watchdog: Sendable {
    private let process: Process
    private let line: Pipe

    init(directory: String) throws(ToolError) {
        process = Process()
        line = Pipe()
        // Children that are started later must not hold the pipe open.
        _ = fcntl(line.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Watchdog.script, "chatfleet-postgres-watchdog", directory]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = line
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            throw ToolError(.failure, "/bin/sh can't be run: \(error.localizedDescription)")
        }
    }

    /// SIGQUIT is Postgres's immediate stop. The directory goes once the server has gone.
    private static let script = """
        trap '' INT TERM HUP
        read -r line
        pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
        if [ -n "$pid" ]; then
            kill -QUIT "$pid" 2>/dev/null
            tries=0
            while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
            kill -KILL "$pid" 2>/dev/null
        fi
        rm -rf "$1"
        """

    /// Has it do its work now, and waits.
    func finish() {
        try? line.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
