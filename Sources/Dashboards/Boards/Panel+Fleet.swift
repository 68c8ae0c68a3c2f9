/// Panels that several dashboards have.
extension Panel {
    private static let versionAndPlatform = "asked.app_version || ' ' || asked.platform"

    static let crashFreeByDay = Panel(
        title: "Crash-free installs by day",
        reading: "The line is the promise, 99.5 %. Few installs make a line that jumps: see the table for intervals.",
        kind: .timeSeries, query: "health/crash_free_daily",
        shape: .lines(time: .day("day"), line: versionAndPlatform, value: "crash_free"), unit: "percentunit",
        limit: .atLeast(0.995))

    static let crashedByHour = Panel(
        title: "Installs that crashed, by UTC hour",
        reading: "The hour in which a line rises is the onset; compare it with the changes of the flags.",
        kind: .timeSeries, query: "health/crash_free_by_hour", constants: ["by_version": "1", "by_platform": "1"],
        shape: .lines(time: .hour("hour"), line: versionAndPlatform, value: "crashed_installs"), unit: "short")

    static let decryptPairs = Panel(
        title: "Failing device pairs by day",
        reading: "Per 10,000 active installs; a pair that fails a hundred times counts once.",
        kind: .timeSeries, query: "messaging/decrypt_failure_pairs",
        constants: ["by_version": "1", "by_platform": "1", "by_day": "1"],
        shape: .lines(time: .day("day"), line: versionAndPlatform, value: "pairs_per_10k_active"), unit: "short")

    static let outboxOverAnHour = Panel(
        title: "Install-days whose oldest message waited over an hour",
        reading: "Of the install-days that have an age.",
        kind: .timeSeries, query: "messaging/queue_ages", constants: ["by_version": "1", "by_platform": "1", "by_day": "1"],
        shape: .lines(time: .day("day"), line: versionAndPlatform, value: "over_1h_share"), unit: "percentunit")

    static let topCrashes = Panel(
        title: "Crashes of the window, by signature",
        reading: "What clients tell crashes apart by, on most installs first. What a group's installs share is in chatfleet "
            + "crashes top.",
        kind: .table, query: "health/crash_groups", constants: ["groups_max": "20"],
        shape: .columns([
            "asked.signature as \"signature\"", "asked.crashed_installs as \"installs\"", "asked.crashes as \"crashes\"",
            "to_timestamp(asked.first_epoch) as \"first\"",
        ]), unit: "none")

    static let adoption = Panel(
        title: "Adoption by day",
        reading: "By the greatest version of an install's day, so that a day sums to 100 %; the 20 versions on most.",
        kind: .timeSeries, query: "health/versions", constants: ["versions_max": "20"],
        shape: .lines(time: .day("day"), line: "asked.app_version", value: "adoption"), unit: "percentunit")

    static let timeline = Panel(
        title: "What was done", reading: "In the window, the oldest first.", kind: .table, query: "operations/timeline",
        shape: .columns([
            "to_timestamp(asked.at_epoch) as \"at\"", "asked.source || ' ' || asked.kind as \"what\"",
            "asked.flags_version as \"flags\"", "asked.app_version as \"version\"", "asked.platform as \"platform\"",
            "asked.percent as \"percent\"", "asked.person as \"by\"", "asked.words as \"because\"",
        ]), unit: "none")

    /// A metric of the servers, a line a set of dimensions.
    static func metric(
        _ title: String, _ namespace: String, _ name: String, _ statistic: String, unit: String, limit: Limit? = nil,
        width: Int = 12, _ reading: String
    ) -> Panel {
        Panel(
            title: title, reading: "\(reading) \(namespace) \(name), \(statistic).", kind: .timeSeries,
            query: "operations/metric_points",
            constants: ["namespace": "'\(namespace)'", "metric": "'\(name)'", "statistic": "'\(statistic)'"],
            shape: .lines(time: .epoch("at_epoch"), line: "asked.dimensions", value: "value"), unit: unit, limit: limit,
            width: width)
    }
}
