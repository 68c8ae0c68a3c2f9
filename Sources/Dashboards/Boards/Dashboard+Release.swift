extension Dashboard {
    /// A staged rollout: who has it, and how it does against the others. The verdict is `chatfleet rollout gate`'s.
    static let release = Dashboard(
        name: "release", title: "chatfleet: release",
        description: "How far a version is out, and how it does beside the others. The verdict is chatfleet rollout gate's.",
        from: "now-14d",
        panels: [
            .adoption, .crashFreeByDay,
            Panel(
                title: "Crash-free installs of the window",
                reading: "Each install once, by version and platform; daily: the share of install-days, what 99.5 % applies to.",
                kind: .table, query: "health/crash_free_installs", constants: ["by_version": "1", "by_platform": "1"],
                shape: .columns([
                    "asked.app_version as \"version\"", "asked.platform as \"platform\"",
                    "asked.active_installs as \"active\"", "asked.crashed_installs as \"crashed\"",
                    "asked.crash_free * 100 as \"crash-free, %\"", "asked.crash_free_install_days * 100 as \"daily, %\"",
                ]), unit: "none"),
            Panel(
                title: "Waiting and failed messages of the window",
                reading: "By version and platform, over install-days.",
                kind: .table, query: "messaging/queue_ages", constants: ["by_version": "1", "by_platform": "1"],
                shape: .columns([
                    "asked.app_version as \"version\"", "asked.platform as \"platform\"",
                    "asked.install_days as \"install-days\"", "asked.over_1h_share * 100 as \"over 1 h, %\"",
                    "asked.over_24h_share * 100 as \"over 24 h, %\"", "asked.quarantined_share * 100 as \"quarantined, %\"",
                    "asked.failed_share * 100 as \"failed, %\"",
                ]), unit: "none"),
            Panel(
                title: "First events by version",
                reading: "What the gate judges by: each install counts once a day of receipt until its first event. Its verdict, "
                    + "which compares like with like, is chatfleet rollout gate's.",
                kind: .table, query: "rollout/first_events",
                shape: .columns([
                    "asked.app_version as \"version\"", "asked.platform as \"platform\"", "asked.measure as \"measure\"",
                    "asked.at_risk as \"at risk\"", "asked.events as \"first events\"",
                    "asked.events_per_1k as \"per 1,000\"",
                ]), unit: "none"),
            .topCrashes, .decryptPairs,
            Panel(
                title: "Failing device pairs of the window",
                reading: "By version, message type, and whether the peer had just been restored.",
                kind: .table, query: "messaging/decrypt_failure_pairs",
                constants: ["by_version": "1", "by_message_type": "1", "by_restored": "1"],
                shape: .columns([
                    "asked.app_version as \"version\"", "asked.message_type as \"message type\"",
                    "asked.restored as \"restored\"", "asked.pairs as \"pairs\"", "asked.recovered_pairs as \"recovered\"",
                    "asked.affected_installs as \"installs\"", "asked.pairs_per_10k_active as \"per 10,000 active\"",
                ]), unit: "none"),
            .crashedByHour, .outboxOverAnHour, .timeline,
            Panel(
                title: "Versions about", reading: "By the greatest version of the day, so that an install counts once.",
                kind: .table, query: "flags/installs_by_version",
                shape: .columns([
                    "asked.day as \"day\"", "asked.app_version as \"version\"", "asked.latest_installs as \"installs\"",
                ]), unit: "none"),
        ])
}
