extension Design {
    static func chatRound3KeyDirectory(_ d: inout Draft) {
        d.section("R3.6")
        let newContacts = d.assume("chat.r3.keydir.new_contacts_per_user_day", 0.5, .recipient / .user / .day)
        let (users, perUser) = (d["chat.r3.dau"], d["chat.r3.devices_per_user"])
        let fetches = d.derive(
            "chat.r3.keydir.fetches_per_day", .fetch / .day,
            ((users * newContacts).as(.user) * perUser).as(.fetch), "a bundle for each of a new contact's devices")
        let rate = d.derive("chat.r3.keydir.fetches_per_s", .fetch / .second, fetches.aSecond)
        let keyBytes = d.assume("chat.r3.keydir.pq_key_bytes", 1600, .byte / .key, "about 1.6 KB")
        let perKey = d.derive(
            "chat.r3.keydir.pq_units", .writeUnit / .key, ceil(keyBytes / 1024.of(.byte / .writeUnit)))
        let perFetch = d.derive(
            "chat.r3.keydir.write_units_per_fetch", .writeUnit / .fetch,
            2 * (1.of(.writeUnit / .key) + perKey) * 1.of(.key / .fetch),
            "delete a classical and a post-quantum key, upload both again")
        let units = d.derive("chat.r3.keydir.write_units_per_day", .writeUnit / .day, fetches * perFetch)
        let writes = d.derive("chat.r3.keydir.write_units_per_s", .writeUnit / .second, units.aSecond)
        let devices = d.derive("chat.r3.keydir.devices", .device, users * perUser)
        let classical = d.assume("chat.r3.keydir.classical_keys", 50, .key / .device)
        let classicalBytes = d.assume("chat.r3.keydir.classical_bytes", 100, .byte / .key)
        let quantum = d.assume("chat.r3.keydir.pq_keys", 50, .key / .device)
        let quantumBytes = d.assume("chat.r3.keydir.pq_stored_bytes", 1700, .byte / .key, "about 1.7 KB")
        d.derive(
            "chat.r3.keydir.stored_bytes", .TB, devices * (classical * classicalBytes + quantum * quantumBytes))

        let peakFactor = d["chat.r3.peak_factor"]
        let peak = d.derive("chat.r3.keydir.writes_peak_per_s", .writeUnit / .second, writes * peakFactor)
        let reads = d.assume(
            "chat.r3.keydir.read_units_per_fetch", 3, .readUnit / .fetch, "identity and two keys; not in the text")
        let readPeak = d.derive("chat.r3.keydir.reads_peak_per_s", .readUnit / .second, rate * reads * peakFactor)
        d.writeLines("chat.r3.cost.keydir_writes", mean: writes, peak: peak)
        d.readLines("chat.r3.cost.keydir_reads", mean: rate * reads, peak: readPeak)
        chatRound3TableLimits(&d)
        chatRound3JoinBurst(&d)
        d.derive(
            "chat.r3.devicelist.lookups_peak_per_s", .lookup / .second,
            (d["chat.r3.msgs.peak_per_s"] * (d["chat.r3.recipients_per_msg"] + 1.of(.recipient / .message))).as(.lookup),
            "of each recipient and the sender")
    }

