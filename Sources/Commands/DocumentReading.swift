import FleetCore
import Foundation
import StrictJSON
import Terminal

/// A document's bytes; of one that is too long, one more than may be read, so that it is refused as too long.
func readDocument(_ path: String, _ noun: String = "document") throws(ToolError) -> [UInt8] {
    do {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var bytes: [UInt8] = []
        while bytes.count <= JSONScanner.greatestSize {
            guard let more = try file.read(upToCount: JSONScanner.greatestSize + 1 - bytes.count), !more.isEmpty else { break }
            bytes.append(contentsOf: more)
        }
        return bytes
    } catch {
        throw ToolError(.badInput, "the \(noun) can't be read", at: path, next: "check the path and its permissions")
    }
}

extension Terminal.InputStream {
    /// As ``readDocument(_:_:)``, from standard input.
    func readDocument() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= JSONScanner.greatestSize {
            let more = try read(upTo: JSONScanner.greatestSize + 1 - bytes.count)
            if more.isEmpty { break }
            bytes.append(contentsOf: more)
        }
        return bytes
    }
}
