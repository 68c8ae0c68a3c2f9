import Digests
import FlagPublishing
import Flags
import FleetCore
import Foundation
import StrictJSON
import Terminal

/// Where a command finds flag documents: `DOC` on a command line. A file; `-`, standard input; a folder with
/// `latest.json`, whose documents are checked against the hashes in it; a folder of documents that nobody published yet;
/// an `https://` address that clients ask.
protocol FlagDocumentSource: Sendable {
    /// Nil: one document, of a platform that it does not name, or that its path names.
    var platforms: [String]? { get }
    /// The document of a platform; nil: the only one there is.
    func document(_ platform: String?) throws -> FlagDocumentBytes
}

/// A document as it was found.
struct FlagDocumentBytes: Sendable {
    /// As in problems: `v44/android.json`.
    let file: String
    let platform: String?
    let bytes: [UInt8]
    /// Of `latest.json`, where there is one: it must be the document's own.
    let indexVersion: Int64?
}

extension CommandContext {
    /// Finds what a command line names. Nothing but `latest.json` is read yet.
    func flagDocuments(_ name: String) throws -> any FlagDocumentSource {
        if name == "-" { return try StandardInputDocument(bytes: input.readBytes()) }
        if let web = try WebFlagDocuments(name, self) { return web }
        let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw ToolError(.badInput, "there is no such file or folder", at: name, next: "check the path")
        }
        return attributes[.type] as? FileAttributeType == .typeDirectory
            ? try FolderDocuments(name, stop) : FileDocument(path: name, stop: stop)
    }
}

/// `flags.json`.
private struct FileDocument: FlagDocumentSource {
    let path: String
    let stop: StopRequest
    var platforms: [String]? { nil }

    func document(_ platform: String?) throws -> FlagDocumentBytes {
        FlagDocumentBytes(
            file: path, platform: platform ?? FlagDocument.platform(ofPath: URL(fileURLWithPath: path).path),
            bytes: try readBytes(path, "document", stop: stop), indexVersion: nil)
    }
}

private struct StandardInputDocument: FlagDocumentSource {
    let bytes: [UInt8]
    var platforms: [String]? { nil }

    func document(_ platform: String?) throws -> FlagDocumentBytes {
        FlagDocumentBytes(file: "-", platform: platform, bytes: bytes, indexVersion: nil)
    }
}

/// A folder: what is published in it, or the documents that lie in it by their platforms' names.
private struct FolderDocuments: FlagDocumentSource {
    let folder: String
    private let latest: LatestFile?
    private let files: [String: String]
    private let stop: StopRequest

    init(_ folder: String, _ stop: StopRequest) throws {
        self.folder = folder
        self.stop = stop
        let index = "\(folder)/latest.json"
        if FileManager.default.fileExists(atPath: index) {
            let latest = try LatestFile(readBytes(index, "document", stop: stop), at: index)
            self.latest = latest
            files = Dictionary(latest.documents.map { ($0.platform, "\(folder)/\($0.path)") }) { first, _ in first }
        } else {
            latest = nil
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let platforms = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.filter(isPlatformName)
            files = Dictionary(platforms.map { ($0, "\(folder)/\($0).json") }) { first, _ in first }
        }
        guard !files.isEmpty else {
            throw ToolError(
                .badInput, "this folder has no latest.json, and no document such as android.json", at: folder,
                next: "name the folder that flags are published in, or a document")
        }
    }

    var platforms: [String]? { files.keys.sorted { utf8Less($0, $1) } }

    func document(_ platform: String?) throws -> FlagDocumentBytes {
        let known = platforms ?? []
        guard let platform = platform ?? (known.count == 1 ? known[0] : nil) else {
            throw ToolError(
                .usage, "this folder has documents of \(known.joined(separator: ", ")): name one with --platform", at: folder)
        }
        guard let path = files[platform] else {
            throw ToolError(
                .badInput, "there is no document for the platform \(platform)", at: folder,
                next: closest(to: platform, among: known).map { "did you mean \($0)?" }
                    ?? "it has \(known.joined(separator: ", "))")
        }
        let bytes = try readBytes(path, "document", stop: stop)
        if let expected = latest?.documents.first(where: { $0.platform == platform })?.sha256 {
            guard SHA256.digest(bytes).hex == expected else {
                throw ToolError(
                    .badInput, "these are not the bytes whose hash latest.json names: clients would refuse them", at: path,
                    next: "put the published bytes back with chatfleet flags repair; what is under v*/ is never changed by hand")
            }
        }
        return FlagDocumentBytes(file: path, platform: platform, bytes: bytes, indexVersion: latest?.version)
    }
}
