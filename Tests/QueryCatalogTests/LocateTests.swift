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
        try FileManager.default.createDirectory(
            atPath: folder + "/share/chatfleet/Queries/schema", withIntermediateDirectories: true)
        let found = try QueryCatalog.locate(environment: [:], executable: folder + "/bin/chatfleet")
        #expect(found.directory == folder + "/share/chatfleet/Queries")
    }
}
