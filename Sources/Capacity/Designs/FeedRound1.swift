extension Design {
    /// Feed, round 1: a million daily users, full pages, images through a CDN.
    public static let feedRound1 = Design("feed-r1", "Feed round 1", dailyUsers: "feed.r1.dau") { d in
        feedRound1Traffic(&d)
        feedRound1Bytes(&d)
        feedRound1Tasks(&d)
        feedRound1NoCache(&d)
        feedRound1Bill(&d)
    }

    private static func feedRound1Traffic(_ d: inout Draft) {
        d.section("R1 header")
        _ = d.assume("feed.r1.region.count", 1, .region, range: .whole(atLeast: 1))
        _ = d.assume("feed.r1.az.count", 3, .zone, range: .whole(atLeast: 1))
        let users = d.assume("feed.r1.dau", 1_000_000, .user, range: .positive)
        _ = d.share("feed.r1.slo.availability", 0.999)
        _ = d.assume("feed.r1.device.storage_bytes", 100_000_000, .byte / .device)
        d.section("R1.3")
        let low = d.assume("feed.r1.display.hz_low", 60, .hertz, range: .positive)
        let high = d.assume("feed.r1.display.hz_high", 120, .hertz, range: .positive)
        let second = 1000.of(.millisecond * .hertz)
        d.derive("feed.r1.display.frame_ms_60", .millisecond, second / low)
        d.derive("feed.r1.display.frame_ms_120", .millisecond, second / high)
        d.section("R1.7")
        let perUser = d.assume("feed.r1.refreshes_per_user_day", 10, .refresh / .user / .day)
        let peakFactor = d.assume("feed.r1.peak_factor", 3, .ratio, range: .atLeast(1))
        d.derive("feed.r1.refreshes.peak_per_s", .refresh / .second, (users * perUser).aSecond * peakFactor)
    }

    private static func feedRound1Bytes(_ d: inout Draft) {
        let perUser = d["feed.r1.refreshes_per_user_day"]
        let pageBytes = d.assume("feed.r1.page_bytes", 60_000, .byte / .page, "about, on the wire")
        let unchanged = d.share("feed.r1.share_304", 0.2)
        let images = d.assume("feed.r1.images_per_refresh", 5, .image / .refresh, "on average, counting the 304s")
        let imageBytes = d.assume("feed.r1.image_bytes", 60_000, .byte / .image)
        let pages = d.derive("feed.r1.user.full_pages_per_day", .page / .user / .day, (perUser * (1 - unchanged)).as(.page))
        let fetched = d.derive("feed.r1.user.images_per_day", .image / .user / .day, perUser * images)
        let api = d.derive("feed.r1.user.api_bytes_per_day", .kB / .user / .day, pages * pageBytes)
        let pictures = d.derive("feed.r1.user.image_bytes_per_day", .MB / .user / .day, fetched * imageBytes)
        let all = d.derive("feed.r1.user.bytes_per_day", .MB / .user / .day, api + pictures)
        d.derive("feed.r1.user.bytes_per_month", .MB / .user / .month, all.aMonth)
        d.section("R1.4, R1.7")
        let items = d.assume("feed.r1.api.page_items", 20, .image / .refresh, "an image each")
        d.section("R1.7")
        let noCache = d.derive(
            "feed.r1.user.nocache_bytes_per_day", .MB / .user / .day, perUser * items * imageBytes, "without a cache on the phone"
        )
        d.derive("feed.r1.user.cache_saves_bytes_per_day", .MB / .user / .day, noCache - pictures)
    }

    private static func feedRound1Tasks(_ d: inout Draft) {
        let perTask = d.planningFigure("feed.r1.api.refreshes_per_task_s", book: "feed.api.refresh_per_task", "to load-test")
        let zones = d["feed.r1.az.count"]
        let requests = d["feed.r1.refreshes.peak_per_s"].as(.request)
        d.derive("feed.r1.api.tasks_needed", .task, ceil(requests / perTask), "no zone may be lost")
        d.requestFleet(
            "feed.r1", "api", "refreshes", requests: requests, demand: requests / perTask, perTask: perTask, zones: zones,
            headroom: 1)
    }

    private static func feedRound1NoCache(_ d: inout Draft) {
        let users = d["feed.r1.dau"]
        let bytes = d.derive(
            "feed.r1.nocache.bytes_per_month", .TB / .month, users * d["feed.r1.user.nocache_bytes_per_day"].aMonth)
        let data = d.derive(
            "feed.r1.nocache.data_cost", .usd / .month, .tiered("cloudfront.data_us_eu", bytes.billed))
        let requests = d.derive(
            "feed.r1.nocache.requests_per_month", .request / .month,
            (users * d["feed.r1.refreshes_per_user_day"] * d["feed.r1.api.page_items"]).aMonth.as(.request / .month))
        let asked = d.derive(
            "feed.r1.nocache.request_cost", .usd / .month, .tiered("cloudfront.https_us_million", requests))
        d.derive("feed.r1.nocache.total_cost", .usd / .month, data + asked)
    }

    private static func feedRound1Bill(_ d: inout Draft) {
        let users = d["feed.r1.dau"]
        let images = d.cost(
            "feed.r1.cost.image_delivery", "images: CloudFront data and requests",
            imageDelivery(
                bytes: users * d["feed.r1.user.image_bytes_per_day"],
                images: (users * d["feed.r1.user.images_per_day"]).as(.request / .day)))
        d.cost(
            "feed.r1.cost.api_egress", "pages out to phones", (users * d["feed.r1.user.api_bytes_per_day"]).egressCost)
        d.cost(
            "feed.r1.cost.api_tasks", "API tasks of a vCPU and 2 GB",
            d["feed.r1.api.tasks"] * 1.of(.vcpu / .task) * .hoursPerMonth * .price("fargate.x86.vcpu_hour")
                + d["feed.r1.api.tasks"] * 2.of(.billedGB / .task) * .hoursPerMonth * .price("fargate.x86.gb_hour"),
            onlyIfAsked: true)
        let total = d.quoted("feed.r1.cost.total_per_month", 10_300, .usd / .month, "its cost table is not in the text")
        d.itemised("feed.r1.cost", quoted: total)
        d.lever(
            "feed.r1.lever.image_cache", "a cache of images on the phone: what it saves already",
            saves: d["feed.r1.nocache.total_cost"] - images)
    }

    /// Images a day through CloudFront: bytes by its steps, requests at the United States' price.
    static func imageDelivery(bytes: Formula, images: Formula) -> Formula {
        .tiered("cloudfront.data_us_eu", bytes.aMonth.billed) + .tiered("cloudfront.https_us_million", images.aMonth)
    }
}
