import FleetCore
import StrictJSON
import Terminal

/// A document's bytes; of one that is too long, one more than may be read, so that it is refused as too long.
/// - Parameter stop: ends the wait for a pipe that nobody writes to.
func readDocument(_ path: String, _ noun: String = "document", stop: StopRequest) throws(ToolError) -> [UInt8] {
    do {
        return try Terminal.InputStream(opening: path, stop: stop).readDocument()
    } catch {
        if let error = error as? ToolError, error.exitCode == .interrupted { throw error }
        throw ToolError(.badInput, "the \(noun) can't be read", at: path, next: "check the path and its permissions")
    }
}

extension Terminal.InputStream {
    /// As ``readDocument(_:_:stop:)``, of what is open.
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
