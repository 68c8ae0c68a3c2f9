import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct WebFlagDocumentTests {
    @Test func `flags are read from the address that clients ask, and kept with their age when it fails`() throws {
        let fleet = try FlagFleet()
        let isDown = Mutex(false)
        let server = try LoopbackServer { [target = fleet.target] request in
            let path = String(request.line.split(separator: " ")[1])
            guard !isDown.withLock({ $0 }), let data = FileManager.default.contents(atPath: target + path) else {
                return .reply(503)
            }
            return .reply(200, body: Array(data))
        }
        let environment = ["XDG_CACHE_HOME": fleet.folder.file("cache")]
        func run(_ words: String) -> Transcript { Transcript(words, store: fleet.store, environment: environment) }
        let eval = run("flags eval \(server.address) --platform android --install-id i_1 --app-version 5.14.0 --format json")
        #expect(eval.code == .success, "\(eval.errors)")
        #expect(eval.errors == "")
        #expect(eval.output.contains("\"flag\":\"avif_images\",\"value\":true,\"reason\":\"STATIC\""))
        #expect(run("flags lint \(server.address)/latest.json").code == .success)
        #expect(fleet.run("flags kill avif_images --reason x --yes").code == .success)
        #expect(
            run("flags diff \(fleet.target)/v1/android.json \(server.address) --platform android").output
                == "avif_images: killed; was on for all of android\n")
        isDown.withLock { $0 = true }
        let kept = run("flags eval \(server.address) --platform ios --install-id i_1 --app-version 5.14.0 --format json")
        #expect(kept.code == .success)
        #expect(kept.output.contains("\"flag\":\"avif_images\",\"value\":false,\"reason\":\"KILLED\""))
        #expect(
            kept.errors
                == "chatfleet: note: version 2 is kept from 0 s ago: the server answered with status 503 (\(server.address)/latest.json)\n"
        )
        let never = Transcript("flags lint \(server.address)", environment: ["XDG_CACHE_HOME": fleet.folder.file("other")])
        #expect(never.code == .unavailable)
        #expect(run("flags lint https://user:pw@flags.example/app").code == .usage)
        #expect(run("flags lint http://flags.example/app").code == .usage)
        #expect(run("flags eval \(server.address) --install-id i_1").errors.contains("name one with --platform"))
    }
}

@Suite struct MinimumVersionPublishTests {
    @Test func `min_supported is raised by the rules, against the fleet in the store`() throws {
        let fleet = try FlagFleet()
        let raised = FlagFleet.document.replacing(
            "\"kill\"",
            with:
                "\"client_policy\": { \"min_supported\": \"5.2.0\", \"flush_only_until\": \"2027-01-01T00:00:00Z\" },\n  \"kill\""
        )
        try fleet.edit("ios", raised)
        let words = "flags publish \(fleet.edited) --reason x --yes"
        let unknown = fleet.run(words)
        #expect(unknown.code == .badInput)
        #expect(unknown.errors.contains("error: ios.json:2:"), "\(unknown.errors)")
        #expect(unknown.errors.contains("what is not known is not 0"))
        #expect(fleet.version == 1)
        #expect(fleet.run(words + " --security").code == .success)
        #expect(fleet.version == 2)
    }
}
