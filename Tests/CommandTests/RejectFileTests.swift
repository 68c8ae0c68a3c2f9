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

    /// A file of another kind, one that is not UTF-8, one that is damaged from its beginning: nothing of them is dealt with.
    @Test(arguments: bothEngines)
    func `a run that deals with nothing leaves the rejects of the one before`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let folder = try TemporaryFolder()
        let report = #"{"install_id":"i_1","app_version":"8.14.0","platform":"ios","day":"2026-09-21","health":{"sessions":1}}"#
        let reports = try folder.write("reports.ndjson", String(repeating: report + "\n", count: 250))
        let metrics = try folder.write("metrics.txt", "# TYPE a counter\na 5\n")
        let foreign = try folder.write("foreign", bytes: [0xFF, 0xFE] + report.utf8.flatMap { [$0, 0] })
        let damaged = try folder.write("damaged", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B])
        let kept = try folder.write("refused.ndjson", "kept\n")
        for line in [
            "metrics \(reports)", "reports \(metrics)", "metrics \(foreign)", "reports \(foreign)", "metrics \(damaged)",
            "reports \(damaged)",
        ] {
            #expect(Transcript("ingest \(line) --rejects \(kept)", store: store).code == .badInput, "\(line)")
            #expect(try String(contentsOfFile: kept, encoding: .utf8) == "kept\n", "\(line)")
        }
        let names = ["damaged", "foreign", "metrics.txt", "refused.ndjson", "reports.ndjson"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
        // What was dealt with before the file of another kind is what the rejects are of.
        let bad = try folder.write("bad.ndjson", "{\"install_id\":\"null\"}\n")
        let both = Transcript("ingest reports \(bad) \(metrics) --rejects \(kept)", store: store)
        #expect(both.code == .badInput)
        #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("\"source\":\"\(bad)\""))
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
