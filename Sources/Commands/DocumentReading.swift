import FleetCore
import StrictJSON
import Terminal

/// A document's bytes, without the byte order mark that editors put before a text; of one that is too long, one more than
/// may be read, so that it is refused as too long.
/// - Parameter stop: ends the wait for a pipe that nobody writes to.
func readDocument(_ path: String, _ noun: String = "document", stop: StopRequest) throws(ToolError) -> [UInt8] {
    withoutMark(try readBytes(path, noun, stop: stop))
}

/// As ``readDocument(_:_:stop:)``, with the mark: of what is no text, or is judged as others get it.
func readBytes(_ path: String, _ noun: String, stop: StopRequest) throws(ToolError) -> [UInt8] {
    do {
        return try Terminal.InputStream(opening: path, stop: stop).readBytes()
    } catch {
        if let error = error as? ToolError, error.exitCode == .interrupted { throw error }
        throw ToolError(.badInput, "the \(noun) can't be read", at: path, next: "check the path and its permissions")
    }
}

extension Terminal.InputStream {
    /// As ``readDocument(_:_:stop:)``, of what is open.
    func readDocument() throws -> [UInt8] { withoutMark(try readBytes()) }

    func readBytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= JSONScanner.greatestSize {
            let more = try read(upTo: JSONScanner.greatestSize + 1 - bytes.count)
            if more.isEmpty { break }
            bytes.append(contentsOf: more)
        }
        return bytes
    }
}

/// Of UTF-16, as it is: whoever reads the document says where it is wrong.
private func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.span
    let count = (try? TextBeginning.markLength(text.extracting(first: TextBeginning.length))) ?? 0
    return count == 0 ? bytes : Array(bytes[count...])
}
