extension Dashboard {
    /// What the servers use of what they may. The limits are those of the designs; `chatfleet capacity check` compares.
    static let capacity = Dashboard(
        name: "capacity", title: "chatfleet: capacity",
        description: "What the servers use, beside the limits of the designs. chatfleet capacity check compares with a plan.",
        from: "now-7d", hasFleetVariables: false,
        panels: [
            // chat R2.6: 600,000 a minute, alarm at 80 %.
            .metric(
                "Pushes a minute", "Chat/Push", "SendAttempts", "Sum", unit: "short", limit: .atMost(480_000),
                "The line is 80 % of FCM's 600,000 a minute and project."),
            .metric(
                "Open sockets", "Chat/Gateway", "OpenSockets", "Average", unit: "short",
                "Each gateway; a zone that is lost moves its sockets to the others."),
            // Quotas: 40,000 units a second and table.
            .metric(
                "Write units used", "AWS/DynamoDB", "ConsumedWriteCapacityUnits", "Sum", unit: "short",
                "A period's sum: divide by its seconds to compare with 40,000 a second and table."),
            .metric(
                "Read units used", "AWS/DynamoDB", "ConsumedReadCapacityUnits", "Sum", unit: "short",
                "A period's sum: divide by its seconds to compare with 40,000 a second and table."),
            .metric(
                "Connects", "Chat/Gateway", "Connects", "Sum", unit: "short",
                "A reconnect storm is a spike here, and admission's limit is 300 a second and gateway."),
            .metric(
                "Telemetry taken in", "AWS/Firehose", "IncomingBytes", "Sum", unit: "bytes",
                "A period's sum: divide by its seconds to compare with 5 MiB/s a stream."),
            .metric(
                "Pushes waiting", "Chat/Push", "QueueDepth", "Maximum", unit: "short",
                "Bounded by users and conversations where pushes coalesce, not by messages."),
            .metric(
                "Requests to sync", "Chat/Sync", "Requests", "Sum", unit: "short", "By what each series tells apart."),
            Panel(
                title: "What an install does", reading: "Sums over the window, for a plan's assumptions.", kind: .stat,
                query: "operations/daily_use",
                shape: .columns([
                    "asked.days as \"days\"", "asked.active_install_days as \"active install-days\"",
                    "asked.sessions as \"sessions\"", "asked.syncs as \"syncs\"",
                ]), unit: "short", width: 24),
        ])
}
