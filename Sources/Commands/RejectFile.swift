import FleetCore
import Foundation
import StrictJSON
import Telemetry

/// The file of `--rejects`: a line a refused report, with source, position, reason, and the report with its device ids
/// hashed. Written beside the place and moved there at the end, so that the place holds all of it or what it held before.
final class RejectFile {
    private let path: String
    private let partialPath: String
    private let file: FileHandle
    private var count = 0

    init(_ path: String) throws {
        self.path = path
        partialPath = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
        guard FileManager.default.createFile(atPath: partialPath, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: partialPath)
        else {
            throw ToolError(
                .badInput, "the file for refused reports can't be made", at: path,
                next: "name a file in a folder that exists and may be written")
        }
        self.file = file
    }

    deinit { try? FileManager.default.removeItem(atPath: partialPath) }

    func add(_ batch: Batch) throws {
        var lines = JSONWriter()
        for refused in batch.refused {
            lines.object { json in
                json.member("source", batch.source)
                json.member("position", refused.position)
                json.member("byte_offset", refused.byteOffset)
                json.member("reason", refused.reason)
                json.key("report")
                // Line ends in a report are white space: inside its texts they would not have been read.
                let line = refused.redacted.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
                json.raw(String(decoding: line, as: UTF8.self))
            }
            lines.endLine()
        }
        count += batch.refused.count
        try write(lines.bytes)
    }

    /// Moves the file to its place; how many reports it holds, and where.
    func finish() throws -> (count: Int, path: String) {
        do {
            try file.synchronize()
            try file.close()
            if FileManager.default.fileExists(atPath: path) {
                let (place, partial) = (URL(fileURLWithPath: path), URL(fileURLWithPath: partialPath))
                _ = try FileManager.default.replaceItemAt(place, withItemAt: partial)
            } else {
                try FileManager.default.moveItem(atPath: partialPath, toPath: path)
            }
        } catch {
            throw failure(error)
        }
        return (count, path)
    }

    private func write(_ bytes: [UInt8]) throws {
        do { try file.write(contentsOf: bytes) } catch { throw failure(error) }
    }

    private func failure(_ error: any Error) -> ToolError {
        ToolError(
            .failure, "the refused reports can't be written: \(error.localizedDescription)", at: path,
            next: "make room, or name another file; what was taken in stays")
    }
}
