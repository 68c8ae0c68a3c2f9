public import FleetCore
import Glibc
import Synchronization

/// Standard input, or bytes that stand for it in a test.
public final class InputStream: Sendable {
    private let descriptor: Int32?
    private let rest: Mutex<ArraySlice<UInt8>>
    public let isTerminal: Bool

    public init(descriptor: Int32) {
        self.descriptor = descriptor
        rest = Mutex([])
        isTerminal = isatty(descriptor) == 1
    }

    public init(bytes: [UInt8], isTerminal: Bool = false) {
        descriptor = nil
        rest = Mutex(bytes[...])
        self.isTerminal = isTerminal
    }

    public static func standardInput() -> InputStream { InputStream(descriptor: STDIN_FILENO) }

    /// Waits until there is something to read, or the end; false once `stop` is set: somebody at a prompt is heard at once.
    public func waits(unless stop: StopRequest) -> Bool {
        guard let descriptor else { return !stop.isSet }
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !stop.isSet {
            if poll(&asked, 1, 100) > 0 { return !stop.isSet }
        }
        return false
    }

    /// Up to `count` bytes; fewer where fewer are there yet; empty at the end.
    /// - Throws: ``ToolError`` with `.failure`.
    public func read(upTo count: Int) throws -> [UInt8] {
        guard let descriptor else {
            return rest.withLock { rest in
                let bytes = [UInt8](rest.prefix(count))
                rest = rest.dropFirst(count)
                return bytes
            }
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = Glibc.read(descriptor, buffer.baseAddress, count)
            while result < 0 && errno == EINTR { result = Glibc.read(descriptor, buffer.baseAddress, count) }
            if result < 0 { failure = errno }
            filled = max(0, result)
        }
        if failure != 0 { throw ToolError(.failure, "could not read: \(errorText(failure))", at: "standard input") }
        return bytes
    }
}
