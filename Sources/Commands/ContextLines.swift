import FleetCore
import StrictJSON
import Terminal

/// The lines of a file or of standard input. A line of over 1 MiB is passed over without being kept.
final class ContextLines {
    enum Line {
        case bytes([UInt8])
        case tooLong
    }

    private let input: Terminal.InputStream
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    init(_ path: String, _ context: CommandContext) throws {
        do {
            input = path == "-" ? context.input : try Terminal.InputStream(opening: path, stop: context.stop)
        } catch {
            throw ToolError(
                .badInput, "the file of contexts can't be read", at: path, next: "check the path; - reads standard input")
        }
    }

    /// Nil at the end. What follows the last line break is a line, too, unless it is empty.
    func next() throws -> Line? {
        var searched = start
        var isTooLong = false
        while true {
            if let end = ContextLines.lineEnd(buffer, from: searched) {
                defer { start = end + 1 }
                return isTooLong || end - start > JSONScanner.greatestSize ? .tooLong : .bytes(line(start..<end))
            }
            if buffer.count - start > JSONScanner.greatestSize {
                isTooLong = true
                start = buffer.count
            }
            if isAtEnd {
                let rest = start..<buffer.count
                start = buffer.count
                if isTooLong { return .tooLong }
                return rest.isEmpty ? nil : .bytes(line(rest))
            }
            buffer.removeSubrange(..<start)
            start = 0
            searched = buffer.count
            let more = try input.read(upTo: 1 << 16)
            isAtEnd = more.isEmpty
            buffer.append(contentsOf: more)
        }
    }

    private static func lineEnd(_ buffer: [UInt8], from start: Int) -> Int? {
        let bytes = buffer.span
        return bytes.firstIndex(of: 0x0A, from: start)
    }

    /// Without the carriage return of CR LF.
    private func line(_ range: Range<Int>) -> [UInt8] {
        let line = buffer[range]
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }
}
