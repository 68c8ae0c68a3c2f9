/// Lines and columns of a document's bytes.
struct LineIndex: Sendable {
    private static let block = 4096

    /// The place of each line's first byte.
    private var starts = [0]
    /// Unicode scalars before each whole block of bytes, so that a document of one line costs no more than one of many.
    private var scalars: [Int] = []

    init(_ bytes: [UInt8]) {
        var count = 0
        for at in 0..<bytes.count {
            if at % LineIndex.block == 0 { scalars.append(count) }
            if bytes[at] & 0xC0 != 0x80 { count += 1 }
            if bytes[at] == 0x0A { starts.append(at + 1) }
        }
    }

    /// Both from 1; a column is a Unicode scalar.
    func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        // The last line that starts at or before the offset.
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, scalarCount(before: offset, bytes) - scalarCount(before: starts[low], bytes) + 1)
    }

    private func scalarCount(before offset: Int, _ bytes: [UInt8]) -> Int {
        let end = min(offset, bytes.count)
        let block = min(end / LineIndex.block, scalars.count - 1)
        guard block >= 0 else { return 0 }
        var count = scalars[block]
        for at in block * LineIndex.block..<end where bytes[at] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
