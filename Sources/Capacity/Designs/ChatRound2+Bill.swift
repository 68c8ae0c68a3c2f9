extension Design {
    /// What of the text's total can be derived. What it prices and leaves out is off until asked for.
    static func chatRound2Bill(_ d: inout Draft) {
        d.section("R2.6")
        let taskMonth = Formula.calibrated("cal.chat.gateway.usd_per_task_month")
        let gateways = d.cost("chat.r2.cost.gateways", "gateway tasks", d["chat.r2.gateways.tasks"] * taskMonth)
        let writes = d.cost(
            "chat.r2.cost.dynamodb_writes", "DynamoDB writes, provisioned as the load goes", d["chat.r2.cost.writes_following"])
        let reads = d.cost(
            "chat.r2.cost.dynamodb_reads", "DynamoDB reads, provisioned as the load goes", d["chat.r2.cost.reads_following"])
        let floor = d.cost(
            "chat.r2.cost.dynamodb_evening_floor", "DynamoDB reads kept ready for a lost zone",
            d["chat.r2.azloss.extra_read_units_per_s"] * .price("dynamodb.rcu_hour")
                * d["chat.r2.azloss.read_floor_hours"] * .daysPerMonth)
        let storage = d.cost(
            "chat.r2.cost.dynamodb_storage", "DynamoDB storage",
            .tiered("dynamodb.storage_gb_month", .calibrated("cal.chat.r2.dynamodb.stored_bytes").billed))
        d.cost(
            "chat.r2.cost.cache", "cache nodes", d["chat.r2.cache.nodes"].allMonth("elasticache.valkey.r7g_xlarge.hour"))
        let down = d.derive(
            "chat.r2.egress_bytes_per_day", .TB / .day,
            d["chat.r2.heartbeat.bytes_per_day"] / 2
                + d["chat.r2.msgs.per_day"] * .calibrated("cal.chat.r2.frame.ack_bin")
                + d["chat.r2.deliveries.per_day"] * .calibrated("cal.chat.r2.frame.receive_bin"),
            "to phones: half the heartbeats, acks, messages")
        d.cost("chat.r2.cost.egress", "data out to phones", down.egressCost)

        let total = d.quoted("chat.r2.cost.total_per_month", 168_300, .usd / .month, "its cost table is not in the text")
        d.derive("chat.r2.cost.total_rounded", .usd / .month, total)
        d.derive("chat.r2.cost.media_share", .ratio, d["chat.r2.cost.media"] / total)
        d.derive("chat.r2.cost.gateway_share", .ratio, gateways / total)
        let table = d.derive("chat.r2.cost.dynamodb", .usd / .month, writes + reads + floor + storage)
        d.derive("chat.r2.cost.dynamodb_share", .ratio, table / total)
        d.derive("chat.r2.cost.per_dau_cents", .cent / .user / .month, total / d["chat.r2.dau"] * .cents)
        d.itemised("chat.r2.cost", quoted: total)
        chatRound2Optional(&d)
    }

    private static func chatRound2Optional(_ d: inout Draft) {
        d.section("R2.6, priced and not billed")
        d.cost(
            "chat.r2.cost.sns", "SNS in place of own push workers", d["chat.r2.push.sns_cost_per_month"], onlyIfAsked: true)
        let zones = d["chat.r2.az.count"]
        let crossing =
            d["chat.r2.deliveries.per_day"] * .calibrated("cal.chat.r2.frame.receive_bin")
            * (zones - 1.of(.zone)) / zones
        d.cost(
            "chat.r2.cost.cross_zone", "messages between gateways of two zones, both directions",
            2 * crossing.aMonth.billed * .price("vpc.cross_az_gb"), onlyIfAsked: true)
        d.networkBalancer(
            "chat.r2", balancers: zones * 1.of(.balancer / .zone),
            connects: (d["chat.r2.opens.per_day"].aSecond * d["chat.r2.peak_factor"]).as(.connection),
            sockets: d["chat.r2.sockets.peak"], bytesPerDay: d["chat.r2.egress_bytes_per_day"])
        let payload = d.assume("chat.r2.push.payload_bytes", 4096, .byte / .push, "the most that the providers take")
        d.cost(
            "chat.r2.cost.nat", "NAT gateways for the push workers",
            (zones * 1.of(.gateway / .zone)).allMonth("natgw.hour")
                + (d["chat.r2.push.per_day_planning"] * payload).aMonth.billed * .price("natgw.gb"), onlyIfAsked: true)
        d.metricsAndKeys(
            "chat.r2", tasks: d["chat.r2.gateways.tasks"], requests: d["chat.r2.media.files_per_day"].as(.request))
        d.section("R2.6, what a commitment saves")
        d.reserveWrites(
            "chat.r2", following: d["chat.r2.cost.writes_following"], mean: d["chat.r2.dynamodb.writes_avg_per_s"])
    }
}
