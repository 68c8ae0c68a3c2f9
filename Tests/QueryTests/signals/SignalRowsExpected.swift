/// What ``SignalFixture`` comes to.
enum SignalRowsExpected {
    static let all: [String: String] = [
        "account_write_units": """
        FeedSyncLog TableName 60 +0 600 ·
        Mailboxes TableName 60 +0 6000 ·
        FeedSyncLog TableName 60 +60 600 ·
        Mailboxes TableName 60 +60 6600 ·
        """,
        "apns_throttles": """
        · ErrorCode,Provider 60 +0 2 ·
        · Provider 60 +0 · 50
        · Provider 60 +60 · 50
        """,
        "battery": """
        8.14.0 android 2026-09-13 6 2000
        8.14.0 ios 2026-09-13 3 1000
        8.9.10 ios 2026-09-13 3 1000
        8.14.0 android 2026-09-14 6 2000
        8.14.0 ios 2026-09-14 3 1000
        8.9.10 ios 2026-09-14 3 1000
        """,
        "chat_availability": """
        200 Status 0 +0 · ·
        502 Status 0 +0 · ·
        200 Status 0 +60 · 500
        502 Status 0 +60 5 5
        200 Status 0 +120 · 20
        502 Status 0 +120 0 0
        """,
        "connects": """
        - 60 +0 70 ·
        - 60 +60 71 ·
        """,
        "crash_free_days": """
        8.14.0 android 2026-09-13 2 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 2 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "crash_free_hours": """
        8.14.0 android 497025 2 2
        8.14.0 ios 497025 0 1
        8.9.10 ios 497025 0 1
        8.14.0 android 497049 2 2
        8.14.0 ios 497049 0 1
        8.9.10 ios 497049 0 1
        """,
        "crash_loop_guard": """
        8.14.0 android 2026-09-13 1000 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 1000 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "cursor_expired": """
        - 60 +0 3 ·
        Status 60 +0 · 1000
        SyncProtocol 60 +0 · 1000
        Status 60 +60 · 1000
        SyncProtocol 60 +60 · 1000
        """,
        "dead_letters": """
        · GlobalSecondaryIndexName,TableName 60 +0 · 60
        fan-out Stream 60 +0 2 ·
        · TableName 60 +0 · 6600
        · GlobalSecondaryIndexName,TableName 60 +60 · 60
        · TableName 60 +60 · 7200
        """,
        "dead_tokens": """
        · - 60 +0 4 ·
        APNs Provider 60 +0 · 50
        FCM Provider 60 +0 · 100
        FCM Provider,Worker 60 +0 · 100
        APNs Provider 60 +60 · 50
        FCM Provider 60 +60 · 200
        FCM Provider,Worker 60 +60 · 200
        """,
        "decrypt_failure_pairs": """
        · · · · - 60 +0 · 2
        8.14.0 · · · AppVersion 300 +0 9 ·
        8.14.0 ios prekey · AppVersion,MessageType,Platform 300 +0 6 ·
        · · · · - 60 +60 · 2.1
        """,
        "decrypt_pairs_reported": """
        8.14.0 android · · 2026-09-13 · 2 0
        8.14.0 ios · · 2026-09-13 · 1 0
        8.9.10 ios · · 2026-09-13 · 1 0
        8.14.0 android · · 2026-09-14 · 2 1
        8.14.0 android normal no 2026-09-14 1 · ·
        8.14.0 ios · · 2026-09-14 · 1 1
        8.14.0 ios prekey yes 2026-09-14 1 · ·
        8.9.10 ios · · 2026-09-14 · 1 0
        """,
        "device_list_changes": """
        - 60 +0 11 ·
        """,
        "device_mismatch": """
        - 60 +0 2 30
        - 60 +60 · 40
        """,
        "duplicates": """
        · · Status 60 +0 6 506
        · · Status 60 +60 · 500
        """,
        "escalations": """
        - 60 +0 5 ·
        Provider 60 +0 · 150
        Provider,Worker 60 +0 · 100
        Provider 60 +60 · 250
        Provider,Worker 60 +60 · 200
        """,
        "expired_undelivered": """
        - 60 +0 7 ·
        GlobalSecondaryIndexName,TableName 60 +0 · 60
        TableName 60 +0 · 6600
        GlobalSecondaryIndexName,TableName 60 +60 · 60
        TableName 60 +60 · 7200
        """,
        "fcm_quota": """
        · Provider 60 +0 100 ·
        w1 Provider,Worker 60 +0 100 ·
        · Provider 60 +60 200 ·
        w1 Provider,Worker 60 +60 200 ·
        """,
        "feed_availability": """
        200 Status 60 +0 · 400
        500 Status 60 +0 1 1
        200 Status 60 +60 · 400
        """,
        "feed_log_write_throttles": """
        · TableName 60 +0 0 600
        · TableName 60 +60 5 600
        """,
        "first_frame": """
        8.14.0 2026-09-13 155 3 ·
        8.9.10 2026-09-13 155 1 ·
        8.14.0 2026-09-14 155 3 ·
        8.9.10 2026-09-14 155 1 ·
        """,
        "flags_served": """
        +0 60 ·
        +60 0 ·
        """,
        "head_rebuilds": """
        - 60 +0 4 ·
        Status 60 +0 · 1000
        SyncProtocol 60 +0 · 1000
        Status 60 +60 · 1000
        SyncProtocol 60 +60 · 1000
        """,
        "heartbeat_timeouts": """
        - 60 +0 12 ·
        - 60 +60 13 ·
        """,
        "iterator_age": """
        log StreamName 60 +0 800 ·
        log StreamName 60 +60 900 ·
        """,
        "key_bundle_fetches": """
        - 60 +0 30 ·
        - 60 +60 40 ·
        """,
        "launch_crashes": """
        8.14.0 android 2026-09-13 1 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 1 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "mailbox_write_throttles": """
        by_day GlobalSecondaryIndexName,TableName 60 +0 · 60
        · TableName 60 +0 17 6000
        by_day GlobalSecondaryIndexName,TableName 60 +60 · 60
        · TableName 60 +60 · 6600
        """,
        "messages_failed": """
        8.14.0 android 2026-09-13 0 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 1 1
        8.14.0 android 2026-09-14 0 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 1 1
        """,
        "metric_freshness": """
        +3600 3480 ·
        """,
        "migrations_failed": """
        8.14.0 android 2026-09-13 0 2
        8.14.0 ios 2026-09-13 1 2
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 0 2
        8.14.0 ios 2026-09-14 1 2
        8.9.10 ios 2026-09-14 0 1
        """,
        "open_sockets": """
        - 60 +0 20000 ·
        - 60 +60 21000 ·
        """,
        "outbox_rows_lost": """
        8.14.0 android 2026-09-13 0 2
        8.14.0 ios 2026-09-13 3 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 0 2
        8.14.0 ios 2026-09-14 3 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "prekey_stock_low": """
        · - 60 +0 · 30
        ios Platform 60 +0 1 ·
        · - 60 +60 · 40
        """,
        "protocol_split": """
        · SyncProtocol 60 +0 700 1000
        · SyncProtocol 60 +60 700 1000
        """,
        "push_coalescing": """
        - 60 +0 20000 5000
        - 60 +60 1 1
        """,
        "push_failures": """
        APNs TooManyRequests · ErrorCode,Provider 60 +0 2 ·
        FCM UNAVAILABLE w1 ErrorCode,Provider,Worker 60 +0 3 ·
        APNs · · Provider 60 +0 · 50
        FCM · · Provider 60 +0 3 100
        FCM · w1 Provider,Worker 60 +0 · 100
        APNs · · Provider 60 +60 · 50
        FCM · · Provider 60 +60 0 200
        FCM · w1 Provider,Worker 60 +60 · 200
        """,
        "push_queue_age": """
        - 60 +0 90 ·
        - 60 +60 1 ·
        """,
        "push_queue_depth": """
        - 60 +0 20000 ·
        - 60 +60 30 ·
        """,
        "quarantined": """
        8.14.0 android 2026-09-13 1 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 1 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "queue_age": """
        8.14.0 android 2026-09-13 0 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 1 1
        8.14.0 android 2026-09-14 0 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 1 1
        """,
        "queue_depth": """
        8.14.0 2026-09-13 4 3 ·
        8.9.10 2026-09-13 4 1 ·
        8.14.0 2026-09-14 4 3 ·
        8.9.10 2026-09-14 4 1 ·
        """,
        "read_throttles": """
        Mailboxes · TableName 60 +0 0 3000
        Mailboxes · TableName 60 +60 8 3000
        """,
        "reconnect_latency": """
        8.14.0 2026-09-13 123 3 ·
        8.9.10 2026-09-13 123 1 ·
        8.14.0 2026-09-14 123 3 ·
        8.9.10 2026-09-14 123 1 ·
        """,
        "report_freshness": """
        +3600 64800 ·
        """,
        "rolled_back": """
        8.14.0 android 2026-09-13 2000 2
        8.14.0 ios 2026-09-13 0 1
        8.9.10 ios 2026-09-13 0 1
        8.14.0 android 2026-09-14 2000 2
        8.14.0 ios 2026-09-14 0 1
        8.9.10 ios 2026-09-14 0 1
        """,
        "rollup_freshness": """
        2026-09-14 1 ·
        """,
        "send_latency": """
        8.14.0 2026-09-13 80 3 ·
        8.9.10 2026-09-13 80 1 ·
        8.14.0 2026-09-14 80 3 ·
        8.9.10 2026-09-14 80 1 ·
        """,
        "sync_availability": """
        200 Status 60 +0 · 990
        400 Status 60 +0 · 8
        503 Status 60 +0 2 2
        200 Status 60 +60 · 1000
        """,
        "sync_bytes": """
        - 60 +0 2600000 ·
        Status 60 +0 · 1000
        SyncProtocol 60 +0 · 1000
        - 60 +60 2700000 ·
        Status 60 +60 · 1000
        SyncProtocol 60 +60 · 1000
        """,
        "syncs_failed": """
        8.14.0 android 2026-09-13 20 1220
        8.14.0 android 2026-09-14 20 1220
        """,
        "table_read_units": """
        Mailboxes TableName 60 +0 3000 ·
        Mailboxes TableName 60 +60 3000 ·
        """,
        "table_write_units": """
        FeedSyncLog TableName 60 +0 600 ·
        Mailboxes TableName 60 +0 6000 ·
        FeedSyncLog TableName 60 +60 600 ·
        Mailboxes TableName 60 +60 6600 ·
        """,
        "telemetry_bytes": """
        telemetry DeliveryStreamName 60 +0 6000000 ·
        telemetry DeliveryStreamName 60 +60 7000000 ·
        """,
        "time_to_cached": """
        8.14.0 2026-09-13 109 3 ·
        8.9.10 2026-09-13 109 1 ·
        8.14.0 2026-09-14 109 3 ·
        8.9.10 2026-09-14 109 1 ·
        """,
        "time_to_delivered": """
        - 60 +0 2500 ·
        - 60 +60 3500 ·
        """,
        "version_unsupported": """
        · · Status 60 +0 8 1000
        · · Status 60 +60 · 1000
        """,
        "wal_size": """
        8.14.0 2026-09-13 637 3 ·
        8.9.10 2026-09-13 637 1 ·
        8.14.0 2026-09-14 637 3 ·
        8.9.10 2026-09-14 637 1 ·
        """,
    ]
}
