// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every target: Swift 6 mode (the tools version's default), explicit existentials, private imports, warnings as errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// What every target has that does not wrap C: unsafe constructs are errors, too.
let safe: [SwiftSetting] = strict + [.strictMemorySafety()]

/// A module of safe Swift.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: safe)
}

/// A module that wraps C, the only place where unsafe code may stand.
func wrapper(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// For the one target whose path is the top: what in here, and in Sources/, does not belong to it.
func everythingBut(_ kept: String...) -> [String] {
    func list(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)")) ?? []
    }
    let top = list("").filter { !$0.hasPrefix(".") && $0 != "Sources" }
    return (top + list("Sources").map { "Sources/\($0)" }).filter { !kept.contains($0) }.sorted()
}

let package = Package(
    name: "chatfleet",
    products: [
        .executable(name: "chatfleet", targets: ["chatfleet"]),
        .executable(name: "chatfleet-bench", targets: ["chatfleet-bench"]),
    ],
    targets: [
        systemLibrary("CPostgres", pkgConfig: "libpq", apt: "libpq-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        systemLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),

        module("FleetCore"),
        module("StrictJSON", "FleetCore"),
        module("Statistics", "FleetCore"),
        module("Flags", "FleetCore", "StrictJSON"),
        wrapper("Digests", "CCrypto"),
        wrapper("Compression", "CZlib", "CZstd", "FleetCore"),
        wrapper("HTTPClient", "CCurl", "Digests", "FleetCore"),
        wrapper("DurableFiles", "FleetCore"),
        wrapper("Database", "CPostgres", "CSQLite", "Digests", "FleetCore"),
        // Rooted at the top so that Queries/ and Dashboards/ can be its resources; the sources are where every module's are.
        .target(
            name: "QueryCatalog", dependencies: ["FleetCore", "Database"], path: ".",
            exclude: everythingBut("Sources/QueryCatalog", "Queries", "Dashboards"),
            sources: ["Sources/QueryCatalog"], resources: [.copy("Queries"), .copy("Dashboards")], swiftSettings: safe),

        module("Telemetry", "FleetCore", "StrictJSON", "Statistics", "Digests", "Compression", "Database", "QueryCatalog"),
        module(
            "ServerMetrics", "FleetCore", "StrictJSON", "Digests", "Compression", "Database", "QueryCatalog", "HTTPClient"),
        module("Health", "FleetCore", "Statistics", "Database", "QueryCatalog"),
        module("Operations", "FleetCore", "Database", "QueryCatalog"),
        module("Rollout", "FleetCore", "Statistics", "Database", "QueryCatalog", "Operations"),
        module("Dashboards", "FleetCore", "StrictJSON", "DurableFiles", "Database", "QueryCatalog"),
        module("Simulation", "Flags", "FleetCore", "StrictJSON"),
        module("Capacity", "FleetCore", "StrictJSON", "Statistics"),
        module(
            "FlagPublishing", "Flags", "FleetCore", "StrictJSON", "Statistics", "Digests", "DurableFiles", "HTTPClient",
            "Database", "QueryCatalog"),

        wrapper("Terminal", "FleetCore"),
        module("CommandLine", "FleetCore", "Terminal"),
        module("Reporting", "FleetCore", "StrictJSON", "Terminal"),
        module(
            "Incidents", "FleetCore", "Statistics", "Flags", "Database", "QueryCatalog", "Health", "Operations",
            "FlagPublishing", "Reporting"),
        module(
            "Commands", "FleetCore", "StrictJSON", "Statistics", "Digests", "Compression", "Database", "QueryCatalog",
            "Telemetry",
            "ServerMetrics", "Health", "Rollout", "Operations", "Incidents", "Flags", "FlagPublishing", "HTTPClient",
            "DurableFiles", "Dashboards", "Simulation", "Capacity", "Terminal", "CommandLine", "Reporting"),
        .executableTarget(name: "chatfleet", dependencies: ["CMalloc", "Commands"], swiftSettings: safe),
        .executableTarget(
            name: "chatfleet-bench",
            dependencies: [
                "FleetCore", "Flags", "Database", "QueryCatalog", "RolloutSimulation", "Telemetry", "Simulation", "Terminal",
                "PostgresCluster",
            ],
            swiftSettings: strict),
        // Rollouts that the gate is held to, by the tests and the bench.
        module("RolloutSimulation", "FleetCore", "Rollout", "Statistics"),
        // A throw-away Postgres server for the tests and the bench.
        wrapper("PostgresCluster", "FleetCore"),

        .target(
            name: "TestSupport", dependencies: ["FleetCore", "Database", "QueryCatalog", "Telemetry", "PostgresCluster"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("FleetCoreTests", "FleetCore"),
        tests("StatisticsTests", "Statistics", "TestSupport"),
        tests("FlagsTests", "Flags", "FleetCore", "StrictJSON", "TestSupport"),
        tests("QueryCatalogTests", "FleetCore", "Database", "QueryCatalog", "TestSupport"),
        tests(
            "HealthTests", "FleetCore", "Statistics", "Database", "QueryCatalog", "Health", "Telemetry",
            "TestSupport"),
        tests(
            "RolloutTests", "Rollout", "RolloutSimulation", "Operations", "FleetCore", "Statistics", "TestSupport"),
        tests("DashboardsTests", "Dashboards", "FleetCore", "Database", "QueryCatalog", "TestSupport"),
        tests("QueryTests", "FleetCore", "Database", "QueryCatalog", "TestSupport"),
        tests("StrictJSONTests", "StrictJSON"),
        tests("OperationsTests", "Operations", "Database", "FleetCore", "QueryCatalog", "TestSupport"),
        tests("IncidentsTests", "Incidents", "Health", "Operations", "Database", "FleetCore", "QueryCatalog", "TestSupport"),
        tests("SimulationTests", "Simulation", "Flags", "Telemetry", "FleetCore"),
        tests("CapacityTests", "Capacity", "FleetCore", "StrictJSON", "TestSupport"),
        tests("DigestsTests", "Digests"),
        tests("CompressionTests", "Compression", "CZlib", "CZstd"),
        tests("HTTPClientTests", "HTTPClient", "FleetCore", "TestSupport"),
        tests("DurableFilesTests", "DurableFiles", "FleetCore", "TestSupport"),
        tests(
            "FlagPublishingTests", "FlagPublishing", "Flags", "Statistics", "DurableFiles", "HTTPClient", "Database", "FleetCore",
            "QueryCatalog", "TestSupport"),
        tests("DatabaseTests", "Database", "FleetCore", "PostgresCluster", "TestSupport"),
        tests("TelemetryTests", "Telemetry", "Compression", "StrictJSON", "FleetCore", "Database", "Simulation", "TestSupport"),
        tests(
            "ServerMetricsTests", "ServerMetrics", "Compression", "StrictJSON", "FleetCore", "Database", "HTTPClient",
            "QueryCatalog",
            "TestSupport"),
        // What the layout and the README promise.
        tests("TidyTests", "Commands", "CommandLine", "FleetCore"),
        tests("TerminalTests", "Terminal", "FleetCore"),
        tests("CommandLineTests", "CommandLine", "FleetCore"),
        tests("ReportingTests", "Reporting", "FleetCore", "Terminal"),
        tests(
            "CommandTests", "Commands", "CommandLine", "Database", "Digests", "Flags", "FleetCore", "PostgresCluster",
            "QueryCatalog",
            "Reporting",
            "Simulation", "Terminal", "TestSupport"),
    ]
)
