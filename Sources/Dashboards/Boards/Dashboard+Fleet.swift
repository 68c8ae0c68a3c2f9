extension Dashboard {
    /// How large the fleet is, what it does, and how well the store is fed.
    static let fleet = Dashboard(
        name: "fleet", title: "chatfleet: fleet",
        description: "How many installs there are, what they do, and how complete what the store knows of them is.",
        from: "now-30d",
        panels: [
            Panel(
                title: "Active installs by day", reading: "By version and platform; an install of two versions counts in each.",
                kind: .timeSeries, query: "health/crash_free_daily",
                shape: .lines(
                    time: .day("day"), line: "asked.app_version || ' ' || asked.platform", value: "active_installs"),
                unit: "short"),
            .adoption,
            Panel(
                title: "Sessions by day", reading: "By version and platform.",
                kind: .timeSeries, query: "health/crash_free_daily",
                shape: .lines(time: .day("day"), line: "asked.app_version || ' ' || asked.platform", value: "sessions"),
                unit: "short"),
            Panel(
                title: "Reports by the hour of their receipt",
                reading: "Installs first heard of, for each day: where the line of a platform ends, its telemetry does.",
                kind: .timeSeries, query: "health/reporting_delays",
                shape: .lines(
                    time: .hour("known_hour"), line: "asked.platform || ', of ' || cast(asked.day as text)",
                    value: "reporting_installs"), unit: "short"),
            Panel(
                title: "What an install does", reading: "Sums over the window.", kind: .stat, query: "operations/daily_use",
                shape: .columns([
                    "asked.days as \"days\"", "asked.active_install_days as \"active install-days\"",
                    "asked.sessions as \"sessions\"", "asked.syncs as \"syncs\"",
                ]), unit: "short"),
            Panel(
                title: "Set aside", reading: "chatfleet store status shows more.", kind: .table,
                query: "operations/quarantine_reasons",
                shape: .columns([
                    "asked.reason as \"reason\"", "asked.reports as \"reports\"",
                    "to_timestamp(asked.first_known_hour * 3600) as \"first received\"",
                    "to_timestamp(asked.last_known_hour * 3600) as \"last received\"",
                ]), unit: "none"),
            Panel(
                title: "Last loads", reading: "The newest first, whatever the window.", kind: .table,
                query: "operations/recent_batches", constants: ["batches_max": "50"],
                shape: .columns([
                    "to_timestamp(asked.committed_epoch) as \"committed\"", "asked.source as \"source\"",
                    "asked.reports_read as \"read\"", "asked.reports_new as \"new\"", "asked.reports_changed as \"changed\"",
                    "asked.reports_refused as \"refused\"", "asked.reports_quarantined as \"quarantined\"",
                ]), unit: "none", width: 24),
        ])
}
