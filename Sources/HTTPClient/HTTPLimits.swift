/// What one exchange with a server may take, in time and memory.
public struct HTTPLimits: Sendable {
    /// Until the connection stands, TLS included.
    public var connectSeconds = 10.0
    /// For the whole exchange.
    public var totalSeconds = 120.0
    /// Fewer than `slowBytesPerSecond` for so long: given up.
    public var slowSeconds = 30
    public var slowBytesPerSecond = 100
    /// A body that is longer is refused when it passes this, or at once where the server says its length.
    public var bodyBytesMax = 8 << 20
    /// Failures that may pass are borne for so long, counted from the first one.
    public var retrySeconds = 20.0
    /// All tries and the pauses between them together; nil: each has its own ``totalSeconds``.
    public var allTriesSeconds: Double?
    /// The first pause; each is twice the one before, spread by half, up to ``longestPauseSeconds``.
    public var firstPauseSeconds = 0.25
    public var longestPauseSeconds = 8.0

    public init() {}
}
