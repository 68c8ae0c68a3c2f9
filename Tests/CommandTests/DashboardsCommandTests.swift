import FleetCore
import Foundation
import TestSupport
import Testing

@Suite struct DashboardsCommandTests {
    @Test func `the dashboards that come with the program are up to date`() {
        let transcript = Transcript("dashboards check")
        #expect(transcript.code == .success)
        #expect(transcript.output.contains("grafana/on-call.json"))
    }

    @Test func `render makes them, check sees what was changed by hand`() throws {
        let folder = try TemporaryFolder()
        #expect(Transcript("dashboards check", folder.path).code == .badAnswer)
        #expect(Transcript("dashboards render", folder.path).output.components(separatedBy: "written").count == 5)
        #expect(Transcript("dashboards check", folder.path).code == .success)
        _ = try folder.write("grafana/on-call.json", "{}")
        let changed = Transcript("dashboards check", folder.path)
        #expect(changed.code == .badAnswer && changed.output.contains("differs from the queries"))
        #expect(Transcript("dashboards render", folder.path).output.contains("up to date"))
        #expect(Transcript("dashboards check", folder.path).code == .success)
    }
}
