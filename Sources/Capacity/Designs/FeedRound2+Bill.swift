extension Design {
    static func feedRound2Alternatives(_ d: inout Draft) {
        let entries = d.derive("feed.r2.log.entries_per_month", .entry / .month, d["feed.r2.log.entries_per_day"].aMonth)
        let perMillion = d.derive(
            "feed.r2.dynamodb.ondemand_usd_per_million", .usd / .writeUnit.times(1_000_000),
            .price("dynamodb.ondemand_write_million"))
        let onDemand = d.derive(
            "feed.r2.cost.log_ondemand", .usd / .month, entries * d["feed.r2.log.writes_per_entry"] * perMillion)
        d.derive(
            "feed.r2.cost.provisioned_cut", .ratio, 1 - d["feed.r2.cost.writes_following"] / onDemand,
            "provisioned as the load goes, against on demand")

        let requests = d.derive(
            "feed.r2.cdn_alt.requests_per_month", .request / .month,
            d["feed.r2.syncs.per_day"].aMonth.as(.request) + d["feed.r2.batches.per_day"].aMonth.as(.request),
            "if the API stood behind CloudFront")
        d.derive("feed.r2.cdn_alt.request_cost", .usd / .month, .tiered("cloudfront.https_us_million", requests))

        let pages = d["feed.r2.syncs.per_day"] * d["feed.r2.page_bytes"]
        d.derive("feed.r2.full_pages.egress_per_month", .PB / .month, pages.aMonth)
        let full = d.derive("feed.r2.full_pages.cost", .usd / .month, pages.egressCost, "if each sync were a whole page")
        let replies = d["feed.r2.batches.per_day"] * .calibrated("cal.feed.r2.batch_reply_bytes")
        let bytes = d.derive(
            "feed.r2.egress_bytes_per_day", .TB / .day,
            d["feed.r2.syncs.per_day"] * d["feed.r2.slo.bytes_per_sync"] + replies, "syncs and replies to batches")
        let egress = d.cost("feed.r2.cost.api_egress", "syncs and replies out to phones", bytes.egressCost)
        d.lever("feed.r2.lever.small_syncs", "syncs in place of whole pages: what they save already", saves: full - egress)
    }

    static func feedRound2Bill(_ d: inout Draft) {
        let users = d["feed.r2.dau"]
        let images = d.cost(
            "feed.r2.cost.images", "images: CloudFront data and requests",
            imageDelivery(
                bytes: users * d["feed.r2.user.image_bytes_per_day"],
                images: users * .calibrated("cal.feed.image_requests_per_user_day")))
        d.cost("feed.r2.cost.log_writes", "change log: DynamoDB writes, as the load goes", d["feed.r2.cost.writes_following"])
        d.cost("feed.r2.cost.log_reads", "change log: DynamoDB reads, as the load goes", d["feed.r2.cost.reads_following"])
        let kept = d.assume("feed.r2.tombstone_days", 14, .day)
        d.cost(
            "feed.r2.cost.log_storage", "change log: DynamoDB storage, for as long as deletes are kept",
            .tiered(
                "dynamodb.storage_gb_month",
                (d["feed.r2.log.entries_per_day"] * d["feed.r2.log.stored_bytes_per_entry"] * kept).billed))
        d.cost(
            "feed.r2.cost.kinesis", "Kinesis shards and payload units",
            d["feed.r2.kinesis.shards"].allMonth("kinesis.shard_hour")
                + d["feed.r2.log.entries_per_month"].as(.payloadUnit) * .price("kinesis.put_million"))

        let total = d.quoted("feed.r2.cost.total_per_month", 207_000, .usd / .month, "its cost table is not in the text")
        d.derive("feed.r2.cost.per_dau", .usd / .user / .month, total / users)
        d.derive("feed.r2.cost.images_share_min", .ratio, images / total, "the text: more than half")
        d.itemised("feed.r2.cost", quoted: total)
        feedRound2Optional(&d)
    }

    private static func feedRound2Optional(_ d: inout Draft) {
        d.section("R2.6, priced and not billed")
        let zones = d["feed.r2.az.count"]
        d.cost(
            "feed.r2.cost.cdn_in_front", "CloudFront requests, if the API stood behind it", d["feed.r2.cdn_alt.request_cost"],
            onlyIfAsked: true)
        let sns = (Formula.price("sns.push_publish_million") + .price("sns.push_delivery_million"))
        d.cost("feed.r2.cost.sns", "SNS for pushes", d["feed.r2.push.per_day"].aMonth * sns, onlyIfAsked: true)
        d.applicationBalancer(
            "feed.r2", balancers: zones * 1.of(.balancer / .zone), requests: d["feed.r2.syncs.peak_per_s"].as(.connection),
            bytesPerDay: d["feed.r2.egress_bytes_per_day"])
        d.cost(
            "feed.r2.cost.cross_zone", "syncs between balancers and tasks of two zones, both directions",
            2 * (d["feed.r2.egress_bytes_per_day"] * (zones - 1.of(.zone)) / zones).aMonth.billed * .price("vpc.cross_az_gb"),
            onlyIfAsked: true)
        d.section("R2.6, what a commitment saves")
        d.reserveWrites("feed.r2", following: d["feed.r2.cost.writes_following"], mean: d["feed.r2.log.writes_avg_per_s"])
    }
}
