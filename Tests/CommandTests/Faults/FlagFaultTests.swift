import Database
import Digests
import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

/// What may happen while flags are changed.
@Suite struct FlagFaultTests {
    @Test func `with the store down a kill is published and journalled, and the next command records it`() throws {
        let fleet = try FlagFleet()
        guard case .sqlite(let path) = fleet.store.location else { return }
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        for side in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + side) }
        try Data("no database at all, but long enough to be looked at as one".utf8).write(to: URL(fileURLWithPath: path))
        let kill = fleet.run("flags kill poll_posts --reason INC-311 --yes")
        #expect(kill.code == .success, "\(kill.errors)")
        #expect(kill.errors.contains("its row follows later"))
        #expect(kill.output.contains("in the history  no\n"))
        #expect(kill.output.contains("waits in \(fleet.folder.file("state"))/chatfleet/flags/"))
        #expect(
            kill.output.contains(", where nobody else sees who made it, and why. Once the store is back: chatfleet flags history")
        )
        #expect(!kill.errors.contains("preview:"))
        #expect(fleet.version == 2)
        // Until then every command of the flags says so, also one that fails.
        let waits =
            " waits in \(fleet.folder.file("state"))/chatfleet/flags/"
        for command in ["flags history", "flags lint \(fleet.edited)", "flags propagation", "doctor"] {
            let said = fleet.run(command)
            #expect((said.output + said.errors).contains("the change of flags version 2\(waits)"), "\(command): \(said)")
            #expect((said.output + said.errors).contains("for the store, and nobody else sees it"), "\(command)")
            #expect((said.output + said.errors).contains("chatfleet flags history"), "\(command)")
        }
        #expect(!kill.errors.contains("nobody else sees it"), "its own page says it")
        #expect(fleet.published("v2/ios.json").contains("\"poll_posts\": true"))
        // Any other change waits for the store.
        #expect(fleet.run("flags rollout poll_posts 1 --reason x --yes").code != .success)
        // Nor does the kill go anywhere else meanwhile.
        #expect(fleet.run("flags kill avif_images --to \(fleet.folder.file("other")) --reason x --yes").code == .badInput)
        #expect(fleet.version == 2)

        try content.write(to: URL(fileURLWithPath: path))
        let history = fleet.run("flags history --verify --format csv")
        #expect(history.errors.contains("version 2 was published while the store was away; it is recorded now"))
        #expect(history.output.contains("2,2026-09-22T12:00:00Z,kill,ana,1,INC-311,"))
        #expect(history.code == .success)
        #expect(fleet.run("flags history").errors == "")
        #expect(!fleet.run("doctor").output.contains("nobody else sees"))
    }

    @Test func `a kill that can't be journalled is recorded all the same, or says that it is not; others are not begun`() throws {
        let fleet = try FlagFleet()
        try FileManager.default.removeItem(atPath: fleet.folder.file("state"))
        _ = try fleet.folder.write("state", "no folder")
        let kill = fleet.run("flags kill poll_posts --reason INC-311 --yes")
        #expect(kill.code == .success, "\(kill.errors)")
        #expect(kill.errors.contains("the change can't be journalled"))
        #expect(kill.output.contains("in the history  yes\n"))
        let history = fleet.run("flags history --verify --format csv")
        #expect(history.code == .success)
        #expect(history.output.contains("2,2026-09-22T12:00:00Z,kill,ana,1,INC-311,"))
        #expect(fleet.run("flags rollout poll_posts 1 --reason x --yes").code == .failure)
        #expect(!FileManager.default.fileExists(atPath: fleet.target + "/v3"))
        let alone = fleet.run(
            "flags kill avif_images --to \(fleet.target) --reason x --yes", store: "sqlite:" + fleet.folder.file("state/x"))
        #expect(alone.code == .success, "\(alone.errors)")
        #expect(alone.output.contains("in the history  no\n"))
        #expect(alone.output.contains("could not be journalled either"), "\(alone.output)")
        #expect(!alone.output.contains("waits in"))
        #expect(fleet.version == 3)
    }

    @Test func `phones can read what is published, whatever the umask, and another user may publish next`() throws {
        let fleet = try FlagFleet()
        let run = try ProgramRun(
            "flags rollout poll_posts 1 --reason x --yes --by ana", store: fleet.store.environmentText,
            limits: "umask 077; export XDG_STATE_HOME=\(fleet.folder.file("state"))")
        #expect(run.finish() == 0, "\(run.errors)")
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: fleet.target + path)[.posixPermissions] as? Int
        }
        #expect(try mode("/v2") == 0o755)
        #expect(try mode("/v2/ios.json") == 0o644)
        #expect(try mode("/latest.json") == 0o644)
        #expect(try mode("/.latest.json.lock") == 0o644)
        #expect(!FileManager.default.fileExists(atPath: fleet.target + ".journal"))
    }

    @Test func `a store whose documents were changed is not rolled back to, nor previewed against`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags kill poll_posts --reason x --yes").code == .success)
        let database = try fleet.store.open()
        try database.execute("update flag_document set content = '{}' where platform = 'ios'")
        let rollback = fleet.run("flags rollback --to 1 --reason x --yes")
        #expect(rollback.code == .badInput)
        #expect(rollback.errors.contains("the store's document of version 1 is not the one of its SHA-256"))
        #expect(fleet.run("flags preview \(fleet.edited)").code == .badInput)
        let digest = SHA256.digest("{}".utf8).hex
        try database.execute("update flag_document set sha256 = '\(digest)' where platform = 'ios'")
        let preview = fleet.run("flags preview \(fleet.edited)")
        #expect(preview.code == .badInput)
        #expect(preview.errors.contains("the document of version 2 can't be decoded"), "\(preview.errors)")
    }

    @Test func `rows that were taken from the end of the history are missed`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags kill poll_posts --reason x --yes").code == .success)
        let database = try fleet.store.open()
        try database.execute("delete from flag_change where version = 2")
        try database.execute("delete from flag_document where version = 2")
        let history = fleet.run("flags history --verify")
        #expect(history.code == .badAnswer)
        #expect(history.output.contains("latest.json names it, and no change of it is recorded"))
    }

    @Test func `a store that never answers holds a kill up for seconds only`() throws {
        let fleet = try FlagFleet()
        // Takes the connection and says nothing.
        let server = try LoopbackServer { _ in .silence(seconds: 60) }
        let start = ContinuousClock.now
        let kill = fleet.run(
            "flags kill poll_posts --to \(fleet.target) --reason x --yes", store: "postgres://x@127.0.0.1:\(server.port)/x")
        #expect(kill.code == .success, "\(kill.errors)")
        #expect(kill.errors.contains("the store did not answer within 3 s"))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(fleet.version == 2)
    }

    @Test func `many kills at the same moment are all there at the end`() throws {
        let fleet = try FlagFleet()
        let flags = (0..<6).map { "\"f\($0)\": { \"default\": true }" }.joined(separator: ", ")
        for platform in ["android", "ios"] {
            try fleet.edit(platform, "{ \"version\": 1, \"kill\": {}, \"flags\": { \(flags) } }")
        }
        #expect(fleet.run("flags publish \(fleet.edited) --reason x --yes").code == .success)
        let codes = try inThreads(6) { fleet.run("flags kill f\($0) --reason x --yes").code }
        #expect(codes == Array(repeating: .success, count: 6))
        let document = fleet.published("v\(fleet.version)/ios.json")
        for flag in 0..<6 { #expect(document.contains("\"f\(flag)\": true")) }
        let history = fleet.run("flags history --verify --format csv")
        #expect(history.code == .success, "\(history.output)")
        #expect(history.output.split(separator: "\r\n").filter { $0.contains(",kill,") }.count == 6)
    }

    @Test(arguments: bothEngines)
    func `killed at any moment, readers see a whole version, the next publish works, and the history has each`(engine: Engine)
        throws
    {
        let fleet = try FlagFleet(engine)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("FlagFaultTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let start = ContinuousClock.now
        func change(_ percent: Int) throws -> ProgramRun {
            try ProgramRun(
                "flags rollout poll_posts \(percent) --reason x --yes --by ana", store: fleet.store.environmentText,
                limits: "export XDG_STATE_HOME=\(fleet.folder.file("state"))")
        }
        #expect(try change(1).finish() == 0)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        var kills = 0
        var before = fleet.version
        var seen: Set<Int> = [1, before]
        for step in 2..<40 {
            let run = try change(step)
            Thread.sleep(forTimeInterval: Double.random(in: 0...seconds * 1.2, using: &generator))
            run.send(SIGKILL)
            let status = run.finish()
            if status == -SIGKILL { kills += 1 } else { #expect(status == 0, "\(run.errors)") }
            let version = fleet.version
            #expect(version >= before, "seed \(seed)")
            for platform in ["android", "ios"] {
                #expect(fleet.published("v\(version)/\(platform).json").contains("\"version\": \(version),"), "seed \(seed)")
            }
            before = version
            seen.insert(version)
        }
        #expect(kills > 5, "seed \(seed)")
        let last = fleet.run("flags kill avif_images --reason x --yes")
        #expect(last.code == .success, "\(last.errors)")
        seen.insert(fleet.version)
        let history = fleet.run("flags history --verify --limit 1000 --format csv")
        #expect(history.code == .success, "seed \(seed): \(history.output)")
        let recorded = history.output.split(separator: "\r\n").compactMap { Int($0.split(separator: ",")[0]) }
        #expect(Set(recorded) == seen, "seed \(seed)")
    }

    /// A limit on the size of files stands for a disk that is full.
    @Test func `a target that is full is told, and nothing of it is current`() throws {
        let fleet = try FlagFleet(.postgres)
        let long = String(repeating: " ", count: 4000)
        try fleet.edit("android", FlagFleet.document.replacing("20", with: "30") + long)
        let full = try ProgramRun(
            "flags publish \(fleet.edited) --reason x --yes", store: fleet.store.environmentText,
            limits: "ulimit -f 4; export XDG_STATE_HOME=\(fleet.folder.file("state"))")
        #expect(full.finish() == ExitCode.failure.rawValue)
        #expect(full.errors.contains("make room, then run the command again"), "\(full.errors)")
        #expect(fleet.version == 1)
        #expect(fleet.run("flags publish \(fleet.edited) --reason x --yes").code == .success)
        // The number that was begun is skipped.
        #expect(fleet.version == 3)
    }

    @Test func `what clients would not get is not made current; what is wrong with caching is said`() throws {
        let fleet = try FlagFleet(publishes: false)
        let serves = Mutex(false)
        let server = try LoopbackServer { [target = fleet.target] request in
            let path = String(request.line.dropFirst(4))
            guard serves.withLock({ $0 }), let data = FileManager.default.contents(atPath: target + path) else {
                return .reply(200, ["Cache-Control: max-age=600"], body: Array("<html>".utf8))
            }
            return .reply(200, ["Cache-Control: max-age=600"], body: Array(data))
        }
        let words = "flags publish \(fleet.edited) --to \(fleet.target) --public-url \(server.address) --reason x --yes"
        let captive = fleet.run(words)
        #expect(captive.code == .unavailable, "\(captive.errors)")
        #expect(captive.errors.contains("clients would get other bytes than were published"))
        #expect(fleet.version == 0)
        serves.withLock { $0 = true }
        let served = fleet.run(words)
        #expect(served.code == .success, "\(served.errors)")
        #expect(served.output.contains("/v2/android.json is served without Cache-Control: immutable"))
        #expect(served.output.contains("/latest.json is served without Cache-Control: max-age of at most 60"))
        // A kill is not held up by what clients read through.
        serves.withLock { $0 = false }
        let kill = fleet.run("flags kill poll_posts --reason x --yes")
        #expect(kill.code == .success)
        #expect(kill.output.contains("clients would get other bytes than were published"))
    }
}
