import Database
import FleetCore
import QueryCatalog
import TestSupport

/// A few minutes of server metrics and a few days of reports, from which every signal has something to say.
enum SignalFixture {
    /// 2026-09-15T00:00:00Z.
    static let start: Int64 = 1_789_430_400

    /// A series: namespace, name, dimensions, statistic, period, the values of minutes that follow each other.
    typealias Series = (String, String, [(String, String)], String, Int64, [Double])

    static let series: [Series] = [
        ("Chat/Push", "SendAttempts", [("Provider", "FCM")], "Sum", 60, [100, 200]),
        ("Chat/Push", "SendAttempts", [("Provider", "APNs")], "Sum", 60, [50, 50]),
        ("Chat/Push", "SendAttempts", [("Provider", "FCM"), ("Worker", "w1")], "Sum", 60, [100, 200]),
        ("Chat/Push", "SendFailures", [("ErrorCode", "UNAVAILABLE"), ("Provider", "FCM"), ("Worker", "w1")], "Sum", 60, [3]),
        ("Chat/Push", "SendFailures", [("ErrorCode", "TooManyRequests"), ("Provider", "APNs")], "Sum", 60, [2]),
        ("Chat/Push", "SendFailures", [("Provider", "FCM")], "Sum", 60, [3, 0]),
        ("Chat/Push", "QueueDepth", [], "Maximum", 60, [20_000, 30]),
        ("Chat/Push", "QueuedConversations", [], "Maximum", 60, [5_000, 10]),
        ("Chat/Push", "OldestAgeSeconds", [], "Maximum", 60, [90, 1]),
        ("Chat/Push", "DeadTokens", [], "Sum", 60, [4]),
        ("Chat/Push", "Escalations", [], "Sum", 60, [5]),
        ("Chat/Push", "TimeToDeliveredMs", [], "p99", 60, [2500, 3500]),
        ("Chat/Mailbox", "ExpiredUndelivered", [], "Sum", 60, [7]),
        ("Chat/Client", "DecryptFailurePairs", [("AppVersion", "8.14.0")], "Sum", 300, [9]),
        (
            "Chat/Client", "DecryptFailurePairs", [("AppVersion", "8.14.0"), ("MessageType", "prekey"), ("Platform", "ios")],
            "Sum",
            300, [6]
        ),
        ("Chat/Keys", "BundleFetches", [], "Sum", 60, [30, 40]),
        ("Chat/Keys", "PrekeyStockLow", [("Platform", "ios")], "Sum", 60, [1]),
        ("Chat/Keys", "DeviceListChanges", [], "Sum", 60, [11]),
        ("Chat/Keys", "DeviceMismatch", [], "Sum", 60, [2]),
        ("Chat/Sync", "Requests", [("Status", "200")], "Sum", 60, [990, 1000]),
        ("Chat/Sync", "Requests", [("Status", "400")], "Sum", 60, [8]),
        ("Chat/Sync", "Requests", [("Status", "503")], "Sum", 60, [2]),
        ("Chat/Sync", "Requests", [("SyncProtocol", "v2")], "Sum", 60, [300, 300]),
        ("Chat/Sync", "Requests", [("SyncProtocol", "v3")], "Sum", 60, [700, 700]),
        ("Chat/Sync", "Mutations", [("Status", "APPLIED")], "Sum", 60, [500, 500]),
        ("Chat/Sync", "Mutations", [("Status", "DUPLICATE")], "Sum", 60, [6]),
        ("Chat/Sync", "FlagsVersionServed", [], "Minimum", 60, [42, 43]),
        ("Chat/Sync", "FlagsVersionServed", [], "Maximum", 60, [43, 43]),
        ("Chat/Sync", "ResponseBytes", [], "Sum", 60, [2_600_000, 2_700_000]),
        ("Chat/Sync", "CursorExpired", [], "Sum", 60, [3]),
        ("Chat/Sync", "HeadRebuilds", [], "Sum", 60, [4]),
        ("Feed/Api", "Requests", [("Status", "200")], "Sum", 60, [400, 400]),
        ("Feed/Api", "Requests", [("Status", "500")], "Sum", 60, [1]),
        // A counter of the fleet's own, which begins anew at the third minute.
        ("Chat/Gateway", "Requests", [("Status", "200")], "Total", 0, [1000, 1500, 20]),
        ("Chat/Gateway", "Requests", [("Status", "502")], "Total", 0, [0, 5, 5]),
        ("Chat/Gateway", "OpenSockets", [], "Maximum", 60, [20_000, 21_000]),
        ("Chat/Gateway", "Connects", [], "Sum", 60, [70, 71]),
        ("Chat/Gateway", "HeartbeatTimeouts", [], "Sum", 60, [12, 13]),
        ("Chat/Streams", "DeadLetters", [("Stream", "fan-out")], "Sum", 60, [2]),
        ("AWS/Kinesis", "GetRecords.IteratorAgeMilliseconds", [("StreamName", "log")], "Maximum", 60, [800, 900]),
        ("AWS/DynamoDB", "ConsumedWriteCapacityUnits", [("TableName", "Mailboxes")], "Sum", 60, [6000, 6600]),
        ("AWS/DynamoDB", "ConsumedWriteCapacityUnits", [("TableName", "FeedSyncLog")], "Sum", 60, [600, 600]),
        (
            "AWS/DynamoDB", "ConsumedWriteCapacityUnits", [("GlobalSecondaryIndexName", "by_day"), ("TableName", "Mailboxes")],
            "Sum", 60, [60, 60]
        ),
        ("AWS/DynamoDB", "ConsumedReadCapacityUnits", [("TableName", "Mailboxes")], "Sum", 60, [3000, 3000]),
        ("AWS/DynamoDB", "WriteThrottleEvents", [("TableName", "Mailboxes")], "Sum", 60, [17]),
        ("AWS/DynamoDB", "WriteThrottleEvents", [("TableName", "FeedSyncLog")], "Sum", 60, [0, 5]),
        ("AWS/DynamoDB", "ReadThrottleEvents", [("TableName", "Mailboxes")], "Sum", 60, [0, 8]),
        ("AWS/Firehose", "IncomingBytes", [("DeliveryStreamName", "telemetry")], "Sum", 60, [6_000_000, 7_000_000]),
    ]

