import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

@Suite struct LocateTests {
    @Test func `the queries lie beside the binary of a build`() throws {
        let catalog = try QueryCatalog.locate(environment: [:])
        #expect(catalog.directory.hasSuffix("/chatfleet_QueryCatalog.resources/Queries"))
        #expect(try catalog.names() == QueryCatalog(directory: repositoryRoot + "/Queries").names())
    }

    @Test func `an option comes before the environment, and both before the binary`() throws {
        let here = repositoryRoot + "/Queries"
        #expect(try QueryCatalog.locate(option: here, environment: ["CHATFLEET_QUERIES": "/nowhere"]).directory == here)
        #expect(try QueryCatalog.locate(environment: ["CHATFLEET_QUERIES": here]).directory == here)
    }

    @Test func `a place named by hand that holds no queries is an error, and no other stands in`() throws {
        let error = #expect(throws: ToolError.self) { try QueryCatalog.locate(environment: ["CHATFLEET_QUERIES": "/nowhere"]) }
        #expect(error?.what == "CHATFLEET_QUERIES names no folder of queries (one that holds schema/)")
        #expect(error?.place == "/nowhere")
    }

    @Test func `an installation has them in share, and a binary alone says where it looked`() throws {
        let folder = NSTemporaryDirectory() + "chatfleet-locate-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let error = #expect(throws: ToolError.self) {
            try QueryCatalog.locate(environment: [:], executable: folder + "/bin/chatfleet")
        }
        #expect(
            error?.what == "can't find the folder of queries; looked in \(folder)/bin/chatfleet_QueryCatalog.resources/Queries, "
                + "\(folder)/share/chatfleet/Queries")
        try FileManager.default.createDirectory(atPath: folder + "/share/chatfleet", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: repositoryRoot + "/Queries", toPath: folder + "/share/chatfleet/Queries")
        let found = try QueryCatalog.locate(environment: [:], executable: folder + "/bin/chatfleet")
        #expect(found.directory == folder + "/share/chatfleet/Queries")
    }

    @Test func `what came with the program is listed`() throws {
        let needed = QueryCatalog.needed.flatMap { folder, names in names.map { "\(folder)/\($0)" } }
        let there = try QueryCatalog(directory: repositoryRoot + "/Queries").names()
        #expect(needed == there)
    }

    @Test func `a copy for an older program is refused when it is found, with what it lacks`() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("Queries")
        try FileManager.default.copyItem(atPath: repositoryRoot + "/Queries", toPath: copy)
        for name in ["health/versions", "rollout/gate_cells"] {
            try FileManager.default.removeItem(atPath: "\(copy)/\(name).sql")
        }
        let error = #expect(throws: ToolError.self) { try QueryCatalog.locate(option: copy, environment: [:]) }
        #expect(error?.exitCode == .badInput)
        #expect(error?.what == "these queries are not those of this chatfleet: health/versions, rollout/gate_cells are missing")
        #expect(error?.place == copy)
        for name in ["health/versions", "rollout/gate_cells"] {
            try FileManager.default.copyItem(
                atPath: "\(repositoryRoot)/Queries/\(name).sql", toPath: "\(copy)/\(name).sql")
        }
        try FileManager.default.removeItem(atPath: copy + "/signals/battery.sql")
        let signal = #expect(throws: ToolError.self) { try QueryCatalog.locate(option: copy, environment: [:]) }
        #expect(signal?.what == "these queries are not those of this chatfleet: signals/battery is missing")
        try FileManager.default.removeItem(atPath: copy + "/health")
        let many = #expect(throws: ToolError.self) { try QueryCatalog.locate(option: copy, environment: [:]) }
        #expect(many?.what.hasSuffix(" and 5 more are missing") == true, "\(many?.what ?? "")")
    }
}
