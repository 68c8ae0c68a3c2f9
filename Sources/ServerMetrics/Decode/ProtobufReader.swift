/// Reads a message of Protocol Buffers, field by field, without a schema.
///
///     var reader = ProtobufReader(bytes)
///     while let field = try reader.next() {
///         switch field.number { case 1: … field.message … }
///     }
///
/// Source: https://protobuf.dev/programming-guides/encoding/
struct ProtobufReader {
    enum Failure: Error {
        /// Not the wire format, or cut off.
        case malformed
    }

    private let bytes: [UInt8]
    private(set) var at: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        at = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    struct Field {
        enum Value {
            case varint(UInt64)
            case fixed64(UInt64)
            case fixed32(UInt32)
            case bytes(Range<Int>)
        }

        let number: Int
        let value: Value
        fileprivate let source: [UInt8]

        /// Of a varint or a fixed one; nil for other wire types.
        var integer: UInt64? {
            switch value {
            case .varint(let value), .fixed64(let value): value
            case .fixed32(let value): UInt64(value)
            case .bytes: nil
            }
        }

        var double: Double? {
            if case .fixed64(let bits) = value { Double(bitPattern: bits) } else { nil }
        }

        /// Of a length-delimited field.
        var range: Range<Int>? {
            if case .bytes(let range) = value { range } else { nil }
        }

        /// Nil where it is not UTF-8.
        var string: String? { range.flatMap { String(validating: source[$0], as: UTF8.self) } }

        /// One number, or a packed list of them.
        func fixed64s(into list: inout [UInt64]) throws(Failure) {
            if case .fixed64(let one) = value {
                list.append(one)
            } else if let range, range.count % 8 == 0 {
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                    list.append(ProtobufReader.littleEndian(source, start, 8))
                }
            } else {
                throw Failure.malformed
            }
        }
    }

    /// The next field; nil at the end of the message.
    mutating func next() throws(Failure) -> Field? {
        guard at < end else { return nil }
        let tag = try varint()
        guard tag >> 3 > 0, tag >> 3 < 1 << 29 else { throw Failure.malformed }
        let value: Field.Value
        switch tag & 7 {
        case 0: value = .varint(try varint())
        case 1: value = .fixed64(try fixed(8))
        case 2:
            let count = try varint()
            guard count <= UInt64(end - at) else { throw Failure.malformed }
            value = .bytes(at..<at + Int(count))
            at += Int(count)
        case 5: value = .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
        // Groups (3, 4) are of proto2; 6 and 7 are nothing.
        default: throw Failure.malformed
        }
        return Field(number: Int(tag >> 3), value: value, source: bytes)
    }

    private mutating func varint() throws(Failure) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard at < end else { throw Failure.malformed }
            let byte = bytes[at]
            at += 1
            if shift == 63, byte > 1 { throw Failure.malformed }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Failure.malformed
    }

    private mutating func fixed(_ count: Int) throws(Failure) -> UInt64 {
        guard count <= end - at else { throw Failure.malformed }
        at += count
        return ProtobufReader.littleEndian(bytes, at - count, count)
    }

    fileprivate static func littleEndian(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
        bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
