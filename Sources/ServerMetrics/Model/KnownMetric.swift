/// The metrics of the servers under the names that they have unless a fleet says otherwise: what a pull asks for, and what
/// files leave unsaid.
package struct KnownMetric: Sendable {
    /// What it is evidence of; `ingest cloudwatch --signal` takes these.
    package let signal: String
    package let namespace: String
    package let name: String
    /// What is asked for, the one that decides first.
    package let statistics: [MetricStatistic]
    package let periodSeconds: Int32
    /// Nil where fleets differ.
    package let unit: String?

    private init(
        _ signal: String, _ namespace: String, _ name: String, _ statistics: [MetricStatistic] = [.sum], period: Int32 = 60,
        unit: String? = "Count"
    ) {
        self.signal = signal
        self.namespace = namespace
        self.name = name
        self.statistics = statistics
        periodSeconds = period
        self.unit = unit
    }

    package static let all: [KnownMetric] = [
        KnownMetric("push", "Chat/Push", "SendAttempts"),
        KnownMetric("push", "Chat/Push", "SendFailures"),
        KnownMetric("push", "Chat/Push", "QueueDepth", [.maximum]),
        KnownMetric("push", "Chat/Push", "QueuedConversations", [.maximum]),
        KnownMetric("push", "Chat/Push", "OldestAgeSeconds", [.maximum], unit: "Seconds"),
        KnownMetric("push", "Chat/Push", "DeadTokens"),
        KnownMetric("delivery", "Chat/Push", "Escalations"),
        KnownMetric("delivery", "Chat/Push", "TimeToDeliveredMs", delivered, unit: "Milliseconds"),
        KnownMetric("delivery", "Chat/Mailbox", "ExpiredUndelivered"),
        // Distinct counts: periods are never added up.
        KnownMetric("encryption", "Chat/Client", "DecryptFailurePairs", period: 300),
        KnownMetric("encryption", "Chat/Keys", "BundleFetches"),
        KnownMetric("encryption", "Chat/Keys", "PrekeyStockLow"),
        KnownMetric("encryption", "Chat/Keys", "DeviceListChanges"),
        KnownMetric("encryption", "Chat/Keys", "DeviceMismatch"),
        KnownMetric("sync", "Chat/Sync", "Requests"),
        KnownMetric("sync", "Chat/Sync", "Mutations"),
        KnownMetric("sync", "Chat/Sync", "FlagsVersionServed", [.minimum, .maximum], unit: nil),
        KnownMetric("sync", "Chat/Sync", "ResponseBytes", unit: "Bytes"),
        KnownMetric("sync", "Chat/Sync", "CursorExpired"),
        KnownMetric("sync", "Chat/Sync", "HeadRebuilds"),
        KnownMetric("sync", "Feed/Api", "Requests"),
        KnownMetric("gateway", "Chat/Gateway", "Requests"),
        KnownMetric("gateway", "Chat/Gateway", "OpenSockets", [.maximum]),
        KnownMetric("gateway", "Chat/Gateway", "Connects"),
        KnownMetric("gateway", "Chat/Gateway", "HeartbeatTimeouts"),
        KnownMetric("streams", "Chat/Streams", "DeadLetters"),
        KnownMetric("streams", "AWS/Kinesis", "GetRecords.IteratorAgeMilliseconds", [.maximum], unit: "Milliseconds"),
        KnownMetric("storage", "AWS/DynamoDB", "WriteThrottleEvents"),
        KnownMetric("storage", "AWS/DynamoDB", "ReadThrottleEvents"),
        KnownMetric("storage", "AWS/DynamoDB", "ConsumedWriteCapacityUnits"),
        KnownMetric("storage", "AWS/DynamoDB", "ConsumedReadCapacityUnits"),
        KnownMetric("telemetry", "AWS/Firehose", "IncomingBytes", unit: "Bytes"),
    ]

    private static var delivered: [MetricStatistic] {
        [MetricStatistic("p99"), MetricStatistic("p50")].compactMap { $0 } + [.sampleCount]
    }

    /// Each once, in order.
    package static var signals: [String] {
        var signals: [String] = []
        for metric in all where !signals.contains(metric.signal) { signals.append(metric.signal) }
        return signals
    }
}
