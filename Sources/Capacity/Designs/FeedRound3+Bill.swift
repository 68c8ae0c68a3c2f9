extension Design {
    /// Round 2's change log at this round's users: the text gives no other figures for it.
    static func feedRound3Log(_ d: inout Draft) {
        let growth = d.derive(
            "feed.r3.log.growth", .ratio, d["feed.r3.dau"] / feedRound2["feed.r2.dau"], "users, against round 2")
        let average = d.derive(
            "feed.r3.log.writes_avg_per_s", .writeUnit / .second, feedRound2["feed.r2.log.writes_avg_per_s"] * growth)
        let peak = d.derive("feed.r3.log.writes_peak_per_s", .writeUnit / .second, average * d["feed.r3.peak_factor"])
        let perRead = feedRound2["feed.r2.log.read_units_per_sync"]
        let reads = d.derive("feed.r3.log.reads_peak_per_s", .readUnit / .second, d["feed.r3.syncs.peak_per_s"] * perRead)
        let readAverage = d.derive(
            "feed.r3.log.reads_avg_per_s", .readUnit / .second, d["feed.r3.syncs.per_day"].aSecond * perRead)
        d.tableLimits("feed.r3.dynamodb", "change log", writes: peak, reads: reads)
        d.writeLines("feed.r3.cost.writes", mean: average, peak: peak)
        d.readLines("feed.r3.cost.reads", mean: readAverage, peak: reads)
        let perMinute = d.derive(
            "feed.r3.push.fcm_peak_per_min", .message / .minute,
            feedRound2["feed.r2.push.fcm_peak_per_min"] * growth * d["feed.r3.peak_factor"] / feedRound2["feed.r2.peak_factor"])
        d.limit(
            "feed.r3.push.fcm_quota_use", "FCM messages a minute", used: perMinute,
            of: feedRound2["feed.r2.push.fcm_quota_per_min"])
        let shards = d.derive(
            "feed.r3.kinesis.shards", .shard, ceil(feedRound2["feed.r2.kinesis.shards"] * growth), "round 2's, grown")
        d.limit("feed.r3.kinesis.account_use", "Kinesis shards", used: shards, of: .quota("kinesis.account.shards"))
    }

    static func feedRound3Bill(_ d: inout Draft) {
        d.section("R3.6")
        let users = d["feed.r3.dau"]
        let growth = d["feed.r3.log.growth"]
        let images = d.cost(
            "feed.r3.cost.images", "images: CloudFront data and requests",
            imageDelivery(
                bytes: users * feedRound2["feed.r2.user.image_bytes_per_day"],
                images: users * .calibrated("cal.feed.image_requests_per_user_day")))
        let replies = feedRound2["feed.r2.batches.per_day"] * growth * .calibrated("cal.feed.r2.batch_reply_bytes")
        let bytes = d.derive(
            "feed.r3.egress_bytes_per_day", .TB / .day,
            d["feed.r3.syncs.per_day"] * feedRound2["feed.r2.slo.bytes_per_sync"] + replies)
        d.cost("feed.r3.cost.api_egress", "syncs and replies out to phones", bytes.egressCost)
        d.cost("feed.r3.cost.log_writes", "change log: DynamoDB writes, as the load goes", d["feed.r3.cost.writes_following"])
        d.cost("feed.r3.cost.log_reads", "change log: DynamoDB reads, as the load goes", d["feed.r3.cost.reads_following"])
        d.cost(
            "feed.r3.cost.log_storage", "change log: DynamoDB storage, as in round 2",
            feedRound2["feed.r2.cost.log_storage"] * growth)
        d.cost(
            "feed.r3.cost.kinesis", "Kinesis shards and payload units",
            d["feed.r3.kinesis.shards"].allMonth("kinesis.shard_hour")
                + (feedRound2["feed.r2.log.entries_per_month"] * growth).as(.payloadUnit) * .price("kinesis.put_million"))

        let lines = d.costs.filter { !$0.isOptional }.map { Formula($0.node) }
        let itemised = d.derive(
            "feed.r3.cost.itemised", .usd / .month, lines.dropFirst().reduce(lines.first ?? 0) { $0 + $1 }, "what can be derived")
        let rest = d.derive(
            "feed.r3.cost.not_itemised", .usd / .month, feedRound2["feed.r2.cost.not_itemised"] * growth,
            "estimated: what round 2's quoted total has beyond its items, grown with the users")
        let perUser = d.derive(
            "feed.r3.cost.per_dau", .usd / .user / .month, (itemised + rest) / users, "estimated: the text gives no formula")
        let planned = d.derive(
            "feed.r3.cost.per_dau_planning", .usd / .user / .month, perUser.rounded(significantDigits: 1), "as the text takes it")
        d.derive("feed.r3.cost.images_share_min", .ratio, images / (planned * users), "the text: more than half")
        d.derive("feed.r3.cost.images_share", .ratio, images / (perUser * users), "of the estimate that is not rounded")
    }

    /// Every phone's cursor is lost, and each asks for the head of its feed.
    static func feedRound3Rebuild(_ d: inout Draft) {
        d.section("R3.11")
        let head = d.assume("feed.r3.head_bytes", 60_000, .byte / .request)
        let phones = d["feed.r3.dau"] * 1.of(.request / .user)
        d.derive("feed.r3.rebuild.bytes", .TB, phones * head)
        let limit = d.derive(
            "feed.r3.rebuild.heads_per_s", .request / .second,
            d["feed.r3.gateways.tasks"] * feedRound1["feed.r1.api.refreshes_per_task_s"], "as many as syncs")
        d.derive("feed.r3.rebuild.least_s", .second, phones / limit, "nobody is quicker")
        d.derive("feed.r3.rebuild.egress_bps", .Gbit / .second, limit * head * .bits)
    }
}