    /// A table each for mailboxes and keys; the account's provisioned capacity is that of both.
    private static func chatRound3TableLimits(_ d: inout Draft) {
        let (mailboxWrites, keyWrites) = (d["chat.r3.dynamodb.writes_peak_per_s"], d["chat.r3.keydir.writes_peak_per_s"])
        let (mailboxReads, keyReads) = (d["chat.r3.reads.peak_per_s"], d["chat.r3.keydir.reads_peak_per_s"])
        let writes = d.derive("chat.r3.dynamodb.account_writes_peak_per_s", .writeUnit / .second, mailboxWrites + keyWrites)
        let reads = d.derive("chat.r3.dynamodb.account_reads_peak_per_s", .readUnit / .second, mailboxReads + keyReads)
        d.limit(
            "chat.r3.dynamodb.table_wcu_use", "mailboxes: writes, a table", used: mailboxWrites, of: .quota("dynamodb.table.wcu"))
        d.limit(
            "chat.r3.keydir.table_wcu_use", "key directory: writes, a table", used: keyWrites, of: .quota("dynamodb.table.wcu"))
        d.limit(
            "chat.r3.dynamodb.account_wcu_use", "both tables: writes, the account", used: writes,
            of: .quota("dynamodb.account.wcu"))
        d.limit(
            "chat.r3.dynamodb.table_rcu_use", "mailboxes: reads, a table", used: mailboxReads, of: .quota("dynamodb.table.rcu"))
        d.limit("chat.r3.keydir.table_rcu_use", "key directory: reads, a table", used: keyReads, of: .quota("dynamodb.table.rcu"))
        d.limit(
            "chat.r3.dynamodb.account_rcu_use", "both tables: reads, the account", used: reads, of: .quota("dynamodb.account.rcu")
        )
        let extra = d["chat.r3.azloss.extra_read_units_per_s"]
        let table = d.derive(
            "chat.r3.azloss.read_units_per_s", .readUnit / .second, mailboxReads + extra, "a zone lost at the peak")
        let account = d.derive("chat.r3.azloss.account_read_units_per_s", .readUnit / .second, reads + extra)
        d.limit("chat.r3.azloss.table_rcu_use", "mailboxes: reads, a zone lost", used: table, of: .quota("dynamodb.table.rcu"))
        d.limit(
            "chat.r3.azloss.account_rcu_use", "both tables: reads, a zone lost", used: account, of: .quota("dynamodb.account.rcu")
        )
    }

    /// Somebody with five devices joins a large group: every other member's device wants a bundle of each.
    private static func chatRound3JoinBurst(_ d: inout Draft) {
        d.section("R3.11")
        let joining = d.assume("chat.r3.group.sample_devices", 5, .device)
        let members = d.assume("chat.r3.group.members", 256, .user, range: .atLeast(1))
        let others = d.derive(
            "chat.r3.group.member_devices", .device, (members - 1.of(.user)) * d["chat.r3.devices_per_user"])
        d.derive(
            "chat.r3.group.join_fetches", .fetch, (others * joining / 1.of(.device)).as(.fetch),
            "a bundle of each new device for each device there")
        let keys = d.derive(
            "chat.r3.group.join_keys_per_device", .key / .device, (others / 1.of(.device)).as(.key) / 1.of(.device),
            "one-time keys asked of each new device")
        d.limit(
            "chat.r3.group.join_key_use", "one-time keys of a device that joins", used: keys,
            of: d["chat.r3.keydir.classical_keys"])
        let within = d.assume(
            "chat.r3.group.join_burst_s", 10, .second, range: .positive, "the fetches come within; not in the text")
        let units = d.derive(
            "chat.r3.group.join_write_units_per_s", .writeUnit / .second,
            (keys * 1.of(.fetch / .key) * d["chat.r3.keydir.write_units_per_fetch"]) * 1.of(.device) / within,
            "on the keys of one device")
        d.limit(
            "chat.r3.group.join_partition_use", "writes on one device's keys as it joins", used: units,
            of: .quota("dynamodb.partition.wcu"))
        d.section("R3.6")
    }

