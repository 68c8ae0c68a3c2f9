import Flags
import FleetCore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// The design's example.
let exampleText = """
    { "version": 43, "hash": "m3-32/1",
      "kill": { "poll_posts": true },
      "flags": { "poll_posts":  { "default": false, "rollout_percent": 20, "min_app": "5.14.0" },
                 "avif_images": { "default": true } },
      "client_policy": { "min_supported": "5.2.0", "recommended": "5.14.0", "flush_only_until": null },
      "telemetry": { "session_sample_percent": 10 } }
    """

/// Noon of 2026-09-22.
let noon = Instant(epochSeconds: 1_790_078_400)

/// A document that must be right.
func document(_ text: String) throws -> FlagDocument {
    let (document, problems) = FlagDocument.decode(Array(text.utf8), file: "flags.json")
    return try #require(document, "\(problems.map(\.text))")
}

/// Version 43 with these flags, written as JSON.
func flags(_ flags: String, kill: String = "{}") throws -> FlagDocument {
    try document("{\"version\":43,\"kill\":\(kill),\"flags\":\(flags)}")
}

/// `line:column path rule`, one a problem of decoding and lint.
func lint(_ text: String, against previous: String? = nil, fleet: FleetFacts? = nil, allowing: FlagLint.Allowances = .init())
    throws
    -> [String]
{
    let before = try previous.map { try document($0) }
    return FlagLint.read(
        Array(text.utf8), file: "flags.json", against: before, fleet: fleet, now: noon, allowing: allowing
    ).problems.map { "\($0.line):\($0.column) \($0.path) \($0.rule)" }
}

/// A file of vectors, see Tests/Samples/flags.
struct Vectors<Row: Decodable & Sendable>: Decodable {
    let rows: [Row]

    static func read(_ name: String) throws -> [Row] {
        let file = URL(filePath: repositoryRoot + "/Tests/Samples/flags/\(name).json")
        return try JSONDecoder().decode(Vectors<Row>.self, from: Data(contentsOf: file)).rows
    }
}
