import Dispatch
public import FleetCore
import Glibc
import Synchronization

/// Turns Ctrl-C (SIGINT) and SIGTERM into a ``StopRequest``, so that work stops where it may: at a batch boundary, with the
/// query cancelled. A second one ends the process at once, with status 130.
///
/// ```swift
/// let interrupts = Interrupts(stop: stop)
/// interrupts.start()
/// try interrupts.whileRunning { try query() } onInterrupt: { interrupter.interrupt() }
/// ```
/// Handlers run on a Dispatch thread, not in the signal handler: they may take locks and call libraries.
public final class Interrupts: Sendable {
    private struct State {
        var sources: [Source] = []
        var handlers: [Int: @Sendable () -> Void] = [:]
        var nextHandler = 0
    }

    /// Dispatch objects may be used from any thread; the import does not say so.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private let stop: StopRequest
    private let state = Mutex(State())

    public init(stop: StopRequest) { self.stop = stop }

    /// Takes over both signals for the rest of the process. Once, from `main`.
    public func start() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { [weak self] in
                self?.deliver { exitAtOnce() }
            }
            source.resume()
            let kept = Source(source: source)
            state.withLock { $0.sources.append(kept) }
        }
    }

    /// Runs `body`; should the user interrupt meanwhile, or have done so already, `onInterrupt` is called, once.
    public func whileRunning<Result>(_ body: () throws -> Result, onInterrupt: @escaping @Sendable () -> Void) rethrows -> Result
    {
        let key = state.withLock { state in
            state.nextHandler += 1
            state.handlers[state.nextHandler] = onInterrupt
            return state.nextHandler
        }
        defer { state.withLock { _ = $0.handlers.removeValue(forKey: key) } }
        if stop.isSet { takeHandler(key)?() }
        return try body()
    }

    /// What a signal does; also how a test makes one.
    func deliver(again exit: () -> Void) {
        if stop.isSet { return exit() }
        stop.set()
        let handlers = state.withLock { state in
            defer { state.handlers = [:] }
            return state.handlers
        }
        for (_, handler) in handlers.sorted(by: { $0.key > $1.key }) { handler() }
    }

    private func takeHandler(_ key: Int) -> (@Sendable () -> Void)? {
        state.withLock { $0.handlers.removeValue(forKey: key) }
    }
}

/// `_exit`: no flush, no destructor, since the thread that holds the locks is the one that does not stop.
private func exitAtOnce() {
    if isatty(STDERR_FILENO) == 1 { _ = write(STDERR_FILENO, "\r\u{1B}[K", 4) }
    _exit(ExitCode.interrupted.rawValue)
}