    static func insert(into db: any Database, _ series: [Series] = series) throws {
        try db.transaction {
            for (index, one) in series.enumerated() {
                let (namespace, name, dimensions, statistic, period, values) = one
                let id = SQLValue.integer(Int64(index) + 1)
                let json = "{" + dimensions.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
                let newest = start + Int64(values.count - 1) * 60
                // Two statistics of one series are one series.
                let known = try db.integer(
                    "select series_id from metric_series where namespace = :namespace and name = :name and dimensions = :json",
                    ["namespace": .text(namespace), "name": .text(name), "json": .text(json)])
                if known == nil {
                    try db.execute(
                        """
                        insert into metric_series values
                            (:id, :namespace, :name, :json, :names, null, :oldest, :newest)
                        """,
                        [
                            "id": id, "namespace": .text(namespace), "name": .text(name), "json": .text(json),
                            "names": .text(dimensions.map(\.0).joined(separator: ",")), "oldest": .integer(start),
                            "newest": .integer(newest),
                        ])
                    for (dimension, value) in dimensions {
                        try db.execute(
                            "insert into metric_dimension values (:id, :name, :value)",
                            ["id": id, "name": .text(dimension), "value": .text(value)])
                    }
                }
                for (minute, value) in values.enumerated() {
                    try db.execute(
                        "insert into metric_sample values (:id, :statistic, :period, :at, :value, null)",
                        [
                            "id": known.map { .integer($0) } ?? id, "statistic": .text(statistic), "period": .integer(period),
                            "at": .integer(start + Int64(minute) * 60), "value": .real(value),
                        ])
                }
            }
        }
    }

    /// Every member that a signal reads, on two versions and two days.
    static let fleet = FleetTables(
        ["2026-09-13", "2026-09-14"].flatMap { day in
            (0..<4).map { install in
                var values: [String: Int64] = [
                    "sessions": 2, "syncs_ok": 600, "syncs_failed": 10, "queue_age_max_s": install == 3 ? 90_000 : 30,
                    "queue_depth_max": 4, "battery_tenths_pct": 3, "bytes_tx": 900, "wal_bytes_max": 4_194_304,
                    "ttc_ms_p95": 120, "first_frame_ms_p95": 300, "send_display_ms_p99": 80, "reconnect_ms_p99": 160,
                    "migrations_ok": 1, "migrations_failed": install == 2 ? 1 : 0, "outbox_rows_lost": install == 2 ? 3 : 0,
                    "crash_loop_guard": install == 1 ? 1 : 0, "rolled_back": install == 1 ? 2 : 0,
                    "quarantined": install == 0 ? 1 : 0, "send_failed": install == 3 ? 2 : 0,
                ]
                if install == 0 { values["crashes"] = 1 }
                if install == 1 { (values["sessions"], values["crashes"]) = (0, 1) }
                let hour = Int32(497_040 + (day == "2026-09-14" ? 9 : -15))
                return ReportedDay(
                    day, "i\(install)", install < 3 ? "8.14.0" : "8.9.10", install < 2 ? "android" : "ios", values,
                    activeHours: [hour], crashedHours: install < 2 ? [hour] : [])
            }
        },
        pairs: [
            FailedPair("i0", "8.14.0", "android", device: 1, peer: 2, first: "2026-09-14T08:00:00Z"),
            // The same pair on the same day, after its peer's update.
            FailedPair("i0", "8.14.0", "android", device: 1, peer: 2, first: "2026-09-14T10:00:00Z").with {
                $0.peerVersion = "8.14.0"
            },
            FailedPair("i2", "8.14.0", "ios", device: 3, peer: 4, first: "2026-09-14T09:00:00Z").with {
                $0.messageType = "prekey"
                $0.restored = true
            },
        ])

    static let values: [String: SQLValue] = [
        "from_epoch": .integer(start), "to_epoch": .integer(start + 3600), "step_s": 60, "from_day": "2026-09-13",
        "to_day": "2026-09-15", "from_hour": 497_020, "to_hour": 497_064, "as_of_hour": everything,
    ]

    /// As text: a row a line, `·` for null.
    static func rows(_ name: String, _ db: any Database, _ changed: [String: SQLValue] = [:]) throws -> String {
        let query = try catalog.query("signals/\(name)")
        let wanted = values.merging(changed) { $1 }.filter { value in query.parameters.contains { $0.name == value.key } }
        return try query.rows(on: db, wanted).map { row in
            row.values.map { value in
                switch value {
                case .null: "·"
                case .integer(let number): number >= start ? "+\(number - start)" : "\(number)"
                case .real(let number): number == number.rounded() ? "\(Int64(number))" : "\(number)"
                case .text(let text): text.isEmpty ? "-" : text
                case .blob: "?"
                }
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
