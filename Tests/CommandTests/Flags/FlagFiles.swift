import Digests
import FleetCore
import Foundation
import TestSupport

/// A folder of flag documents.
final class FlagFiles {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try write(name, text) }
    }

    /// The path of what was written.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// As `flags publish` leaves it.
    func publish(_ version: Int, _ documents: [String: String]) throws {
        for (platform, text) in documents { try write("v\(version)/\(platform).json", text) }
        let entries = documents.sorted { $0.key < $1.key }.map { platform, text in
            "\"\(platform)\":{\"path\":\"v\(version)/\(platform).json\",\"sha256\":\"\(SHA256.digest(Array(text.utf8)).hex)\"}"
        }
        try write("latest.json", "{\"version\":\(version),\"documents\":{\(entries.joined(separator: ","))}}\n")
    }

    static let example = """
        { "version": 43,
          "kill": { "stories": true },
          "flags": { "poll_posts":  { "default": false, "rollout_percent": 20, "min_app": "5.14.0" },
                     "avif_images": { "default": true }, "stories": { "default": true } },
          "client_policy": { "min_supported": "5.2.0", "recommended": "5.14.0", "flush_only_until": null },
          "telemetry": { "session_sample_percent": 10 } }
        """
}
