import FleetCore
import Foundation

/// The account a server runs as when we are root.
struct Account: Sendable {
    let user: uid_t
    let group: gid_t
}

/// Where `initdb` and `postgres` are, and how they are run.
struct PostgresPrograms: Sendable {
    let directory: String
    /// Nil when we are not root, and the server may run as ourselves.
    let account: Account?

    /// Looks in `given`, or else where `pg_config` says, then in Debian's places (newest first), then along PATH.
    static func find(_ given: String? = nil) throws(ToolError) -> PostgresPrograms {
        let manager = FileManager.default
        let places = given.map { [$0] } ?? placesToLook()
        guard let directory = places.first(where: { manager.isExecutableFile(atPath: $0 + "/initdb") }) else {
            throw ToolError(
                .failure, "no Postgres server is installed: initdb is in none of \(places.joined(separator: ", "))",
                next: "apt-get install postgresql")
        }
        guard getuid() == 0 else { return PostgresPrograms(directory: directory, account: nil) }
        guard let entry = getpwnam("postgres") else {
            throw ToolError(
                .failure, "Postgres does not run as root, and there is no user postgres to run it as",
                next: "apt-get install postgresql, or run this as another user")
        }
        return PostgresPrograms(
            directory: directory, account: Account(user: entry.pointee.pw_uid, group: entry.pointee.pw_gid))
    }

    private static func placesToLook() -> [String] {
        let debian = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let configured = path.map { $0 + "/pg_config" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .flatMap { try? output(of: $0, ["--bindir"]) }
        return [configured].compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }
            + versions.compactMap(Int.init).sorted(by: >).map { "\(debian)/\($0)/bin" } + path
    }

    /// Runs a program to its end; what it said is in the error when it fails.
    func run(_ name: String, _ arguments: [String]) throws(ToolError) {
        do { _ = try output(of: program(name).path, program(name).arguments + arguments) } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError(.failure, "\(name) can't be run: \(error.localizedDescription)", at: directory)
        }
    }

    /// Starts a program that goes on; its output goes to the file `log`.
    func start(_ name: String, _ arguments: [String], log: String) throws(ToolError) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program(name).path)
        process.arguments = program(name).arguments + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        guard let output = FileHandle(forWritingAtPath: log) else { throw ToolError(.failure, "can't write", at: log) }
        process.standardOutput = output
        process.standardError = output
        do { try process.run() } catch {
            throw ToolError(.failure, "\(name) can't be run: \(error.localizedDescription)", at: directory)
        }
        return process
    }

    /// As root by way of `setpriv` (util-linux, part of every Debian), which replaces itself with the program.
    private func program(_ name: String) -> (path: String, arguments: [String]) {
        guard let account else { return ("\(directory)/\(name)", []) }
        return (
            "/usr/bin/setpriv",
            ["--reuid=\(account.user)", "--regid=\(account.group)", "--clear-groups", "\(directory)/\(name)"]
        )
    }
}

/// What a program prints. Both streams go into one pipe that is read to its end before the wait: a full pipe would else
/// stop the program for ever.
private func output(of path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ToolError(.failure, "\(path) failed: \(said.suffix(500))")
    }
    return said
}
