/// One way of unpacking.
protocol Decoder: AnyObject {
    /// Unpacks until the output is full or the input at hand used up, reading more of it when there is none. Throws only
    /// what the source threw.
    func decode(_ input: InputBuffer, into output: UnsafeMutableRawBufferPointer) throws -> DecoderStep
}

/// What a call to a decoder did. Nothing at all is a valid answer; then it wants to be called again.
struct DecoderStep {
    /// Bytes written to the output.
    var count = 0
    /// The input ended where it may.
    var isEnd = false
    /// Found after those bytes.
    var fault: CompressionError.Problem?
}

/// Hands the input on as it is.
final class PlainDecoder: Decoder {
    func decode(_ input: InputBuffer, into output: UnsafeMutableRawBufferPointer) throws -> DecoderStep {
        guard try input.fill() else { return DecoderStep(isEnd: true) }
        let count = min(output.count, input.available.count)
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.available[..<count]))
        input.consume(count)
        return DecoderStep(count: count)
    }
}