    static func chatRound3Cache(_ d: inout Draft) {
        let refresh = d.assume("chat.r3.cache.registry_refresh_s", 60, .second, range: .positive)
        let registry = d.derive(
            "chat.r3.cache.registry_ops", .operation / .second,
            d["chat.r3.sockets.peak"] * 1.of(.operation / .socket) / refresh)
        let live = d.derive(
            "chat.r3.cache.live_envelope_deliveries", .envelope / .second,
            d["chat.r3.msgs.peak_per_s"] * d["chat.r3.deliveries_per_msg"] * .calibrated("cal.chat.r3.live_fraction"))
        let deadlines = d.derive(
            "chat.r3.cache.deadline_ops", .operation / .second,
            (live.as(.push) + d["chat.r3.push.fcm_peak_per_s"]) * 2.of(.operation / .push), "added and removed")
        let connects = d.derive(
            "chat.r3.cache.connect_ops", .operation / .second,
            2.of(.operation / .open)
                * (d["chat.r3.dau"] * d["chat.r3.opens_per_user_day"]).aSecond * d["chat.r3.peak_factor"],
            "connects and disconnects")
        let cursors = d.assume("chat.r3.cache.cursor_ops", 60_000, .operation / .second, "about; the text does not derive it")
        let lookups = d["chat.r3.devicelist.lookups_peak_per_s"] * 1.of(.operation / .lookup)
        let total = d.derive(
            "chat.r3.cache.total_ops", .operation / .second, registry + lookups + deadlines + connects + cursors)
        let plan = chatRound2["chat.r2.cache.plan_ops_per_shard"]
        d.derive("chat.r3.cache.tight_shards", .shard, ceil(total / plan), "no headroom")
        let shards = d.assume("chat.r3.cache.shards", 24, .shard, range: .whole(atLeast: 1), "chosen")
        let perShard = d.derive("chat.r3.cache.ops_per_shard", .operation / .second / .shard, total / shards)
        let nodes = d.derive("chat.r3.cache.nodes", .node, shards * 2.of(.node / .shard))
        let lost = d.derive(
            "chat.r3.azloss.cache_ops_per_shard", .operation / .second / .shard,
            (total + 2.of(.operation / .connection) * d["chat.r3.azloss.admit_per_s"]) / shards,
            "replicas have taken over, and phones come back")
        let book = "cache.ops_per_shard"
        d.limit("chat.r3.cache.shard_use", "cache operations a shard", used: perShard, of: plan, book: book)
        d.limit("chat.r3.azloss.cache_shard_use", "cache operations a shard, a zone lost", used: lost, of: plan, book: book)
        d.limit("chat.r3.cache.cluster_use", "cache nodes of a cluster", used: nodes, of: .quota("elasticache.cluster.nodes"))
    }

    static func chatRound3MediaAndBackups(_ d: inout Draft) {
        let share = d.share("chat.r3.media.msg_share", 0.1, "messages with a file")
        let bytes = d.assume("chat.r3.media.file_bytes", 500_000, .byte / .file)
        let downloads = d.assume("chat.r3.media.downloads_per_file", 3.54, .download / .file, "its derivation is not in the text")
        let fewer = d.assume("chat.r3.media.downloads_per_file_lever", 2.5, .download / .file, "without automatic download")
        let files = d.derive("chat.r3.media.files_per_day", .file / .day, (d["chat.r3.msgs.per_day"] * share).as(.file))
        d.media("chat.r3", files: files, bytes: bytes, downloads: downloads, kept: chatRound2["chat.r2.media.expire_days"])
        let lowered = d.derive(
            "chat.r3.cost.media_transfer_lever", .usd / .month,
            .tiered("cloudfront.data_us_eu", (files * fewer * bytes.as(.byte / .download)).aMonth.billed))
        d.derive("chat.r3.media.cloudfront_saving", .ratio, 1 - lowered / d["chat.r3.cost.media_transfer"])
        d.lever(
            "chat.r3.lever.media_downloads", "download media when asked for, not at once",
            saves: d["chat.r3.cost.media_transfer"] - lowered)

        let backing = d.share("chat.r3.backup.user_share", 0.6)
        let backup = d.assume("chat.r3.backup.bytes", 15_000_000, .byte / .user, "encrypted, text only")
        let stored = d.derive("chat.r3.backup.stored_bytes", .TB, d["chat.r3.dau"] * backing * backup)
        d.cost(
            "chat.r3.cost.backups", "backups: S3 storage above the media's",
            .tiered("s3.storage", (d["chat.r3.media.stored_bytes"] + stored).billed) - d["chat.r3.cost.media_storage"])
    }

    /// A report a device and day, which this text does not bill.
    static func chatRound3Telemetry(_ d: inout Draft) {
        d.section("R3.6, telemetry as in feed R3.6")
        let bytes = d.assume("chat.r3.telemetry.health_bytes", 2000, .byte / .record)
        let reports = d.derive(
            "chat.r3.telemetry.reports_per_day", .record / .day, d["chat.r3.keydir.devices"] * 1.of(.record / .device / .day))
        d.telemetry("chat.r3", reports: reports, bytes: bytes, peakFactor: d["chat.r3.peak_factor"])
        d.cost(
            "chat.r3.cost.telemetry", "Firehose: a report a device", firehoseCost(reports, bytes), onlyIfAsked: true)
    }
}
