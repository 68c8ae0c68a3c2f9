public import FleetCore
import Glibc
import Synchronization

/// Standard input, a file, or bytes that stand for either in a test. Where nothing comes (a pipe that nobody writes to) a
/// wish to stop ends the wait.
public final class InputStream: Sendable {
    private let descriptor: Int32?
    /// Where it was opened here.
    private let isOwned: Bool
    private let name: String
    private let stop: StopRequest?
    private let rest: Mutex<ArraySlice<UInt8>>
    public let isTerminal: Bool

    private init(descriptor: Int32, isOwned: Bool, name: String, stop: StopRequest?) {
        self.descriptor = descriptor
        self.isOwned = isOwned
        self.name = name
        self.stop = stop
        rest = Mutex([])
        isTerminal = isatty(descriptor) == 1
    }

    /// Opens a file. A pipe (FIFO) is open at once: who is to write to it is waited for while reading.
    /// - Throws: ``ToolError`` with `.badInput`.
    public convenience init(opening path: String, stop: StopRequest) throws(ToolError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ToolError(.badInput, "can't be read: \(errorText(errno))", at: path) }
        self.init(descriptor: descriptor, isOwned: true, name: path, stop: stop)
    }

    deinit { if let descriptor, isOwned { close(descriptor) } }

    public init(bytes: [UInt8], isTerminal: Bool = false) {
        descriptor = nil
        isOwned = false
        name = "standard input"
        stop = nil
        rest = Mutex(bytes[...])
        self.isTerminal = isTerminal
    }

    public static func standardInput(stop: StopRequest) -> InputStream {
        InputStream(descriptor: STDIN_FILENO, isOwned: false, name: "standard input", stop: stop)
    }

    /// Waits until there is something to read, or the end; false once `stop` is set: somebody at a prompt is heard at once.
    public func waits(unless stop: StopRequest) -> Bool {
        guard let descriptor else { return !stop.isSet }
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !stop.isSet {
            if poll(&asked, 1, 100) > 0 { return !stop.isSet }
        }
        return false
    }

    /// It is written while it is read: no file, whose bytes are all there.
    public var isLive: Bool {
        guard let descriptor else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Waits until there is something to read, the end, or a wish to stop; false where that takes longer.
    public func waits(seconds: Double) -> Bool {
        guard let descriptor else { return true }
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var left = Int(seconds * 1000)
        repeat {
            let step = min(max(0, left), 100)
            if poll(&asked, 1, Int32(step)) > 0 || stop?.isSet == true { return true }
            left -= step
        } while left > 0
        return false
    }

    /// Up to `count` bytes; fewer where fewer are there yet; empty at the end.
    /// - Throws: ``ToolError`` with `.failure`, or with `.interrupted` where nothing came and the user wants to stop.
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
            var result = -1
            repeat {
                guard isReady(descriptor) else {
                    failure = EINTR
                    break
                }
                result = Glibc.read(descriptor, buffer.baseAddress, count)
                failure = result < 0 ? errno : 0
            } while failure == EINTR || failure == EAGAIN
            filled = max(0, result)
        }
        if failure == EINTR { throw ToolError(.interrupted, "interrupted while it was read", at: name) }
        if failure != 0 { throw ToolError(.failure, "could not read: \(errorText(failure))", at: name) }
        return bytes
    }

    /// Waits until there is something to read, or the end; false once the user wants to stop, and nothing has come.
    private func isReady(_ descriptor: Int32) -> Bool {
        guard let stop else { return true }
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&asked, 1, 100) <= 0 {
            if stop.isSet { return false }
        }
        return true
    }
}
