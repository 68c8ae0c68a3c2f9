/// Why a packed input could not be read to its end. Everything before the fault has been delivered.
public struct CompressionError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Problem: Error, Sendable, Equatable {
        /// The input ends inside a member or frame.
        case truncated
        /// The data are damaged, or a checksum is wrong.
        case corrupt
        /// Bytes follow the last member or frame that start no other one.
        case trailingGarbage
        /// It unpacks to more than the caller allows, in bytes.
        case tooLarge(limit: Int)
        /// Unpacking it would take more memory than is allowed, in bytes.
        case windowTooLarge(limit: Int)
        /// Packed in a way that is not supported: its name.
        case unsupported(String)
    }

    public let problem: Problem
    public let format: CompressionFormat
    /// Where in the packed input, in bytes from its start; of a damage, where the reader noticed it.
    public let packedOffset: Int
    /// How many unpacked bytes came before.
    public let unpackedOffset: Int

    public var description: String {
        let what =
            switch problem {
            case .truncated: "the \(format) data end too early"
            case .corrupt: "the \(format) data are damaged"
            case .trailingGarbage: "something else follows the \(format) data"
            case .tooLarge(let limit): "the \(format) data unpack to more than \(limit) bytes"
            case .windowTooLarge(let limit):
                "unpacking the \(format) data takes more than \(limit) bytes of memory (zstd --long or --ultra?)"
            case .unsupported(let name): "the data are packed with \(name), which is not supported"
            }
        return "\(what) (at byte \(packedOffset), after \(unpackedOffset) unpacked)"
    }
}
