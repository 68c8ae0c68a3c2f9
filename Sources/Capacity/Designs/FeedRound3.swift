extension Design {
    /// Feed, round 3: eighty million daily users, two hundred million installs on thirty versions. Takes images and the
    /// change log's figures from round 2.
    public static let feedRound3 = Design("feed-r3", "Feed round 3", dailyUsers: "feed.r3.dau") { d in
        feedRound3Traffic(&d)
        feedRound3Fleet(&d)
        feedRound3Telemetry(&d)
        feedRound3Flags(&d)
        feedRound3Log(&d)
        feedRound3Bill(&d)
        feedRound3Rebuild(&d)
        d.statedForAllUsers("feed.r3.installs", "feed.r3.flags.receives_per_day")
    }

    private static func feedRound3Traffic(_ d: inout Draft) {
        d.section("R3 header")
        _ = d.assume("feed.r3.region.count", 1, .region, range: .whole(atLeast: 1))
        _ = d.assume("feed.r3.az.count", 3, .zone, range: .whole(atLeast: 1))
        _ = d.assume("feed.r3.installs", 200_000_000, .install)
        let users = d.assume("feed.r3.dau", 80_000_000, .user, range: .positive)
        _ = d.assume("feed.r3.versions_in_use", 30, .version)
        _ = d.share("feed.r3.slo.crash_free_users", 0.995, "at least, of each version")
        d.section("R3.6")
        let syncsEach = d.assume("feed.r3.syncs_per_user_day", 20, .sync / .user / .day, range: .positive)
        let actionsEach = d.assume("feed.r3.actions_per_user_day", 5, .action / .user / .day)
        let peakFactor = d.assume("feed.r3.peak_factor", 3, .ratio, range: .atLeast(1))
        let syncs = d.derive("feed.r3.syncs.per_day", .sync / .day, users * syncsEach)
        d.derive("feed.r3.syncs.peak_per_s", .sync / .second, syncs.aSecond * peakFactor)
        d.derive("feed.r3.actions.per_day", .action / .day, users * actionsEach)

        let newest = d.share("feed.r3.protocol.v3_share", 0.72)
        let second = d.share("feed.r3.protocol.v2_share", 0.23)
        let first = d.share("feed.r3.protocol.v1_share", 0.05)
        d.derive("feed.r3.protocol.all_shares", .ratio, newest + second + first, "1, or a share is missing")
        let extra = d.assume("feed.r3.protocol.old_cpu_extra", 0.1, .ratio)
        let old = d.derive("feed.r3.protocol.old_share", .ratio, second + first)
        d.derive("feed.r3.protocol.fleet_extra", .ratio, old * extra, "more tasks, for the old protocols")
    }

    /// The sync gateways by round 1's planning figure and the rule of zones.
    private static func feedRound3Fleet(_ d: inout Draft) {
        let perTask = feedRound1["feed.r1.api.refreshes_per_task_s"]
        let requests = d["feed.r3.syncs.peak_per_s"].as(.request) * (1 + d["feed.r3.protocol.fleet_extra"])
        let demand = d.derive("feed.r3.gateways.demand", .task, requests / perTask, "with the old protocols' extra")
        d.requestFleet(
            "feed.r3", "gateways", "syncs", requests: requests, demand: demand, perTask: perTask, zones: d["feed.r3.az.count"],
            headroom: chatRound2["chat.r2.gateways.headroom"])
    }

    private static func feedRound3Telemetry(_ d: inout Draft) {
        let bytes = d.assume("feed.r3.telemetry.health_bytes", 2000, .byte / .record, "a health summary a daily user")
        let sampled = d.assume("feed.r3.telemetry.session_sample_percent", 10, .percent, range: .share)
        let users = d["feed.r3.dau"]
        let reports = d.derive("feed.r3.telemetry.reports_per_day", .record / .day, users * 1.of(.record / .user / .day))
        let sessions = users * (sampled / .percent) * .calibrated("cal.feed.r3.sampled_bytes_per_user_day")
        let volume = d.derive(
            "feed.r3.telemetry.peak_bytes_per_s", .MB / .second,
            (reports * bytes + sessions).aSecond * d["feed.r3.peak_factor"], "summaries and sampled sessions")
        d.telemetry("feed.r3", reports: reports, bytes: bytes, peakFactor: d["feed.r3.peak_factor"], more: volume)
        d.cost("feed.r3.firehose.cost", "Firehose: health summaries", firehoseCost(reports, bytes))
        d.cost(
            "feed.r3.firehose.sessions_cost", "Firehose: sampled sessions, in full records",
            .tiered(
                "firehose.directput_gb",
                (reports * .quota("firehose.billing_increment").as(.byte / .record) + sessions).aMonth.billed)
                - d["feed.r3.firehose.cost"], onlyIfAsked: true)
    }

    private static func feedRound3Flags(_ d: inout Draft) {
        let receives = d.assume("feed.r3.flags.receives_per_day", 240_000_000, .receive / .day, "3 a daily user")
        let price = d.derive("feed.r3.appconfig.usd_per_receive", .usd / .receive, .price("appconfig.received"))
        let perDay = d.derive("feed.r3.appconfig.cost_per_day", .usd / .day, receives * price)
        let perMonth = d.derive("feed.r3.appconfig.cost_per_month", .usd / .month, perDay.aMonth, "a price trap")
        let cloudFront = d.cost(
            "feed.r3.flags.cloudfront_cost", "flags: CloudFront requests and data",
            .tiered("cloudfront.https_us_million", receives.aMonth.as(.request))
                + .tiered(
                    "cloudfront.data_us_eu", (receives * .calibrated("cal.feed.r3.flags_bytes_per_receive")).aMonth.billed))
        d.lever(
            "feed.r3.lever.flags_on_cloudfront", "flags as files behind CloudFront, not AppConfig: what it saves already",
            saves: perMonth - cloudFront)
    }
}
