import FleetCore
import Glibc
import Synchronization

/// The reader of our output has gone (`| head`). Not a failure: the command ends quietly, without a message. The exit
/// status is the one of the answer where the answer was complete before the reader left, else 0, as ripgrep does.
public struct BrokenPipe: Error, Sendable, Equatable {
    public init() {}
}

/// The one way to standard output and standard error: bytes over `write(2)` behind a buffer, in order, whole. Interrupted
/// and partial writes are continued; a full disk is an ``OutputFailure``; a reader that has gone is ``BrokenPipe``.
///
/// ```swift
/// let out = OutputStream.standardOutput()
/// try out.write("8.14.0  99.99 %\n")
/// try out.flush()       // once, at the end of the process
/// ```
public final class OutputStream: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        /// A progress line is on the screen and has to be wiped before anything else is written.
        var statusIsShown = false
        /// Set once a write failed: later text is dropped, the failure is told once.
        var isClosed = false
    }

    /// A gigabyte of simulated reports takes 16 thousand writes; a table takes one.
    private static let bufferSize = 64 * 1024

    /// Nil: text is kept, for tests.
    private let descriptor: Int32?
    private let name: String
    /// Written at every line, as standard error is.
    private let isUnbuffered: Bool
    private let state = Mutex(State())

    public let isTerminal: Bool

    /// A stream over an open descriptor, which stays open.
    public init(descriptor: Int32, name: String, isUnbuffered: Bool = false) {
        self.descriptor = descriptor
        self.name = name
        self.isUnbuffered = isUnbuffered
        isTerminal = isatty(descriptor) == 1
    }

    /// A stream that keeps what is written, see ``captured``.
    public init(capturingAsTerminal isTerminal: Bool = false) {
        descriptor = nil
        name = "captured output"
        isUnbuffered = false
        self.isTerminal = isTerminal
    }

    public static func standardOutput() -> OutputStream { OutputStream(descriptor: STDOUT_FILENO, name: "standard output") }
    public static func standardError() -> OutputStream {
        OutputStream(descriptor: STDERR_FILENO, name: "standard error", isUnbuffered: true)
    }

    /// What was written to a capturing stream.
    public var captured: String { state.withLock { String(decoding: $0.buffer, as: UTF8.self) } }

    /// - Throws: ``BrokenPipe``, or ``OutputFailure`` where the text could not be written.
    public func write(_ text: String) throws {
        try append { $0.append(contentsOf: text.utf8) }
    }

    /// - Throws: as ``write(_:)``.
    public func write(bytes: [UInt8]) throws {
        try append { $0.append(contentsOf: bytes) }
    }

    /// Hands everything to the kernel. The process calls it on each way out.
    /// - Throws: as ``write(_:)``.
    public func flush() throws {
        try state.withLock { try drain(&$0) }
    }

    /// Shows `text` as the status line that the next write or status replaces; nil wipes it. Failures are ignored: it is
    /// no part of the output.
    public func setStatus(_ text: String?) {
        state.withLock { state in
            if text == nil && !state.statusIsShown { return }
            state.buffer.append(contentsOf: OutputStream.wipe.utf8)
            state.buffer.append(contentsOf: (text ?? "").utf8)
            state.statusIsShown = text != nil
            try? drain(&state)
        }
    }

    /// Carriage return, erase to the end of the line (ECMA-48 EL).
    static let wipe = "\r\u{1B}[K"

    private func append(_ add: (inout [UInt8]) -> Void) throws {
        try state.withLock { state in
            if state.isClosed { return }
            if state.statusIsShown {
                state.buffer.append(contentsOf: OutputStream.wipe.utf8)
                state.statusIsShown = false
            }
            add(&state.buffer)
            if isUnbuffered || state.buffer.count >= OutputStream.bufferSize { try drain(&state) }
        }
    }

    private func drain(_ state: inout State) throws {
        guard let descriptor else { return }
        if state.isClosed || state.buffer.isEmpty { return }
        defer { state.buffer.removeAll(keepingCapacity: true) }
        let failure = state.buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
        guard let failure else { return }
        state.isClosed = true
        if failure == EPIPE { throw BrokenPipe() }
        throw OutputFailure(number: failure, stream: name)
    }
}

/// Writes all of `bytes`; the error number of the write that failed, or nil.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if written >= 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
            // Another process (an ssh client, a terminal multiplexer) set the shared descriptor to non-blocking.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, -1)
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}

/// The system's words for an error number, in lower case as the rest of our sentence: "no space left on device".
func errorText(_ number: Int32) -> String {
    let text = String(cString: strerror(number))
    return text.prefix(1).lowercased() + text.dropFirst()
}

/// Makes a write to a closed pipe an error (EPIPE) instead of a signal that kills the process. Called once, at the start.
public func ignoreBrokenPipeSignal() {
    signal(SIGPIPE, SIG_IGN)
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) an error (EFBIG), which is told as a full disk is,
/// instead of a signal that kills the process. Called once, at the start.
public func ignoreFileSizeSignal() {
    signal(SIGXFSZ, SIG_IGN)
}

/// Where a standard stream was closed by whoever started the process (`>&-`), the next file or socket to be opened would get
/// its number, and what is printed would land in the store. Such a number is taken by something that refuses: to print is
/// then an error (EBADF), and so is to read. Called once, before anything is opened.
public func occupyClosedStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
        // The lowest free number is this one: those before it are taken.
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}
