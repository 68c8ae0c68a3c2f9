import Foundation
import TestSupport

/// The program that this build made, in a process of its own: for signals, limits, and what outlives a process.
final class ProgramRun {
    /// It lies beside the tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("chatfleet").path

    private let process = Process()
    private let folder: TemporaryFolder

    /// Starts it. Words are split at spaces. `input` is its standard input; `limits` are shell commands that come before
    /// it in its process, such as `ulimit -f 100`.
    init(_ words: String..., store: String, input: FileHandle = .nullDevice, limits: String = "") throws {
        folder = try TemporaryFolder()
        let words = words.flatMap { $0.split(separator: " ").map(String.init) }
        // A shell that started the tests in the background may have had them ignore Ctrl-C.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            ["-c", "\(limits)\nexec /usr/bin/env --default-signal=INT,TERM,PIPE \"$@\"", "sh", ProgramRun.path] + words
        process.environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "CHATFLEET_STORE": store]
        process.standardInput = input
        // Files, because a pipe that nobody reads fills up.
        process.standardOutput = try openedFile("output")
        process.standardError = try openedFile("errors")
        try process.run()
    }

    private func openedFile(_ name: String) throws -> FileHandle {
        try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write(name, "")))
    }

    var isRunning: Bool { process.isRunning }
    var output: String { text("output") }
    var errors: String { text("errors") }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
    }

    /// The most memory it ever had, in bytes, while it runs (proc(5): VmHWM).
    var peakMemory: Int? {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let kilobytes = status?.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap { Int($0.1) }
        return kilobytes.map { $0 << 10 }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end: the exit status, or the signal that ended it, negated.
    @discardableResult
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
