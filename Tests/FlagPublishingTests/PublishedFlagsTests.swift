import FleetCore
import Foundation
import HTTPClient
import Synchronization
import TestSupport
import Testing

@testable import FlagPublishing

@Suite struct PublishedFlagsTests {
    /// A server of one published version, which a test changes.
    private final class Site: Sendable {
        struct State {
            var files: [String: [UInt8]] = [:]
            var etag = "\"1\""
            var answer: LoopbackServer.Answer?
        }
        /// Shared with the server's threads.
        final class Shared: Sendable {
            let state = Mutex(State())
        }

        private let shared = Shared()
        let server: LoopbackServer
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            server = try LoopbackServer { [shared] request in
                shared.state.withLock { Site.answer(request, $0) }
            }
        }

        private static func answer(_ request: LoopbackServer.Request, _ state: State) -> LoopbackServer.Answer {
            if let answer = state.answer { return answer }
            let path = String(request.line.split(separator: " ")[1])
            guard let bytes = state.files[path] else { return .reply(404) }
            guard path.hasSuffix("latest.json") else { return .reply(200, body: bytes) }
            if request.headers["if-none-match"] == state.etag { return .reply(304) }
            return .reply(200, ["ETag: \(state.etag)"], body: bytes)
        }

        func replace(_ path: String, _ document: FlagDocumentFile) {
            shared.state.withLock { $0.files[path] = document.bytes }
        }

        func publish(_ version: Int64, _ documents: [FlagDocumentFile]) {
            shared.state.withLock { state in
                for document in documents {
                    state.files["/app/\(LatestFile.path(version, document.platform))"] = document.bytes
                }
                state.files["/app/latest.json"] = LatestFile(version: version, documents: documents).bytes
                state.etag = "\"\(version)-\(documents.count)-\(documents.map(\.bytes.count).reduce(0, +))\""
            }
        }

        func fail(_ answer: LoopbackServer.Answer?) { shared.state.withLock { $0.answer = answer } }

        func read(_ now: Int64) throws -> PublishedFlags.Snapshot {
            let base = try #require(WebAddress(server.address + "/app"))
            let flags = PublishedFlags(base: base, environment: ["XDG_CACHE_HOME": folder.path], stop: StopRequest())
            return try flags.read(now: Instant(epochSeconds: now))
        }
    }

    @Test func `a version is read whole, and asked for only where it changed`() throws {
        let site = try Site()
        site.publish(43, [document("android"), document("ios")])
        let first = try site.read(1000)
        #expect(first.latest.version == 43)
        #expect(first.documents == [document("android"), document("ios")])
        #expect(first.problem == nil)
        #expect(try site.read(2000).confirmed == Instant(epochSeconds: 2000))
        #expect(
            site.server.requests.map(\.line) == [
                "GET /app/latest.json", "GET /app/v43/android.json", "GET /app/v43/ios.json", "GET /app/latest.json",
            ])
        let length = document("ios").bytes.count + document("android").bytes.count
        #expect(site.server.requests.last?.headers["if-none-match"] == "\"43-2-\(length)\"")
        site.publish(44, [document("android", 44), document("ios")])
        #expect(try site.read(3000).documents == [document("android", 44), document("ios")])
        // What has the same digest is there already.
        #expect(site.server.requests.count == 6)
    }

    @Test func `the last good version is kept through every error, with its age`() throws {
        let site = try Site()
        site.publish(43, [document("ios")])
        _ = try site.read(1000)
        let errors: [LoopbackServer.Answer] = [
            .reply(500), .reply(404), .reply(200, body: Array("{}".utf8)), .reply(200, body: Array("<html>sign in".utf8)),
            .reply(200, body: [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)), .bytes([]),
            .endless(Array("HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n".utf8)),
            .reply(302, ["Location: https://elsewhere.example"]),
        ]
        for error in errors {
            site.fail(error)
            let kept = try site.read(9000)
            #expect(kept.latest.version == 43)
            #expect(kept.documents == [document("ios")])
            #expect(kept.confirmed == Instant(epochSeconds: 1000))
            #expect(kept.problem != nil)
        }
        site.fail(nil)
        #expect(try site.read(9001).problem == nil)
    }

    @Test func `it never goes back, nor to other documents of the same version, nor to one that is not whole`() throws {
        let site = try Site()
        site.publish(43, [document("ios", 43)])
        _ = try site.read(1000)
        site.publish(42, [document("ios", 42)])
        let back = try site.read(2000)
        #expect(back.latest.version == 43)
        #expect(back.problem?.hasPrefix("the server says version 42, and 43 was current before") == true)
        site.publish(43, [document("ios", 43, flags: "")])
        #expect(try site.read(3000).problem?.hasPrefix("the server has other documents of version 43 than before") == true)
        site.publish(44, [document("android", 44), document("ios", 44)])
        site.replace("/app/v44/ios.json", document("ios", 45))
        let torn = try site.read(4000)
        #expect(torn.documents == [document("ios", 43)])
        #expect(torn.problem?.hasPrefix("these are not the bytes whose hash latest.json names") == true)
        site.replace("/app/v44/ios.json", document("ios", 44))
        #expect(try site.read(5000).latest.version == 44)
    }

    @Test func `a kept document that was damaged is read again, and kept whole`() throws {
        let site = try Site()
        site.publish(43, [document("ios")])
        _ = try site.read(1000)
        let files = try FileManager.default.subpathsOfDirectory(atPath: site.folder.path)
        let kept = try #require(files.first { $0.hasSuffix("\(document("ios").sha256).json") })
        _ = try site.folder.write(kept, "damaged")
        #expect(try site.read(2000).documents == [document("ios")])
        site.fail(.reply(500))
        let offline = try site.read(3000)
        #expect(offline.documents == [document("ios")])
        #expect(offline.confirmed == Instant(epochSeconds: 2000))
        // A time at which another version was current says nothing of this one.
        let state = try #require(files.first { $0.hasSuffix("state.json") && !$0.hasSuffix(".lock") })
        _ = try site.folder.write(state, #"{"version":42,"etag":null,"confirmed_epoch":9000}"#)
        #expect(try site.read(9500).confirmed == Instant(epochSeconds: 0))
    }

    @Test func `where nothing was ever read, an error is one`() throws {
        let site = try Site()
        for (answer, code) in [
            (LoopbackServer.Answer.reply(404), ExitCode.badInput), (.reply(500), .unavailable), (.reply(200), .badInput),
        ] {
            site.fail(answer)
            do {
                _ = try site.read(1000)
                Issue.record("no error")
            } catch let error as ToolError { #expect(error.exitCode == code) }
        }
    }
}
