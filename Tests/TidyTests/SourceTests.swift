import Testing

/// Rules of style that a machine can check.
@Suite struct SourceTests {
    /// Modules that wrap C, where unsafe code may stand. The bench drives C clients and counts as one.
    static let unsafeAllowed: Set = [
        "Database", "Digests", "Compression", "DurableFiles", "HTTPClient", "Terminal", "PostgresCluster", "chatfleet-bench",
    ]

    private func allSwift() throws -> [Repository.File] {
        try Repository.swiftSources() + Repository.files(in: "Tests", withExtension: "swift")
    }

    /// Fails for each line of code that the pattern matches.
    private func forbid(_ pattern: some RegexComponent, in files: [Repository.File], _ why: String) {
        for file in files {
            for (number, line) in file.code.enumerated() where line.firstMatch(of: pattern) != nil {
                Issue.record("\(file.path):\(number + 1): \(why): \(file.lines[number])")
            }
        }
    }

    @Test func `a file has at most 400 lines`() throws {
        for file in try allSwift() {
            #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count - 1) lines")
        }
    }

    @Test func `unsafe code stands only in modules that wrap C`() throws {
        let files = try Repository.swiftSources().filter { !SourceTests.unsafeAllowed.contains($0.module) }
        forbid(/\bunsafe\b|\bUnsafe\w*Pointer\b|\bunsafe[A-Z]\w*|\bwithUnsafe\w*/, in: files, "unsafe code outside a wrapper")
    }

    @Test func `nothing is forced`() throws {
        let files = try Repository.swiftSources()
        forbid(/\btry!|\bas!/, in: files, "forced")
        // A value, then "!", then no "=": `a!.b`, `f()!`, `x[0]!`; not `!a`, `a != b`.
        forbid(/[\w\)\]\}]!(?!=)/, in: files, "force unwrap")
    }

    @Test func `nothing is left to do in the text`() throws {
        for file in try allSwift() where !file.path.hasSuffix("TidyTests/SourceTests.swift") {
            for (number, line) in file.lines.enumerated() where line.contains(/\b(TODO|FIXME|XXX)\b/) {
                Issue.record("\(file.path):\(number + 1): \(line)")
            }
        }
    }

    @Test func `names say what a thing is`() throws {
        for file in try allSwift() {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            #expect(
                name.firstMatch(of: /(Manager|Helper|Helpers|Util|Utils|Utilities|Misc|Common)\.swift$/) == nil, "\(file.path)")
        }
    }

    @Test func `the main file has at most 30 lines, and none is called main.swift`() throws {
        for file in try Repository.swiftSources() {
            #expect(!file.path.hasSuffix("/main.swift"), "\(file.path): top-level code runs on the main actor")
            if file.module == "chatfleet" { #expect(file.lines.count <= 31, "\(file.path)") }
        }
    }

    @Test func `output goes through one writer`() throws {
        // `print` and FileHandle lose the order of lines in a pipe, and the latter traps when its reader has gone.
        let files = try Repository.swiftSources().filter { !SourceTests.unsafeAllowed.contains($0.module) }
        forbid(/(^|[^.\w])print\(|FileHandle\.standard(Output|Error)/, in: files, "writes past Terminal")
    }

    @Test func `the top level holds what the layout says`() throws {
        let allowed: Set = ["Package.swift", "README.md", "Sources", "Tests", "Queries", "Dashboards", "Package.resolved"]
        for name in try Repository.topLevel() where !name.hasPrefix(".") {
            #expect(allowed.contains(name), "\(name) at the top level")
        }
    }

    @Test func `comments and strings are not code`() {
        let file = Repository.File(path: "Sources/X/Y.swift", text: "let a = \"b! // \\\" c\" // d!\nf()/* try! */ + g\n")
        #expect(file.code == ["let a =  ", "f() + g", ""])
    }
}
