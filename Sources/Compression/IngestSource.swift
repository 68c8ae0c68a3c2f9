package import FleetCore
import Foundation

/// Where what is taken in comes from: a file, or standard input.
package struct IngestSource: Sendable {
    /// As the user named it; `-` is standard input.
    package let name: String
    private let stream: (@Sendable (_ count: Int) throws -> [UInt8])?
    /// Of what is written while it is read, a pipe: waits until something has come, or the end, and gives false where that took
    /// longer than it was told. Nil: all of it is there.
    package let waits: (@Sendable (_ seconds: Double) -> Bool)?

    package init(file name: String) {
        self.name = name
        stream = nil
        waits = nil
    }

    /// What is open already: standard input, a pipe. `read` gives up to as many bytes as it is asked for, none at the end.
    package init(
        stream name: String, waits: (@Sendable (_ seconds: Double) -> Bool)? = nil,
        _ read: @escaping @Sendable (_ count: Int) throws -> [UInt8]
    ) {
        self.name = name
        self.waits = waits
        stream = read
    }

    /// The file's size; nil where it is none, or not a regular one.
    package var byteCount: Int64? {
        guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes[.size] as? NSNumber)?.int64Value
    }

    /// Throws where reading would fail at once: so that of many files none is taken in before a misspelt one is found.
    package func check() throws(ToolError) {
        if stream != nil { return }
        guard let attributes else {
            throw ToolError(.badInput, "there is no such file", at: name, next: "check the path; - reads standard input")
        }
        if attributes[.type] as? FileAttributeType == .typeDirectory {
            throw ToolError(.badInput, "this is a folder, not a file", at: name, next: "name its files: \(name)/*")
        }
        guard FileManager.default.isReadableFile(atPath: name) else {
            throw ToolError(.badInput, "this file may not be read", at: name, next: "check its permissions")
        }
    }

    private var attributes: [FileAttributeKey: Any]? {
        guard stream == nil else { return nil }
        return try? FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: name).resolvingSymlinksInPath().path)
    }

    package func open() throws -> DecompressingReader {
        if let stream { return DecompressingReader(chunks: stream) }
        try check()
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: name))
        return DecompressingReader(chunks: { count in
            do {
                return [UInt8](try file.read(upToCount: count) ?? Data())
            } catch {
                throw ToolError(.failure, "the file can't be read: \(error.localizedDescription)", at: name)
            }
        })
    }

    /// What the reader of a damaged source needs to know.
    package func describe(_ error: any Error) -> any Error {
        if let error = error as? ForeignEncoding { return error.toolError(at: name) }
        guard let error = error as? CompressionError else { return error }
        return ToolError(
            .badInput, "\(error)", at: name,
            next: "get the whole file")
    }
}
