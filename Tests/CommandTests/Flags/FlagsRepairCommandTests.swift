import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// What somebody changed where the flags are published comes back, and the place itself may change.
@Suite struct FlagsRepairCommandTests {
    private func damage(_ fleet: FlagFleet, _ path: String, _ text: String?) throws {
        let file = URL(fileURLWithPath: "\(fleet.target)/\(path)")
        if let text { try Data(text.utf8).write(to: file) } else { try FileManager.default.removeItem(at: file) }
    }

    @Test(arguments: bothEngines) func `a damaged document and a missing one are put back byte for byte`(engine: Engine) throws {
        let fleet = try FlagFleet(engine)
        let (android, ios) = (fleet.published("v1/android.json"), fleet.published("v1/ios.json"))
        #expect(fleet.run("flags repair --yes").errors.hasPrefix("nothing to do"))
        try damage(fleet, "v1/android.json", "{}")
        try damage(fleet, "v1/ios.json", nil)
        let stuck = fleet.run("flags kill poll_posts --reason INC-1 --yes")
        #expect(stuck.code == .badInput)
        #expect(stuck.errors.contains("chatfleet flags repair"), "\(stuck.errors)")
        let unasked = fleet.run("flags repair")
        #expect(unasked.code == .usage && fleet.published("v1/android.json") == "{}")
        let repair = fleet.run("flags repair --yes")
        #expect(repair.code == .success, "\(repair.errors)")
        #expect(repair.errors == "  v1/android.json: other bytes\n  v1/ios.json: missing\n")
        #expect(fleet.published("v1/android.json") == android && fleet.published("v1/ios.json") == ios)
        #expect(fleet.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
        #expect(fleet.run("flags history --verify").code == .success)
    }

    @Test func `older versions are put back when asked, and an unreadable latest where nothing came after it`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
        let (old, latest) = (fleet.published("v1/ios.json"), fleet.published("latest.json"))
        try damage(fleet, "v1/ios.json", "x")
        #expect(fleet.run("flags repair --yes").errors.hasPrefix("nothing to do"))
        try damage(fleet, "latest.json", "{")
        #expect(fleet.run("flags repair --all --yes").code == .success)
        #expect(fleet.published("v1/ios.json") == old && fleet.published("latest.json") == latest)
        // Somebody published past the history.
        try damage(fleet, "latest.json", nil)
        try FileManager.default.createDirectory(atPath: "\(fleet.target)/v3", withIntermediateDirectories: true)
        let refused = fleet.run("flags repair --yes")
        #expect(refused.code == .badInput)
        #expect(refused.errors.contains("v3/ is there, which the history does not know"), "\(refused.errors)")
    }

    @Test func `what the history does not have is not made up`() throws {
        let fleet = try FlagFleet()
        try damage(fleet, "v1/ios.json", "{}")
        try fleet.store.open(fleetSchema(.sqlite)).execute("delete from flag_document where platform = 'ios'")
        let found = fleet.run("flags repair --yes")
        #expect(found.code == .badInput)
        #expect(found.errors.contains("the history does not have the bytes that are missing"), "\(found.errors)")
        #expect(fleet.published("v1/ios.json") == "{}")
    }

    @Test(arguments: bothEngines) func `a store's flags move to another place, with all versions and kills`(engine: Engine) throws
    {
        let fleet = try FlagFleet(engine)
        #expect(fleet.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
        let new = fleet.folder.file("elsewhere/flags")
        let unasked = fleet.run("flags move \(new)")
        #expect(unasked.code == .usage)
        let moved = fleet.run("flags move \(new) --yes")
        #expect(moved.code == .success, "\(moved.errors)")
        #expect(moved.errors == "flags move: version 2 and all before it, 4 documents, from \(fleet.target) to \(new)\n")
        for path in ["v1/ios.json", "v1/android.json", "v2/ios.json", "v2/android.json", "latest.json"] {
            #expect(try String(contentsOfFile: "\(new)/\(path)", encoding: .utf8) == fleet.published(path))
        }
        #expect(fleet.run("flags history --verify").code == .success)
        #expect(fleet.run("flags unkill poll_posts --reason fixed --yes").code == .success)
        #expect(fleet.version == 2)
        #expect(try String(contentsOfFile: "\(new)/latest.json", encoding: .utf8).contains("\"version\":3"))
        #expect(fleet.run("flags move \(new) --yes").errors.hasPrefix("nothing to do"))
        // Back: the old place has 2, and not 3.
        let back = fleet.run("flags move \(fleet.target) --yes")
        #expect(back.code == .badInput)
        #expect(back.errors.contains("other flags are published there already"), "\(back.errors)")
    }

    @Test func `a place that is gone is left by what the history has`() throws {
        let fleet = try FlagFleet()
        try FileManager.default.removeItem(atPath: fleet.target)
        let new = fleet.folder.file("elsewhere")
        #expect(fleet.run("flags move \(new) --yes").code == .badInput)
        #expect(fleet.run("flags move \(new) --lost --yes").code == .success)
        #expect(fleet.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
    }

    @Test func `a move that was interrupted goes on`() throws {
        let fleet = try FlagFleet()
        let new = fleet.folder.file("elsewhere")
        // As it is before latest.json: half of the documents.
        try FileManager.default.createDirectory(atPath: "\(new)/v1", withIntermediateDirectories: true)
        try Data(fleet.published("v1/ios.json").utf8).write(to: URL(fileURLWithPath: "\(new)/v1/ios.json"))
        #expect(fleet.run("flags move \(new) --yes").code == .success)
        // Other bytes under a number are no rest of a move.
        let other = try FlagFleet()
        let taken = other.folder.file("taken")
        try FileManager.default.createDirectory(atPath: "\(taken)/v1", withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(taken)/v1/ios.json"))
        #expect(other.run("flags move \(taken) --yes").code == .badInput)
        #expect(other.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
        #expect(other.version == 2)
    }
}
