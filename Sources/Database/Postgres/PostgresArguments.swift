import CPostgres

/// Parameter values in the form libpq takes them: text, except bytes, which go as they are. No types are named: the
/// server infers them from the statement.
struct PostgresArguments {
    private var bytes: [CChar] = []
    /// Where each value starts in `bytes`; -1 is null.
    private var starts: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
        for value in values {
            switch value {
            case .null: add(nil)
            case .integer(let number): add(String(number))
            case .real(let number): add(String(number))
            case .text(let text): add(text)
            case .blob(let blob):
                starts.append(bytes.count)
                bytes.append(contentsOf: blob.lazy.map { CChar(bitPattern: $0) })
                lengths.append(Int32(blob.count))
                formats.append(1)
                bytes.append(0)
            }
        }
    }

    private mutating func add(_ text: String?) {
        starts.append(text == nil ? -1 : bytes.count)
        lengths.append(0)
        formats.append(0)
        guard let text else { return }
        bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
        bytes.append(0)
    }

    func withPointers<R>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> R
    ) -> R {
        bytes.withUnsafeBufferPointer { bytes in
            let values = starts.map { start in start < 0 ? nil : bytes.baseAddress.map { $0 + start } }
            return values.withUnsafeBufferPointer { body(Int32(starts.count), $0.baseAddress, lengths, formats) }
        }
    }
}
