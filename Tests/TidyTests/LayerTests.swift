import Testing

/// The dependency rule: arrows point down only. A new module takes its place here, and in the README's map.
@Suite struct LayerTests {
    /// From the bottom up. A module may import modules of layers below its own.
    static let layers: [[String]] = [
        ["FleetCore"],
        ["StrictJSON", "Statistics", "Digests", "Compression", "DurableFiles", "Terminal", "PostgresCluster"],
        ["Database", "HTTPClient", "CommandLine", "Flags"],
        ["QueryCatalog"],
        ["Operations"],
        [
            "Telemetry", "ServerMetrics", "Health", "Rollout", "FlagPublishing", "Dashboards", "Simulation", "Capacity",
        ],
        ["Reporting", "RolloutSimulation"],
        ["Incidents"],
        ["Commands"],
        ["chatfleet", "chatfleet-bench"],
    ]

    /// Each C module and the one module that wraps it.
    static let wrappers = [
        "CMalloc": "chatfleet", "CPostgres": "Database", "CCurl": "HTTPClient", "CSQLite": "Database", "CCrypto": "Digests",
        "CZlib": "Compression",
        "CZstd": "Compression",
    ]

    /// Modules that do no input or output; Foundation would bring it. (Glibc may give them `log` and `exp`.)
    static let pure = ["FleetCore", "StrictJSON", "Statistics", "Capacity", "Flags"]

    private static var layerOfModule: [String: Int] {
        var layer: [String: Int] = [:]
        for (number, modules) in layers.enumerated() { for module in modules { layer[module] = number } }
        return layer
    }

    /// `import X`, `public import X`, `import struct X.Y`.
    static func imports(of file: Repository.File) -> [String] {
        file.lines.compactMap { line in
            guard
                let match = line.firstMatch(
                    of:
                        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|typealias)\s+)?(\w+)/
                )
            else { return nil }
            return String(match.1)
        }
    }

    @Test func `every module has its layer, and every layer its modules`() throws {
        let named = Set(LayerTests.layers.joined()).union(LayerTests.wrappers.keys)
        #expect(Set(try Repository.directories(in: "Sources")) == named)
    }

    @Test func `imports point down`() throws {
        let layer = LayerTests.layerOfModule
        for file in try Repository.swiftSources() {
            let own = try #require(layer[file.module], "\(file.path): \(file.module) has no layer")
            for name in LayerTests.imports(of: file) {
                guard let other = layer[name] else { continue }
                #expect(other < own, "\(file.path) imports \(name), which is not below \(file.module)")
            }
        }
    }

    @Test func `a C module is imported by the module that wraps it, alone`() throws {
        for file in try Repository.swiftSources() {
            for name in LayerTests.imports(of: file) {
                guard let wrapper = LayerTests.wrappers[name] else { continue }
                #expect(file.module == wrapper, "\(file.path) imports \(name), which \(wrapper) wraps")
            }
        }
    }

    @Test func `a C module is a module map and a shim, nothing else`() throws {
        for name in LayerTests.wrappers.keys {
            let files = ["modulemap", "h", "c", "swift"].flatMap { ending in
                (try? Repository.files(in: "Sources/\(name)", withExtension: ending).map(\.path)) ?? []
            }
            #expect(Set(files) == ["Sources/\(name)/module.modulemap", "Sources/\(name)/shim.h"])
        }
    }

    @Test func `pure modules don't import what does input or output`() throws {
        for file in try Repository.swiftSources() where LayerTests.pure.contains(file.module) {
            let impure = LayerTests.imports(of: file).filter { ["Foundation", "FoundationEssentials", "Dispatch"].contains($0) }
            #expect(impure.isEmpty, "\(file.path) imports \(impure)")
        }
    }

    @Test func `the import reader knows every form`() {
        let file = Repository.File(
            path: "Sources/X/Y.swift",
            text:
                "import A\npublic import B\n@testable import C\nimport struct D.E\n// import F\npackage import G\nlet important = 1\n"
        )
        #expect(LayerTests.imports(of: file) == ["A", "B", "C", "D", "G"])
    }
}
