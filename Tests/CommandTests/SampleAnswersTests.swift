import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// The sample of reports gives the answers written beside it, from the command line, however it is loaded.
@Suite struct SampleAnswersTests {
    private static let folder = repositoryRoot + "/Tests/Samples/reports"
    private static let window = "--from 2026-09-14 --to 2026-09-21 --format json"

    enum Loading: CaseIterable {
        case once, twice, shuffled, inTenFiles
    }

    @Test(arguments: bothEngines, Loading.allCases)
    func `the sample gives the answers written beside it`(engine: Engine, loading: Loading) throws {
        let store = try TestStore(engine)
        try load(loading, into: store)
        try checkAnswers(store)
    }

    /// There the store is filled batch by batch as elsewhere, and holds the same rows.
    @Test(.enabled(if: CitusServers.isThere), arguments: Loading.allCases)
    func `on Citus the sample gives the same answers and the same rows`(loading: Loading) throws {
        let store = try CitusServers.fleetStore()
        try load(loading, into: store)
        try checkAnswers(store)
        #expect(Transcript("store verify", store: store).code == .success)
        let plain = try TestStore(.postgres)
        try load(.once, into: plain)
        #expect(try storedTables(store.open(mode: .inspect)) == storedTables(plain.open(mode: .inspect)))
    }

    private func checkAnswers(_ store: TestStore) throws {
        let answers = try Answers.read(SampleAnswersTests.folder + "/answers.json")
        try check("crash-free", store, answers["crash_free"], by: ["app_version", "platform"])
        try check(
            "queue-ages", store, answers["queue_ages"], by: ["app_version", "platform"],
            within1Percent: ["p50_s", "p90_s", "p99_s", "max_s"])
        try check("decrypt-failures", store, answers["decrypt_failures"], by: ["app_version", "platform"])
        try check("crash-free --by hour,version", store, answers["hourly"], by: ["app_version", "hour"])
    }

    /// Every answer, filter and grouping, byte for byte.
    @Test func `both engines print the same`() throws {
        let stores = try bothEngines.map { try TestStore($0) }
        for store in stores { try load(.once, into: store) }
        let byAll = "version,platform,device-class,day"
        let asOf = "--as-of 2026-09-18T07:30:00Z"
        let commands = [
            "crash-free", "crash-free --by all", "crash-free --by \(byAll) \(asOf)", "crash-free --target 99.5%",
            "crash-free --by hour,version,platform,device-class", "crash-free --by hour \(asOf)", "decrypt-failures",
            "decrypt-failures --by \(byAll),message-type,peer-version,restored", "decrypt-failures --since 6h \(asOf)",
            "decrypt-failures --since 3d \(asOf) --by message-type", "queue-ages --by \(byAll)", "queue-ages \(asOf)",
            "queue-ages --metric wal_bytes_max", "queue-ages --metric queue_depth_max --by device-class", "versions",
            "versions --platform ios \(asOf)", "install i_a3baba26e7", "install nobody", "crash-free --version 8.14.1",
        ]
        for command in commands {
            for format in ["json", "table"] {
                let printed = stores.map { Transcript(command, "--format", format, store: $0) }
                #expect(printed[0] == printed[1], "\(command)")
                let isUnknown = command.hasSuffix("nobody") || command.hasSuffix("8.14.1")
                let isMissed = command.contains("--target")
                #expect(printed[0].code == (isUnknown ? .unknown : isMissed ? .badAnswer : .success), "\(command)")
            }
        }
    }

    private func load(_ loading: Loading, into store: TestStore) throws {
        if store.engine == .postgres { #expect(Transcript("store migrate", store: store).code == .success) }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("chatfleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let sample = SampleAnswersTests.folder + "/sample.ndjson.gz"
        let files: [String]
        switch loading {
        case .once, .twice: files = [sample]
        case .shuffled:
            let seed = UInt64.random(in: 1...UInt64.max)
            print("SampleAnswersTests seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            files = [try write(lines(of: sample).shuffled(using: &generator), to: directory, "shuffled")]
        case .inTenFiles:
            let all = try lines(of: sample)
            files = try (0..<10).reversed().map { part in
                try write(all.enumerated().filter { $0.offset % 10 == part }.map(\.element), to: directory, "part-\(part)")
            }
        }
        // Device pairs are shown by their keyed hashes: one key for all stores.
        let key = directory.appendingPathComponent("pair.key")
        try Data(repeating: 7, count: 32).write(to: key)
        for _ in 0..<(loading == .twice ? 2 : 1) {
            let ingest = Transcript(
                "ingest reports --pair-key-file", key.path, files.joined(separator: " "), store: store)
            // Some of the sample's reports are broken.
            #expect(ingest.code == .partial)
        }
    }

    private func lines(of path: String) throws -> [Data] {
        let zcat = Process()
        zcat.executableURL = URL(fileURLWithPath: "/bin/zcat")
        zcat.arguments = [path]
        let output = Pipe()
        zcat.standardOutput = output
        try zcat.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        zcat.waitUntilExit()
        return text.split(separator: UInt8(ascii: "\n")).map { $0 + Data([UInt8(ascii: "\n")]) }
    }

    private func write(_ lines: [Data], to directory: URL, _ name: String) throws -> String {
        let file = directory.appendingPathComponent(name + ".ndjson")
        try lines.reduce(into: Data()) { $0 += $1 }.write(to: file)
        return file.path
    }

    /// Every row and member of the answer is in what the command prints, and no further row.
    private func check(
        _ command: String, _ store: TestStore, _ expected: [[String: Answers.Value]]?, by key: [String],
        within1Percent: Set<String> = []
    ) throws {
        let expected = try #require(expected)
        let transcript = Transcript(command, SampleAnswersTests.window, store: store)
        #expect(transcript.code == .success)
        let document = try JSONDecoder().decode(Document.self, from: Data(transcript.output.utf8))
        #expect(document.schema_version == 1)
        #expect(document.window == ["from": "2026-09-14", "to": "2026-09-21"])
        #expect(document.rows.count == expected.count)
        func name(_ row: [String: Answers.Value]) -> [Answers.Value?] { key.map { row[$0] } }
        let found = Dictionary(document.rows.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
        for row in expected {
            let printed = try #require(found[name(row)], "\(command): \(name(row)) is missing")
            for (member, value) in row {
                if within1Percent.contains(member), case .number(let right) = value, case .number(let seen)? = printed[member] {
                    #expect(abs(seen - right) <= 0.01 * right, "\(command): \(member) of \(name(row))")
                } else {
                    #expect(printed[member] == value, "\(command): \(member) of \(name(row))")
                }
            }
            #expect(printed["completeness"] != nil, "\(command): \(name(row)) has no completeness")
        }
    }

    private struct Document: Decodable {
        let schema_version: Int
        let window: [String: String]
        let rows: [[String: Answers.Value]]
    }
}

/// Members by name, each list by the question it answers.
private struct Answers {
    enum Value: Decodable, Hashable {
        case number(Double), text(String), null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private let lists: [String: [[String: Value]]]

    subscript(question: String) -> [[String: Value]]? { lists[question] }

    static func read(_ path: String) throws -> Answers {
        struct File: Decodable {
            let crash_free, queue_ages, decrypt_failures, hourly: [[String: Value]]
        }
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        return Answers(lists: [
            "crash_free": file.crash_free, "queue_ages": file.queue_ages, "decrypt_failures": file.decrypt_failures,
            "hourly": file.hourly,
        ])
    }
}
