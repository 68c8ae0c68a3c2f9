import FleetCore
import Foundation
import ServerMetrics
import StrictJSON
import Telemetry
import Terminal

/// The file of `--rejects`: a line a refused report or point, with source, position, reason, and the report with its device
/// ids hashed, or the beginning of the point's text. Written beside the place and moved there at the end, so that the place holds a whole
/// file, of all that was dealt with, or what it held before.
final class RejectFile {
    private let path: String
    private let partialPath: String
    private let file: FileHandle
    private var count = 0

    /// `inputs`: what is read meanwhile, and the store: the file must be none of them.
    init(_ path: String, inputs: [String]) throws {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        try RejectFile.check(resolved, named: path, inputs: inputs)
        self.path = resolved
        let path = resolved
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

    func add(_ batch: MetricBatch) throws {
        var lines = JSONWriter()
        for refused in batch.collected.rejects {
            lines.object { json in
                json.member("source", batch.source)
                json.member("position", refused.position)
                json.member("byte_offset", refused.byteOffset)
                json.member("reason", refused.reason)
                json.member("text", refused.text as String?)
            }
            lines.endLine()
        }
        count += batch.collected.rejects.count
        try write(lines.bytes)
    }

    /// Moves the file to its place; how many reports it holds, and where.
    func finish() throws -> (count: Int, path: String) {
        do {
            try file.synchronize()
            try file.close()
        } catch {
            throw failure(error)
        }
        try moveFile(partialPath, over: path)
        return (count, path)
    }

    /// Only a place without a file, or with a plain file that nothing here reads, may be replaced.
    private static func check(_ resolved: String, named path: String, inputs: [String]) throws {
        guard let existing = try? FileManager.default.attributesOfItem(atPath: resolved) else { return }
        guard existing[.type] as? FileAttributeType == .typeRegular else {
            throw ToolError(
                .usage, "the refused reports would replace something that is no plain file", at: path,
                next: "name a file of its own with --rejects")
        }
        for input in inputs {
            let other = URL(fileURLWithPath: input).resolvingSymlinksInPath().path
            let attributes = try? FileManager.default.attributesOfItem(atPath: other)
            let isSame =
                attributes?[.systemFileNumber] as? NSNumber == existing[.systemFileNumber] as? NSNumber
                && attributes?[.systemNumber] as? NSNumber == existing[.systemNumber] as? NSNumber
            if attributes != nil, isSame {
                throw ToolError(
                    .usage, "the refused reports would replace \(input), which is read meanwhile", at: path,
                    next: "name a file of its own with --rejects")
            }
        }
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
