extension Dashboard {
    /// 3 a.m.: what is wrong, for whom, since when.
    static let onCall = Dashboard(
        name: "on-call", title: "chatfleet: on call",
        description: "What is wrong with the fleet, for whom and since when. chatfleet status says it in words.",
        from: "now-2d",
        signals: [
            SignalPanel(
                title: "Signals", description: "The level of each golden signal over time; unknown is not ok.",
                expression: "chatfleet_signal_level", legend: "{{signal}}", unit: "none", width: 16, isLevel: true),
            SignalPanel(
                title: "Age of what signals rest on",
                description: "How old the newest data of each signal is. What grows without end has no source any more.",
                expression: "chatfleet_signal_age_seconds", legend: "{{signal}}", unit: "s", width: 8),
        ],
        panels: [
            .crashedByHour, .topCrashes, .crashFreeByDay, .decryptPairs, .outboxOverAnHour,
            .metric(
                "Push send failures", "Chat/Push", "SendFailures", "Sum", unit: "short",
                "By provider, error code and worker: if one worker alone fails, recycle it; else it is the provider."),
            .metric(
                "Age of the oldest push", "Chat/Push", "OldestAgeSeconds", "Maximum", unit: "s",
                "Grows while a provider is down, and must fall when it is back."),
            .metric(
                "Mailbox and log write throttles", "AWS/DynamoDB", "WriteThrottleEvents", "Sum", unit: "short",
                "Any is too many."),
            .metric(
                "Log writer's lag", "AWS/Kinesis", "GetRecords.IteratorAgeMilliseconds", "Maximum", unit: "ms",
                "How far the consumer is behind."),
            .timeline,
            Panel(
                title: "Newest data in the store", reading: "Before trusting a flat line, see how new the store is.",
                kind: .table, query: "operations/store_status",
                shape: .columns([
                    "asked.newest_day as \"newest day\"", "to_timestamp(asked.newest_known_hour * 3600) as \"newest receipt\"",
                    "to_timestamp(asked.newest_commit_epoch) as \"last load\"",
                    "asked.quarantined_reports as \"in quarantine\"",
                ]), unit: "none"),
        ])
}
