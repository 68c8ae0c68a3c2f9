/// The packed bytes that were read and not yet used.
final class InputBuffer {
    private let source: DecompressingReader.Source
    private let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var start = 0
    private var end = 0
    private var isExhausted = false
    /// Bytes used since the start of the input.
    private(set) var consumed = 0

    init(_ source: @escaping DecompressingReader.Source) { self.source = source }

    deinit { storage.deallocate() }

    var isEmpty: Bool { start == end }
    var available: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

    func consume(_ count: Int) {
        start += count
        consumed += count
    }

    /// Sees to it that bytes are at hand; false at the end of the input.
    func fill() throws -> Bool { try have(1) }

    /// Sees to it that `count` bytes are at hand; false when the input ends before.
    func have(_ count: Int) throws -> Bool {
        while end - start < count {
            guard !isExhausted else { return false }
            if start > 0 {
                storage.copyMemory(from: available)
                end -= start
                start = 0
            }
            let more = try source(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
            isExhausted = more == 0
            end += more
        }
        return true
    }

    /// The next `count` bytes without using them; fewer only at the end of the input.
    func peek(_ count: Int) throws -> [UInt8] {
        _ = try have(count)
        return Array(available.prefix(count))
    }
}
