import CommandLine
import Simulation

/// What a storm is made of where the command line does not say: the chat design's second round and the feed's third.
enum StormDefaults {
    /// A third of ten million sockets, those of one zone of three.
    static let clients: Int64 = 3_333_333
    /// 220 surviving gateways of 300 a second.
    static let admittedPerSecond: Int64 = 66_000
    static let timeout = TimeLength(seconds: 10)
    static let window = TimeLength(seconds: 60)
    /// What a reconnect reads, in units of the table.
    static let readUnitsPerConnect = 0.8

    /// At the peak to Android: 300 million pushes a day, 3.5 times the mean, six in ten.
    static let pushesPerSecond = 7291.0 + 2.0 / 3
    static let fcmPerMinute = 600_000.0
    static let peakFactor = 3.5

    /// Daily users of the feed's third round, and the tasks of its sync gateway.
    static let phones: Int64 = 80_000_000
    static let headBytes: Int64 = 60_000
    static let headsPerSecond: Int64 = 55_000
    /// A day of 20 syncs.
    static let syncWithin = TimeLength(seconds: 4320)
}
