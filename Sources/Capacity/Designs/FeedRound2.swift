extension Design {
    /// Feed, round 2: fifty million daily users, a change log that phones sync from.
    public static let feedRound2 = Design("feed-r2", "Feed round 2", dailyUsers: "feed.r2.dau") { d in
        feedRound2Traffic(&d)
        feedRound2Fleet(&d)
        feedRound2Egress(&d)
        feedRound2Log(&d)
        feedRound2Push(&d)
        feedRound2User(&d)
        feedRound2Alternatives(&d)
        feedRound2Bill(&d)
        d.statedForAllUsers("feed.r2.batches.per_day", "feed.r2.push.per_day")
    }

    private static func feedRound2Traffic(_ d: inout Draft) {
        d.section("R2 header")
        _ = d.assume("feed.r2.region.count", 1, .region, range: .whole(atLeast: 1))
        _ = d.assume("feed.r2.az.count", 3, .zone, range: .whole(atLeast: 1))
        let users = d.assume("feed.r2.dau", 50_000_000, .user, range: .positive)
        _ = d.share("feed.r2.slo.availability", 0.9999)
        _ = d.assume("feed.r2.slo.battery_pct_per_day", 1.5, .percent / .day)
        d.section("R2.6")
        let syncsEach = d.assume("feed.r2.syncs_per_user_day", 20, .sync / .user / .day, range: .positive)
        let actionsEach = d.assume("feed.r2.actions_per_user_day", 5, .action / .user / .day)
        let peakFactor = d.assume("feed.r2.peak_factor", 3, .ratio, range: .atLeast(1))
        let syncs = d.derive("feed.r2.syncs.per_day", .sync / .day, users * syncsEach)
        let peak = d.derive("feed.r2.syncs.peak_per_s", .sync / .second, syncs.aSecond * peakFactor)
        d.derive("feed.r2.syncs.peak_per_s_planning", .sync / .second, peak.rounded(significantDigits: 2))
        let actions = d.derive("feed.r2.actions.per_day", .action / .day, users * actionsEach)
        d.derive("feed.r2.actions.peak_per_s", .action / .second, actions.aSecond * peakFactor)
        _ = d.assume("feed.r2.batches.per_day", 100_000_000, .batch / .day, "2.5 actions each")
    }

    /// The sync API by round 1's planning figure and the rule of zones; the text gives no tasks.
    private static func feedRound2Fleet(_ d: inout Draft) {
        let perTask = feedRound1["feed.r1.api.refreshes_per_task_s"]
        let requests = d["feed.r2.syncs.peak_per_s"].as(.request)
        d.requestFleet(
            "feed.r2", "api", "syncs", requests: requests, demand: requests / perTask, perTask: perTask,
            zones: d["feed.r2.az.count"], headroom: chatRound2["chat.r2.gateways.headroom"])
    }

    private static func feedRound2Egress(_ d: inout Draft) {
        let bytes = d.assume(
            "feed.r2.slo.bytes_per_sync", 4000, .byte / .sync, range: .positive, "at most, and taken as the average")
        let page = d.assume("feed.r2.page_bytes", 60_000, .byte / .sync, "if each sync were a whole page")
        _ = d.assume("feed.r2.api.head_bytes", 60_000, .byte / .request, "about")
        d.derive(
            "feed.r2.egress.peak_bps", .Gbit / .second, d["feed.r2.syncs.peak_per_s_planning"] * bytes * .bits)
        d.derive("feed.r2.egress.reduction", .ratio, page / bytes)
    }

    private static func feedRound2Log(_ d: inout Draft) {
        let (users, actions, syncs) = (d["feed.r2.dau"], d["feed.r2.actions.per_day"], d["feed.r2.syncs.per_day"])
        let entryBytes = d.assume("feed.r2.entry_hydrated_bytes", 1000, .byte / .entry, "about")
        let posts = d.assume("feed.r2.posts_per_user_day", 0.2, .post / .user / .day)
        let followers = d.assume("feed.r2.followers_per_post", 200, .follower / .post)
        let edited = d.share("feed.r2.edit_delete_share", 0.02)
        let own = d.assume("feed.r2.self_entries_per_action", 1, .entry / .action)
        let entries = d.derive(
            "feed.r2.log.entries_per_day", .entry / .day,
            (users * posts * followers).as(.entry) * (1 + edited) + actions * own,
            "one a follower, edits and deletes, own actions")
        let perSync = d.derive("feed.r2.log.entries_per_sync", .entry / .sync, entries / syncs)
        d.derive("feed.r2.log.hydrated_bytes_per_sync", .byte / .sync, perSync * entryBytes, "of the 4 KB")
        let peak = d.derive(
            "feed.r2.log.entries_peak_per_s", .entry / .second, entries.aSecond * d["feed.r2.peak_factor"])
        let perEntry = d.assume("feed.r2.log.writes_per_entry", 2, .writeUnit / .entry, "the entry and META")
        let writes = d.derive("feed.r2.log.writes_peak_per_s", .writeUnit / .second, peak * perEntry)
        let average = d.derive("feed.r2.log.writes_avg_per_s", .writeUnit / .second, entries.aSecond * perEntry)
        _ = d.assume("feed.r2.log.stored_bytes_per_entry", 200, .byte / .entry, "not in the text")
        let perRead = d.assume(
            "feed.r2.log.read_units_per_sync", 1, .readUnit / .sync, "META and a few entries in 4 KB; not in the text")
        let reads = d.derive("feed.r2.log.reads_peak_per_s", .readUnit / .second, d["feed.r2.syncs.peak_per_s"] * perRead)
        d.derive("feed.r2.log.reads_avg_per_s", .readUnit / .second, syncs.aSecond * perRead)
        d.tableLimits("feed.r2.dynamodb", "change log", writes: writes, reads: reads)
        d.writeLines("feed.r2.cost.writes", mean: average, peak: writes)
        d.readLines("feed.r2.cost.reads", mean: d["feed.r2.log.reads_avg_per_s"], peak: reads)

        let perShard = d.quota("feed.r2.kinesis.records_per_shard_s", book: "kinesis.shard.records")
        let records = d.derive("feed.r2.kinesis.records_peak_per_s", .record / .second, peak.as(.record))
        d.derive("feed.r2.kinesis.shards_needed", .shard, ceil(records / (perShard / 1.of(.shard))))
        let shards = d.assume("feed.r2.kinesis.shards", 100, .shard, range: .whole(atLeast: 1), "chosen, so that a skew fits")
        let rate = d.derive(
            "feed.r2.kinesis.records_a_shard", .record / .second, records / shards * 1.of(.shard), "if spread evenly")
        d.limit("feed.r2.kinesis.shard_use", "Kinesis records of a shard", used: rate, of: perShard)
        let volume = d.derive("feed.r2.kinesis.bytes_a_shard", .kB / .second, (rate.as(.entry) * entryBytes))
        d.limit("feed.r2.kinesis.shard_bytes_use", "Kinesis bytes of a shard", used: volume, of: .quota("kinesis.shard.bytes"))
        d.limit("feed.r2.kinesis.account_use", "Kinesis shards", used: shards, of: .quota("kinesis.account.shards"))
    }

    private static func feedRound2Push(_ d: inout Draft) {
        let pushes = d.assume("feed.r2.push.per_day", 150_000_000, .push / .day, "say")
        let peak = d.derive("feed.r2.push.peak_per_s", .push / .second, pushes.aSecond * d["feed.r2.peak_factor"])
        let quota = d.quota("feed.r2.push.fcm_quota_per_min", book: "fcm.project.messages_per_min")
        d.derive("feed.r2.push.fcm_quota_per_s", .message / .second, quota / .minute)
        let android = d.share("feed.r2.push.android_share", 1, "the text counts all against FCM; only Android's go there")
        let perMinute = d.derive(
            "feed.r2.push.fcm_peak_per_min", .message / .minute, (peak * android * .minute).as(.message))
        d.limit("feed.r2.push.fcm_quota_use", "FCM messages a minute", used: perMinute, of: quota)
    }

    private static func feedRound2User(_ d: inout Draft) {
        let syncs = d["feed.r2.syncs_per_user_day"]
        let (page, bytes) = (d["feed.r2.page_bytes"], d["feed.r2.slo.bytes_per_sync"])
        d.derive("feed.r2.user.full_page_extra_bytes_per_day", .MB / .user / .day, syncs * (page - bytes))
        let synced = d.derive("feed.r2.user.sync_bytes_per_day", .kB / .user / .day, syncs * bytes)
        let images = d.assume("feed.r2.user.image_bytes_per_day", 1_500_000, .byte / .user / .day, "about")
        let all = d.derive("feed.r2.user.bytes_per_day", .MB / .user / .day, synced + images)
        let planned = d.derive("feed.r2.user.bytes_per_day_planning", .MB / .user / .day, all.rounded(significantDigits: 2))
        d.derive("feed.r2.user.bytes_per_month", .MB / .user / .month, planned.aMonth)
    }
}
