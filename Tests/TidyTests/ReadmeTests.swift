import CommandLine
import FleetCore
import Testing

@testable import Commands

/// What the README says about the code is so.
@Suite struct ReadmeTests {
    private func readme() throws -> Repository.File {
        Repository.File(path: "./README.md", text: try Repository.read("README.md"))
    }

    /// The cells of the table rows whose first cell matches.
    private func rows(firstCell pattern: some RegexComponent) throws -> [[String]] {
        try readme().lines.filter { $0.hasPrefix("|") }
            .map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                    String($0.trimmingPrefix(while: { $0 == " " }).reversed().trimmingPrefix(while: { $0 == " " }).reversed())
                }
            }
            .filter { $0.first?.wholeMatch(of: pattern) != nil }
    }

    @Test func `the table of exit codes is the enum`() throws {
        let table = try rows(firstCell: /\d+/).filter { $0.count == 2 }
        #expect(table == ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
    }

    @Test func `the map of the code has every module in its row`() throws {
        var rowOfModule: [String: Int] = [:]
        for cells in try rows(firstCell: /\d+/) where cells.count == 3 {
            for match in cells[1].matches(of: /`([\w-]+)`/) { rowOfModule[String(match.1)] = Int(cells[0]) }
        }
        for (layer, modules) in LayerTests.layers.enumerated() {
            for module in modules { #expect(rowOfModule[module] == layer + 1, "\(module)") }
        }
        for module in LayerTests.wrappers.keys { #expect(rowOfModule[module] == 0, "\(module)") }
        #expect(rowOfModule.count == LayerTests.layers.joined().count + LayerTests.wrappers.count)
    }

    @Test func `the blocks that .ci/run takes out are there, each once`() throws {
        let lines = try readme().lines
        for name in ["demo", "test"] {
            let marks = lines.indices.filter { lines[$0] == "<!-- ci: \(name) -->" }
            #expect(marks.count == 1, "\(name)")
            for mark in marks { #expect(lines[mark + 1] == "```sh") }
        }
    }

    /// The lines of the blocks marked `sh`.
    private func shellLines() throws -> [Substring] {
        var lines: [Substring] = []
        var isShell = false
        for line in try readme().lines {
            if line.hasPrefix("```") { isShell = !isShell && line == "```sh" } else if isShell { lines.append(line) }
        }
        return lines
    }

    @Test func `every chatfleet command line in a shell block is one that the parser takes`() throws {
        var calls = 0
        for line in try shellLines() {
            let words = line.split(separator: " ").map(String.init)
            for call in words.indices where words[call].hasSuffix("chatfleet") {
                let rest = words[(call + 1)...].prefix { !["|", ">", "&&", "#"].contains($0) }
                #expect(throws: Never.self, "\(line)") { _ = try registry.parse(Array(rest)) }
                calls += 1
            }
        }
        #expect(calls > 0)
    }

    @Test func `every target of tests has its number in .ci/expected-tests`() throws {
        let listed = try Repository.read(".ci/expected-tests").split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").first.map(String.init) ?? "" }
        #expect(listed == (try Repository.directories(in: "Tests")).filter { $0.hasSuffix("Tests") })
    }

    @Test func `the README stays one page`() throws {
        #expect(try readme().lines.count <= 720)
    }
}
