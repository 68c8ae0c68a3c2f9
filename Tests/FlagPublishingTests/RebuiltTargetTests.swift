import FlagPublishing
import TestSupport
import Testing

@Suite struct RebuiltTargetTests {
    /// Clients that hold 43 take no document of a lesser number, for ever.
    @Test func `B31: a target that was rebuilt goes on above what the store knows, though it says 1 itself`() throws {
        let folder = try TemporaryFolder()
        let publisher = Publisher(target: directoryTarget(folder))
        #expect(try publisher.publish([document("android", 7)]).version == 1)
        #expect(try publisher.publish([document("android", 7, flags: "")], mark: 43).version == 44)
        #expect(try publisher.current().version == 44)
    }
}
