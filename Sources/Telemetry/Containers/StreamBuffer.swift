import StrictJSON

/// A window on a stream of bytes: what was read and is not yet consumed, in one piece. Room for the longest report and
/// as much again, so that the window moves rarely and memory is bounded whatever the stream holds.
struct StreamBuffer {
    private let source: ReportStream.Source
    private let onConsumed: ((Span<UInt8>) -> Void)?
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    /// Ends with the window; before it stands what was consumed last.
    private(set) var storage: [UInt8] = []
    private var start = 0
    /// Bytes up to here were handed to `onConsumed`.
    private var reported = 0
    private var failure: (any Error)?

    /// How many bytes of the stream come before the window.
    private(set) var offset: Int64 = 0
    /// Nothing comes after the window; perhaps because the source failed.
    private(set) var isAtEnd = false

    private static let capacity = JSONScanner.greatestSize * 2

    init(source: @escaping ReportStream.Source, onConsumed: ((Span<UInt8>) -> Void)?) {
        self.source = source
        self.onConsumed = onConsumed
        storage.reserveCapacity(StreamBuffer.capacity)
    }

    /// Where the window is in the storage.
    var window: Range<Int> { start..<storage.count }
    var count: Int { storage.count &- start }

    /// Calls `body` with the first `count` bytes of the window.
    @inline(__always)
    func withBytes<T, E: Error>(_ count: Int, _ body: (Span<UInt8>) throws(E) -> T) throws(E) -> T {
        try body(storage.span.extracting(start..<(start &+ count)))
    }

    /// Where in the window, from `searched` on, the first line ends.
    func lineEnd(from searched: Int = 0) -> Int? {
        storage.span.firstIndex(of: 0x0A, from: start &+ searched).map { $0 &- start }
    }

    subscript(index: Int) -> UInt8 { storage[start &+ index] }

    /// Moves the beginning of the window.
    mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "only what was read can be consumed")
        start += count
        offset += Int64(count)
    }

    /// Reads what is at hand; false at the end. What was consumed may be gone after it.
    mutating func readMore() -> Bool {
        guard !isAtEnd else { return false }
        if storage.count + chunk.count > StreamBuffer.capacity { dropConsumed() }
        do {
            let count = try source(&chunk)
            storage.append(contentsOf: chunk[..<count])
            isAtEnd = count == 0
        } catch {
            failure = error
            isAtEnd = true
        }
        return !isAtEnd
    }

    /// Reads until the window has `wanted` bytes or the stream ends.
    mutating func read(atLeast wanted: Int) {
        while count < wanted, readMore() {}
    }

    /// Reads more for another try at what begins the window; false at the end. Of a long one as much again as there is,
    /// so that all tries together cost no more than reading.
    mutating func readForRetry() -> Bool {
        let before = count
        read(atLeast: count < chunk.count ? count + 1 : min(count * 2, JSONScanner.greatestSize))
        return count > before
    }

    /// Hands over what was consumed since the last time.
    mutating func reportConsumed() {
        if reported < start { onConsumed?(storage.span.extracting(reported..<start)) }
        reported = start
    }

    private mutating func dropConsumed() {
        reportConsumed()
        // What is moved is little as a rule: the beginning of a report whose end has not come yet.
        storage.removeSubrange(0..<start)
        start = 0
        reported = 0
    }

    /// The stream was cut off by its source.
    var hasFailed: Bool { failure != nil }

    /// What the source threw, once all that it gave before is used.
    func throwFailure() throws {
        if let failure { throw failure }
    }
}
