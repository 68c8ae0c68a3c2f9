/// One report, decoded and validated.
package struct ClientReport: Sendable {
    /// What it says of its install's day.
    package var row: HealthRow
    package var decryptFailures: [DecryptFailure] = []
    package var crashGroups: [CrashGroup] = []

    package init(row: HealthRow) { self.row = row }
}

/// One entry of `decrypt_failures`: an ordered device pair that failed, by message type and peer version. The device
/// ids are keyed hashes from the moment they are decoded.
package struct DecryptFailure: Sendable, Hashable {
    package var device: DeviceHash
    package var peerDevice: DeviceHash
    package var messageType: String
    package var peerVersion: String
    package var restoredRecently: Bool
    /// Epoch seconds, clock-corrected; `first <= last`.
    package var first: Int64
    package var last: Int64
    /// 1 … 2³¹−1, the day so far.
    package var failures: Int64
    package var recovered: Bool

    package init(
        device: DeviceHash, peerDevice: DeviceHash, messageType: String, peerVersion: String, restoredRecently: Bool,
        first: Int64, last: Int64, failures: Int64, recovered: Bool
    ) {
        self.device = device
        self.peerDevice = peerDevice
        self.messageType = messageType
        self.peerVersion = peerVersion
        self.restoredRecently = restoredRecently
        self.first = first
        self.last = last
        self.failures = failures
        self.recovered = recovered
    }
}

/// The keyed hash of a device id: 16 bytes of HMAC-SHA256. Device ids are not random; nothing else of them is kept.
package struct DeviceHash: Sendable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 32 hex digits.
    package var hex: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    package var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
    }
}
