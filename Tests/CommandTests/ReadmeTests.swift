import Database
import Foundation
import TestSupport
import Testing

/// The README teaches by runs: each of them is run here, and what it shows is what comes out. After a change of output:
///
///     UPDATE_README=1 swift test --filter ReadmeTests
///
/// writes what comes out into the page; read the difference before committing it. (The two set-up commands are run by
/// .ci/run.)
@Suite struct ReadmeTests {
    private static let page = repositoryRoot + "/README.md"
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_README"] == "1"

    @Test func `every console block shows what its commands print`() throws {
        let lines = try String(contentsOfFile: ReadmeTests.page, encoding: .utf8).components(separatedBy: "\n")
        let shell = try Shell()
        _ = try shell.run("chatfleet demo")
        var actual: [String] = []
        var runs = 0
        var isConsole = false
        for line in lines {
            if line.hasPrefix("```") {
                isConsole = !isConsole && line == "```console"
                actual.append(line)
            } else if !isConsole {
                actual.append(line)
            } else if line.hasPrefix("$ ") {
                runs += 1
                let output = shell.withoutMoment(try shell.run(String(line.dropFirst(2))).output)
                actual.append(line)
                actual += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            }
        }
        #expect(runs >= 5)
        if ReadmeTests.isUpdating {
            try actual.joined(separator: "\n").write(toFile: ReadmeTests.page, atomically: true, encoding: .utf8)
        } else {
            for (number, pair) in zip(lines, actual).enumerated() where pair.0 != pair.1 {
                Issue.record("README.md:\(number + 1) shows\n\(pair.0)\nwhat comes out is\n\(pair.1)")
                break
            }
            #expect(lines.count == actual.count)
        }
    }

    @Test func `every shell block runs`() throws {
        let blocks = try String(contentsOfFile: ReadmeTests.page, encoding: .utf8).components(separatedBy: "```sh\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
            .filter { !$0.hasPrefix(".ci/setup") }
        #expect(!blocks.isEmpty)
        let shell = try Shell()
        for block in blocks {
            let store = block.contains("postgres://") ? try TestStore(.postgres) : nil
            // A test has a server of its own in the place of the one that the page names.
            let commands = block.split(separator: "\n").filter { store == nil || !$0.hasPrefix("export CHATFLEET_STORE=") }
            for command in commands {
                let finished = try shell.run(String(command), store: store)
                // A simulated fleet has broken reports, which are refused: partial.
                #expect([0, 5].contains(finished.status), "\(command)\n\(finished.errors)")
            }
        }
    }
}

/// `sh` with this build's chatfleet on its path, a home of its own, and the demo's store as the store.
private final class Shell {
    private let home = NSTemporaryDirectory() + "chatfleet-readme-\(UUID().uuidString)"
    private var environment: [String: String]

    init() throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        environment = [
            "HOME": home, "PATH": programs + ":/usr/local/bin:/usr/bin:/bin",
            "CHATFLEET_STORE": "sqlite:\(home)/.local/share/chatfleet/demo.db",
        ]
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// What a command prints, with `~` for the home and one fixed time for what it did just now.
    func withoutMoment(_ output: String) -> String {
        output.replacing(home, with: "~").replacing(/[0-9-]{10}T[0-9:]{8}Z/) { match in
            let isNow = (try? Date(String(match.output), strategy: .iso8601)).map { abs($0.timeIntervalSinceNow) < 3600 } ?? false
            return isNow ? "2026-09-15T03:12:44Z" : String(match.output)
        }
    }

    func run(_ command: String, store: TestStore? = nil) throws -> (output: String, errors: String, status: Int32) {
        let files = [home + "/output", home + "/errors"]
        for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: home)
        process.environment = environment.merging(store.map { ["CHATFLEET_STORE": $0.environmentText] } ?? [:]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: files[0])
        process.standardError = FileHandle(forWritingAtPath: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return (texts[0], texts[1], process.terminationStatus)
    }
}
