extension Design {
    static func chatRound3Bill(_ d: inout Draft) {
        d.section("R3.6")
        let taskMonth = Formula.calibrated("cal.chat.gateway.usd_per_task_month")
        let gateways = d.cost("chat.r3.cost.gateways", "gateway tasks", d["chat.r3.gateways.tasks"] * taskMonth)
        let writes = d.cost(
            "chat.r3.cost.envelope_writes", "DynamoDB writes of mailboxes, provisioned as the load goes",
            d["chat.r3.cost.writes_following"])
        d.cost(
            "chat.r3.cost.dynamodb_reads", "DynamoDB reads of mailboxes, provisioned as the load goes",
            d["chat.r3.cost.reads_following"])
        d.cost(
            "chat.r3.cost.keydir", "key directory: writes and reads as the load goes, and storage",
            d["chat.r3.cost.keydir_writes_following"] + d["chat.r3.cost.keydir_reads_following"]
                + .tiered("dynamodb.storage_gb_month", d["chat.r3.keydir.stored_bytes"].billed))
        d.cost("chat.r3.cost.cache", "cache nodes", d["chat.r3.cache.nodes"].allMonth("elasticache.valkey.r7g_xlarge.hour"))
        chatRound3Egress(&d)

        let cents = d.quoted(
            "chat.r3.cost.per_dau_cents", 0.79, .cent / .user / .month, "its total and cost table are not in the text")
        let total = d.derive(
            "chat.r3.cost.total_quoted", .usd / .month, cents / .cents * d["chat.r3.dau"], "from the cents a daily user")
        d.derive("chat.r3.cost.media_share", .ratio, d["chat.r3.cost.media"] / total)
        d.derive("chat.r3.cost.envelope_writes_share", .ratio, writes / total)
        d.derive("chat.r3.cost.gateway_share", .ratio, gateways / total)
        d.itemised("chat.r3.cost", quoted: total)
        chatRound3Levers(&d, writes)
        chatRound3Optional(&d)
    }

    /// Messages as delivered, and the half of round 2's heartbeats that goes to phones.
    private static func chatRound3Egress(_ d: inout Draft) {
        d.section("R3.3")
        let bytes = d.assume("chat.r3.frames.envelope_binary_bytes", 300, .byte / .envelope, "about, as delivered")
        let json = d.assume("chat.r3.frames.envelope_json_bytes", 590, .byte / .envelope, "about")
        d.section("R3.6")
        let envelopes = d["chat.r3.msgs.per_day"] * d["chat.r3.deliveries_per_msg"]
        let pings =
            (d["chat.r3.sockets.peak"] * chatRound2["chat.r2.heartbeat.socket_hours_share"]
            / chatRound2["chat.r2.heartbeat.effective_interval_s"]).as(.ping / .second) * .day
        let down = d.derive(
            "chat.r3.egress_bytes_per_day", .TB / .day,
            envelopes * bytes + pings * .calibrated("cal.chat.r2.hb.bytes_per_exchange") / 2, "to phones")
        let cost = d.cost("chat.r3.cost.egress", "data out to devices", down.egressCost)
        d.lever(
            "chat.r3.lever.binary_frames", "binary frames, not JSON: what they save already",
            saves: (down + envelopes * (json - bytes)).egressCost - cost)
    }

    private static func chatRound3Levers(_ d: inout Draft, _ writes: Formula) {
        let perMessage = d["chat.r3.envelopes_per_msg"]
        d.lever(
            "chat.r3.lever.cursor_saved_writes", "cursors in place of deletes: writes saved",
            saves: writes * perMessage * d["chat.r3.envelope.units_delete"] / d["chat.r3.dynamodb.write_units_per_msg"])
        let kept = d["chat.r3.msgs.per_day"] * perMessage * d["chat.r3.envelope.stored_bytes"]
        let days = d["chat.r3.envelope.ttl_days"]
        d.derive(
            "chat.r3.lever.cursor_storage_low", .usd / .month, .tiered("dynamodb.storage_gb_month", (kept * days).billed),
            "cursors in place of deletes: what is then stored until its time is over")
        d.derive(
            "chat.r3.lever.cursor_storage_high", .usd / .month,
            .tiered("dynamodb.storage_gb_month", (kept * (days + .calibrated("cal.chat.r3.ttl_lag_days"))).billed),
            "the same, where items linger after it")
        d.lever(
            "chat.r3.lever.cursors", "cursors in place of deletes, storage taken off",
            saves: d["chat.r3.lever.cursor_saved_writes"] - d["chat.r3.lever.cursor_storage_high"])
        let fewer = d.share("chat.r3.lever.prekeys_kept", 0.5, "of the one-time keys, if fewer are kept; not in the text")
        d.lever(
            "chat.r3.lever.prekeys", "fewer one-time keys in store",
            saves: .tiered("dynamodb.storage_gb_month", d["chat.r3.keydir.stored_bytes"].billed)
                - .tiered("dynamodb.storage_gb_month", (d["chat.r3.keydir.stored_bytes"] * fewer).billed))
        d.reserveWrites("chat.r3", following: writes, mean: d["chat.r3.dynamodb.writes_avg_per_s"])
    }

    private static func chatRound3Optional(_ d: inout Draft) {
        d.section("R3.6, priced and not billed")
        let zones = d["chat.r3.az.count"]
        d.cost(
            "chat.r3.cost.sns", "SNS in place of own push workers", d["chat.r3.push.sns_cost_per_month"], onlyIfAsked: true)
        let crossing =
            d["chat.r3.msgs.per_day"] * d["chat.r3.deliveries_per_msg"]
            * d["chat.r3.frames.envelope_binary_bytes"] * (zones - 1.of(.zone)) / zones
        d.cost(
            "chat.r3.cost.cross_zone", "envelopes between gateways of two zones, both directions",
            2 * crossing.aMonth.billed * .price("vpc.cross_az_gb"), onlyIfAsked: true)
        d.networkBalancer(
            "chat.r3", balancers: zones * 1.of(.balancer / .zone),
            connects: ((d["chat.r3.dau"] * d["chat.r3.opens_per_user_day"]).aSecond * d["chat.r3.peak_factor"]).as(.connection),
            sockets: d["chat.r3.sockets.peak"], bytesPerDay: d["chat.r3.egress_bytes_per_day"])
        d.cost(
            "chat.r3.cost.nat", "NAT gateways for the push workers",
            (zones * 1.of(.gateway / .zone)).allMonth("natgw.hour")
                + (d["chat.r3.push.per_day_planning"] * chatRound2["chat.r2.push.payload_bytes"]).aMonth.billed
                * .price("natgw.gb"), onlyIfAsked: true)
        d.metricsAndKeys(
            "chat.r3", tasks: d["chat.r3.gateways.tasks"], requests: d["chat.r3.media.files_per_day"].as(.request))
    }
}
