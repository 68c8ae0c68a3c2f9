import CommandLine
import Foundation
import Testing

@Suite struct CompletionTests {
    /// What bash offers for a line, with the cursor at its end. `words` are as bash splits them: `=` is a word.
    private func bash(_ words: [String]) throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            Sample.registry.completions(for: .bash)
            + "COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _chatfleet; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        let result = try run("/bin/bash", ["--norc", "-c", script])
        #expect(result.errors == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> (output: String, errors: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let outputText = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (outputText, errorText, process.terminationStatus)
    }

    @Test(arguments: [
        (["chatfleet", ""], ["crash-free", "ingest", "completion", "queries"]),
        (["chatfleet", "c"], ["crash-free", "completion"]),
        (["chatfleet", "--store", "sqlite:x", "in"], ["ingest"]), (["chatfleet", "ingest", ""], ["reports"]),
        (["chatfleet", "crash-free", "--t"], ["--target", "--top"]),
        (["chatfleet", "crash-free", "--format", ""], ["table", "json"]),
        (["chatfleet", "--format", "=", "j"], ["json"]), (["chatfleet", "--format", "="], ["table", "json"]),
        (["chatfleet", "crash-free", "--by", "version,p"], ["version,platform"]), (["chatfleet", "crash-free", "--top", ""], []),
        (["chatfleet", "completion", ""], ["bash", "zsh", "fish"]), (["chatfleet", "-q", "queries", "l"], ["list"]),
        (["chatfleet", "--form"], ["--format"]), (["chatfleet", "crash-free", "--from", "queries", "--to"], ["--top"]),
    ])
    func `bash offers what the parser takes`(words: [String], offers: [String]) throws { #expect(try bash(words) == offers) }

    @Test func `bash offers files where a path is wanted`() throws {
        #expect(try bash(["chatfleet", "ingest", "reports", "/etc/pass"]).contains("/etc/passwd"))
    }

    @Test(arguments: Shell.allCases)
    func `each shell can read its script`(shell: Shell) throws {
        // bash is on every machine that builds this; the others are checked where they are.
        let program = ["/bin/\(shell)", "/usr/bin/\(shell)"].first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let program else { return #expect(shell != .bash) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("chatfleet-completion-\(UUID()).\(shell)")
        try Sample.registry.completions(for: shell).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try run(program, ["-n", file.path])
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `zsh and fish know every command, option and word`() {
        for shell in [Shell.zsh, .fish] {
            let script = Sample.registry.completions(for: shell)
            for word in ["crash-free", "reports", "since", "platform", "bash zsh fish", "table json"] {
                #expect(script.contains(word), "\(shell): \(word)")
            }
        }
    }
}
