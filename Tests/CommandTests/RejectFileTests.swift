import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// `--rejects FILE` replaces a plain file, whole, and nothing else.
@Suite struct RejectFileTests {
    @Test func `a second run replaces the rejects of the first`() throws {
        try inDirectory { directory, store in
            try "bad\n".write(toFile: directory + "/in", atomically: true, encoding: .utf8)
            for _ in 0..<2 {
                let run = Transcript("ingest reports \(directory)/in --rejects \(directory)/refused", store: store)
                #expect(run.code == .partial)
                let text = try String(contentsOfFile: directory + "/refused", encoding: .utf8)
                #expect(text.contains("\"reason\":\"json.syntax\""))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == ["in", "refused"])
        }
    }

    @Test func `neither an input, the store nor a folder is replaced`() throws {
        try inDirectory { directory, store in
            try "bad\n".write(toFile: directory + "/in", atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: directory + "/folder", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: directory + "/in")
            _ = Transcript("ingest reports \(directory)/in", store: store)
            guard case .sqlite(let storePath) = store.location else { return }
            for place in ["\(directory)/in", "\(directory)/link", "\(directory)/folder", storePath, "/dev/null"] {
                let run = Transcript("ingest reports \(directory)/in --rejects \(place)", store: store)
                #expect(run.code == .usage, "\(place)")
            }
            #expect(try String(contentsOfFile: directory + "/in", encoding: .utf8) == "bad\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == ["folder", "in", "link"])
            #expect(Transcript("store verify", store: store).code == .success)
        }
    }

    @Test func `a receipt in the future moves nothing and is kept`() throws {
        try inDirectory { directory, store in
            let line =
                #"{"install_id":"i_1","app_version":"1.0","platform":"ios","day":"2099-01-01","#
                + #""health":{"sessions":1},"received_at":"2099-01-01T00:00:00Z"}"#
            try (line + "\n").write(toFile: directory + "/in", atomically: true, encoding: .utf8)
            let run = Transcript("ingest reports \(directory)/in --format json", store: store)
            #expect(run.output.contains(#"{"outcome":"quarantined","reason":"received_at","reports":1}"#))
            #expect(Transcript("crash-free", store: store).code == .unknown)
        }
    }

    @Test func `a store is its owner's alone`() throws {
        try inDirectory { directory, _ in
            let path = directory + "/new/fleet.db"
            let run = Transcript("store migrate", environment: ["CHATFLEET_STORE": "sqlite:\(path)"])
            #expect(run.code == .success)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test(arguments: [
        "postgres://u:a@hunter2@127.0.0.1:1/f", "postgres://u:a/hunter2@127.0.0.1:1/f", "u:hunter2@h/f",
        "sqlite:postgres://u:hunter2@h/f", "dbname='x password=hunter2'",
    ]) func `a password that is written wrong isn't shown`(_ address: String) {
        let run = Transcript("crash-free", environment: ["CHATFLEET_STORE": address])
        #expect(run.code == .badInput)
        #expect(!run.errors.contains("hunter2"))
    }

    private func inDirectory(_ body: (_ directory: String, _ store: TestStore) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "chatfleet-rejects-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try TestStore(.sqlite)
        try body(directory, store)
    }
}
