extension Design {
    static func chatRound2Tables(_ d: inout Draft) {
        d.section("R2.6")
        let perMessage = d.assume(
            "chat.r2.dynamodb.write_units_per_msg", 5.87, .writeUnit / .message, "its parts are not itemised")
        let average = d.derive(
            "chat.r2.dynamodb.writes_avg_per_s", .writeUnit / .second, d["chat.r2.msgs.avg_per_s"] * perMessage)
        let peak = d.derive(
            "chat.r2.dynamodb.writes_peak_per_s", .writeUnit / .second, d["chat.r2.msgs.peak_per_s"] * perMessage)

        let opens = d.assume("chat.r2.opens.per_day", 450_000_000, .open / .day, "15 a daily user")
        let perOpen = d.assume("chat.r2.reads.units_per_open", 4, .readUnit / .open)
        let openUnits = d.derive("chat.r2.reads.opens_units_per_day", .readUnit / .day, opens * perOpen)
        let history = d.assume("chat.r2.reads.history_units_per_day", 300_000_000, .readUnit / .day, "scrolling back")
        let units = d.derive("chat.r2.reads.units_per_day", .readUnit / .day, openUnits + history)
        let reads = d.derive("chat.r2.reads.avg_per_s", .readUnit / .second, units.aSecond)
        let readPeak = d.derive(
            "chat.r2.reads.peak_per_s", .readUnit / .second, reads * d["chat.r2.peak_factor"], "the text stops at the average")
        d.tableLimits("chat.r2.dynamodb", "chat tables", writes: peak, reads: readPeak)
        d.writeLines("chat.r2.cost.writes", mean: average, peak: peak)
        d.readLines("chat.r2.cost.reads", mean: reads, peak: readPeak)
    }

    static func chatRound2ZoneLoss(_ d: inout Draft) {
        let lost = d["chat.r2.azloss.zones_lost"]
        let phones = d.derive(
            "chat.r2.azloss.phones", .phone, (d["chat.r2.sockets.peak"] / d["chat.r2.az.count"] * lost).as(.phone))
        let perTask = d.planningFigure("chat.r2.azloss.admit_per_gateway_s", book: "gateway.admit_per_s")
        let admitted = d.derive(
            "chat.r2.azloss.admit_per_s", .connection / .second, d["chat.r2.gateways.surviving_tasks"] * perTask)
        d.derive("chat.r2.azloss.drain_s", .second, phones.as(.connection) / admitted, "nobody is quicker")
        let units = d.assume("chat.r2.azloss.read_units_per_reconnect", 0.8, .readUnit / .connection)
        let extra = d.derive("chat.r2.azloss.extra_read_units_per_s", .readUnit / .second, admitted * units)
        _ = d.assume("chat.r2.azloss.read_floor_hours", 4, .hour / .day, "a floor of read capacity in the evening")
        let reads = d.derive(
            "chat.r2.azloss.read_units_per_s", .readUnit / .second, d["chat.r2.reads.peak_per_s"] + extra,
            "the evening's reads and those of the phones that come back")
        d.tableLimits("chat.r2.azloss", "chat tables, a zone lost", reads: reads)
    }

    static func chatRound2Cache(_ d: inout Draft) {
        let plan = d.planningFigure("chat.r2.cache.plan_ops_per_shard", book: "cache.ops_per_shard", "to load-test")
        let peakFactor = d["chat.r2.peak_factor"]
        let once = 1.of(.operation / .socket)
        let registry = d.derive(
            "chat.r2.cache.registry_ops", .operation / .second,
            d["chat.r2.sockets.peak"] * once / .calibrated("cal.chat.r2.cache.registry_refresh_s"))
        let connects = d.derive(
            "chat.r2.cache.connect_ops", .operation / .second,
            2.of(.operation / .open) * d["chat.r2.opens.per_day"].aSecond * peakFactor, "connect and disconnect")
        let live = d["chat.r2.deliveries.per_day"].aSecond * peakFactor * .calibrated("cal.chat.r2.cache.live_fraction")
        let deadlines = d.derive(
            "chat.r2.cache.deadline_ops", .operation / .second,
            2.of(.operation / .push) * (live.as(.push) + d["chat.r2.push.fcm_peak_per_s"]), "added and removed")
        let total = d.derive(
            "chat.r2.cache.total_ops", .operation / .second,
            registry + connects + deadlines + .calibrated("cal.chat.r2.cache.cursor_ops"))
        let tight = d.assume("chat.r2.cache.tight_shards", 4, .shard, range: .positive)
        d.derive("chat.r2.cache.tight_utilization", .ratio, total / tight / plan)
        let shards = d.assume("chat.r2.cache.shards", 5, .shard, range: .whole(atLeast: 1), "chosen")
        let perShard = d.derive("chat.r2.cache.ops_per_shard", .operation / .second / .shard, total / shards)
        let nodesPerShard = d.assume("chat.r2.cache.nodes_per_shard", 2, .node / .shard, "a primary, a replica in another zone")
        let nodes = d.derive("chat.r2.cache.nodes", .node, shards * nodesPerShard)
        let lost = d.derive(
            "chat.r2.azloss.cache_ops_per_shard", .operation / .second / .shard,
            (total + 2.of(.operation / .connection) * d["chat.r2.azloss.admit_per_s"]) / shards,
            "replicas have taken over, and phones come back")
        let book = "cache.ops_per_shard"
        d.limit("chat.r2.cache.shard_use", "cache operations a shard", used: perShard, of: plan, book: book)
        d.limit("chat.r2.azloss.cache_shard_use", "cache operations a shard, a zone lost", used: lost, of: plan, book: book)
        d.limit("chat.r2.cache.cluster_use", "cache nodes of a cluster", used: nodes, of: .quota("elasticache.cluster.nodes"))
    }

    static func chatRound2Media(_ d: inout Draft) {
        let part = d.assume("chat.r2.media.part_bytes", 8_388_608, .byte / .part, range: .positive)
        let sample = d.assume("chat.r2.media.sample_bytes", 209_715_200, .byte)
        let parts = d.derive("chat.r2.media.sample_parts", .part, ceil(sample / part))
        d.limit("chat.r2.media.parts_use", "parts of an upload", used: parts, of: .quota("s3.multipart.max_parts"))

        let files = d.assume("chat.r2.media.files_per_day", 50_000_000, .file / .day)
        let bytes = d.assume("chat.r2.media.file_bytes", 500_000, .byte / .file)
        d.section("R2.5")
        let kept = d.assume("chat.r2.media.expire_days", 30, .day)
        _ = d.assume("chat.r2.media.abort_multipart_days", 2, .day)
        d.section("R2.7")
        d.derive("chat.r2.media.growth_per_month", .TB / .month, (files * bytes).aMonth, "if everything were kept")
        d.media(
            "chat.r2", files: files, bytes: bytes, downloads: .calibrated("cal.chat.r2.media.downloads_per_file"), kept: kept)
    }
}
