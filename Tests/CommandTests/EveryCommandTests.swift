import CommandLine
import FleetCore
import Testing

@testable import Commands

/// What holds for each command there is, and for each that is added.
@Suite struct EveryCommandTests {
    @Test func `the registry is sound`() { #expect(registry.faults == []) }

    @Test(arguments: allCommands.map(\.spec.name))
    func `each command has a page with purpose, options and an example`(name: String) throws {
        let command = try #require(allCommands.first { $0.spec.name == name }?.spec)
        let transcript = Transcript(name, "--help")
        #expect(transcript.code == .success)
        #expect(transcript.errors == "")
        // Lines are filled: compare words.
        let page = transcript.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(page.hasPrefix("chatfleet \(name): \(command.purpose) Usage: chatfleet \(name)"))
        for option in command.options { #expect(page.contains("--\(option.name)")) }
        for example in command.examples { #expect(transcript.output.contains("  \(example.line)\n")) }
        #expect(Transcript("help", name).output == transcript.output)
        #expect(Transcript(name, "-h").output.contains("chatfleet \(name) --help shows more."))
        #expect(Transcript("--help").output.contains(command.purpose))
    }

    @Test(arguments: allCommands.flatMap { command in command.spec.examples.map { (command.spec.name, $0.line) } })
    func `each example is a command line that the parser takes`(name: String, line: String) throws {
        // From the program's name to the end of its words; quotes and substitutions are the shell's.
        let words = EveryCommandTests.words(line)
        let calls = words.indices.filter { words[$0].hasSuffix("chatfleet") }
        #expect(!calls.isEmpty)
        var names: [String] = []
        for call in calls {
            let rest = words[(call + 1)...].prefix { !["|", ">", "&&"].contains($0) }
            let plain = rest.map { word in String(word.filter { !"\"')".contains($0) }) }
            guard case .run(let invocation) = try registry.parse(plain) else { continue }
            names.append(invocation.command.name)
        }
        #expect(names.contains(name))
    }

    /// The words of a shell's line: what stands between single quotes is one.
    static func words(_ line: String) -> [String] {
        var words = [""]
        var isQuoted = false
        for character in line {
            if character == "'" { isQuoted.toggle() }
            if character == " ", !isQuoted { words.append("") } else { words[words.count - 1].append(character) }
        }
        return words.filter { !$0.isEmpty }
    }

    @Test func `the top page names every command and every exit status`() {
        let page = Transcript("--help").output
        for command in allCommands { #expect(page.contains("  \(command.spec.name) ")) }
        for code in ExitCode.allCases { #expect(page.contains("  \(code.rawValue) ")) }
    }

    @Test(arguments: Shell.allCases)
    func `completions name every command and option`(shell: Shell) {
        let transcript = Transcript("completion \(shell)")
        #expect(transcript.code == .success)
        for command in allCommands {
            for word in command.spec.path + command.spec.options.map(\.name) { #expect(transcript.output.contains(word)) }
        }
    }
}
