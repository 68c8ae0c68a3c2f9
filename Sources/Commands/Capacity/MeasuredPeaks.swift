import Capacity
import Database
import FleetCore
import QueryCatalog
import ServerMetrics

/// What the servers' metrics say of the peaks that a plan reckons with.
struct MeasuredPeaks {
    let from: Instant
    let to: Instant
    let database: any Database
    let catalog: QueryCatalog

    /// In the unit of the node that holds it; nil: not measured, or nothing measures it. A zone lost is a plan, and no measure.
    func value(of node: Node, in round: String) throws -> Double? {
        guard node.id.hasPrefix(round + ".") else { return nil }
        switch String(node.id.dropFirst(round.count + 1)) {
        case "push.fcm_peak_per_min":
            return try rate("Chat/Push", "SendAttempts", having: ("Provider", "FCM")).map { $0 * 60 }
        case "push.peak_per_s": return try rate("Chat/Push", "SendAttempts", by: ["Provider"])
        case "sockets.peak": return try peak("Chat/Gateway", "OpenSockets", .maximum)?.total
        case "gateways.sockets_a_task":
            // A fleet's total is no task's.
            return try peak("Chat/Gateway", "OpenSockets", .maximum, by: ["Task"])?.ofOneSeries
        case "dynamodb.writes_peak_per_s" where round == "chat.r3": return try units("Write", of: "Mailboxes")
        case "reads.peak_per_s" where round == "chat.r3": return try units("Read", of: "Mailboxes")
        case "dynamodb.writes_peak_per_s", "dynamodb.account_writes_peak_per_s": return try units("Write")
        case "reads.peak_per_s", "dynamodb.account_reads_peak_per_s": return try units("Read")
        case "log.writes_peak_per_s": return try units("Write", of: "FeedSyncLog")
        case "log.reads_peak_per_s": return try units("Read", of: "FeedSyncLog")
        case "telemetry.peak_bytes_per_s":
            return try rate("AWS/Firehose", "IncomingBytes", by: ["DeliveryStreamName"]).map {
                $0 / node.unit.scale.double
            }
        default: return nil
        }
    }

    /// Figures beside the limits that are measured, too.
    static let more = ["sockets.peak", "push.peak_per_s"]

    /// How many writes and reads the tables turned away; nil: not measured. No point of it is none only while the tables tell
    /// what they consume.
    func throttles(_ kind: String) throws -> Double? {
        guard try peak("AWS/DynamoDB", "Consumed\(kind)CapacityUnits", .sum, by: ["TableName"]) != nil else { return nil }
        return try peak("AWS/DynamoDB", "\(kind)ThrottleEvents", .sum, by: ["TableName"])?.sum ?? 0
    }

    private func units(_ kind: String, of table: String? = nil) throws -> Double? {
        try rate(
            "AWS/DynamoDB", "Consumed\(kind)CapacityUnits", having: table.map { ("TableName", $0) }, by: ["TableName"])
    }

    /// A second, at the peak.
    private func rate(
        _ namespace: String, _ metric: String, having: (name: String, value: String)? = nil, by dimensions: [String] = []
    ) throws -> Double? {
        guard let peak = try peak(namespace, metric, .sum, having: having, by: dimensions), peak.periodSeconds > 0 else {
            return nil
        }
        return peak.total / Double(peak.periodSeconds)
    }

    private func peak(
        _ namespace: String, _ metric: String, _ statistic: MetricStatistic, having: (name: String, value: String)? = nil,
        by dimensions: [String] = []
    ) throws -> MetricPeak? {
        try MetricPeak.read(
            namespace, metric, statistic, having: having, by: dimensions, from: from, to: to, database, catalog)
    }
}
