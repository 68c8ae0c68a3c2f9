/// What every design does alike, written once.
extension Formula {
    /// What comes in a day, in a month.
    var aMonth: Formula { self * .daysPerMonth }

    /// What comes in a day, in a second of an average hour.
    var aSecond: Formula { self / .day }

    /// Bytes as a bill counts them.
    var billed: Formula { self / .billedGigabyte }

    /// A day's bytes out to the internet, priced as if the account sent nothing else.
    var egressCost: Formula { .tiered("ec2.data_out", aMonth.billed) }

    /// Rented by the hour, all month.
    func allMonth(_ price: String) -> Formula { self * .hoursPerMonth * .price(price) }

    /// The same, paid for a year at once and by the hour.
    func reservedForAYear(_ price: String) -> Formula {
        self * .price("\(price)_1y_upfront") / 12.of(.month / .year) + allMonth("\(price)_1y_hour")
    }
}

/// Capacity that waits for load: what is used over what is provided.
let targetUtilization = Formula.calibrated("cal.dynamodb.target_utilization")

extension Draft {
    /// A figure that the design plans with and a load test must confirm: an assumption with the quota book's value.
    mutating func planningFigure(_ id: String, book: String, _ note: String = "") -> Formula {
        guard let node = QuotaBook.list[book]?.node, let value = node.value else { return .faulty("there is no figure \(book)") }
        return assume(id, value / node.unit.scale ?? value, node.unit, range: .positive, note)
    }

    /// The rule of zones: any one may be lost, the others hold everything, and a tenth more. Demand is not rounded before.
    ///
    /// Nodes `per_az`, `tasks` and `surviving_tasks` under the prefix; the number of tasks in all. It is built for the loss of
    /// one zone, and survives that of `lost` as it can.
    @discardableResult
    mutating func fleet(
        _ prefix: String, demand: Formula, zones: Formula, headroom: Formula, lost: Formula = 1.of(.zone)
    ) -> Formula {
        let left = largest(["the zones left": zones - lost, "none": 0.of(.zone)])
        let perZone = derive("\(prefix).per_az", .task / .zone, ceil(demand / (zones - 1.of(.zone)) * headroom))
        derive("\(prefix).surviving_tasks", .task, left * perZone, "when a zone is lost")
        return derive("\(prefix).tasks", .task, zones * perZone)
    }

    /// A fleet that answers requests, by the rule of zones: how busy a task is, before and after a zone is lost.
    mutating func requestFleet(
        _ design: String, _ name: String, _ title: String, requests: Formula, demand: Formula, perTask: Formula,
        zones: Formula, headroom: Formula
    ) {
        let tasks = fleet("\(design).\(name)", demand: demand, zones: zones, headroom: headroom)
        let full = derive("\(design).\(name).requests_a_task", .request / .second / .task, requests / tasks)
        let lost = derive(
            "\(design).azloss.requests_a_task", .request / .second / .task,
            requests / self["\(design).\(name).surviving_tasks"], "a zone lost at the peak")
        let book = "feed.api.refresh_per_task"
        limit("\(design).\(name).task_use", "\(title) a task", used: full, of: perTask, book: book)
        limit("\(design).azloss.task_use", "\(title) a task, a zone lost", used: lost, of: perTask, book: book)
    }

    /// DynamoDB's three ways to pay for the same writes: on demand; provisioned for the peak, all day; provisioned as the
    /// load goes, which the designs reckon with and nobody quite reaches.
    mutating func writeLines(_ prefix: String, mean: Formula, peak: Formula) {
        derive(
            "\(prefix)_on_demand", .usd / .month,
            mean * .day * .daysPerMonth * .price("dynamodb.ondemand_write_million"), "paid by the write")
        derive(
            "\(prefix)_fixed", .usd / .month, (peak / targetUtilization).allMonth("dynamodb.wcu_hour"),
            "provisioned for the peak at the target")
        derive(
            "\(prefix)_following", .usd / .month, (mean / targetUtilization).allMonth("dynamodb.wcu_hour"),
            "provisioned as the load goes at the target: a lower bound")
        derive("\(prefix)_mean_of_fixed", .ratio, mean / peak * targetUtilization, "of what is provisioned for the peak")
        derive(
            "\(prefix)_fixed_break_even", .ratio,
            Formula.hoursPerMonth * .price("dynamodb.wcu_hour")
                / (Formula.day * .daysPerMonth * .price("dynamodb.ondemand_write_million")),
            "fixed is cheaper than on demand where more than this is used")
    }

    /// The same for reads.
    mutating func readLines(_ prefix: String, mean: Formula, peak: Formula) {
        derive(
            "\(prefix)_on_demand", .usd / .month,
            mean * .day * .daysPerMonth * .price("dynamodb.ondemand_read_million"), "paid by the read")
        derive(
            "\(prefix)_fixed", .usd / .month, (peak / targetUtilization).allMonth("dynamodb.rcu_hour"),
            "provisioned for the peak at the target")
        derive(
            "\(prefix)_following", .usd / .month, (mean / targetUtilization).allMonth("dynamodb.rcu_hour"),
            "provisioned as the load goes at the target: a lower bound")
    }

    /// A table's and the account's quota rows, both ways.
    mutating func tableLimits(_ prefix: String, _ title: String, writes: Formula? = nil, reads: Formula? = nil) {
        if let writes {
            limit("\(prefix).table_wcu_use", "\(title): writes, a table", used: writes, of: .quota("dynamodb.table.wcu"))
            limit("\(prefix).account_wcu_use", "\(title): writes, the account", used: writes, of: .quota("dynamodb.account.wcu"))
        }
        if let reads {
            limit("\(prefix).table_rcu_use", "\(title): reads, a table", used: reads, of: .quota("dynamodb.table.rcu"))
            limit("\(prefix).account_rcu_use", "\(title): reads, the account", used: reads, of: .quota("dynamodb.account.rcu"))
        }
    }

    /// Files that are uploaded once, kept for a while and downloaded through CloudFront: five lines of the bill, each also
    /// rounded to $100 as the designs print and add them, and their sum. Every request at the price of the viewer's region.
    mutating func media(_ design: String, files: Formula, bytes: Formula, downloads: Formula, kept: Formula) {
        let stored = derive("\(design).media.stored_bytes", .TB, files * bytes * kept)
        let fetched = files * downloads
        let europe = share("\(design).media.europe_share", 0, "viewers in Europe; the text prices all as in the United States")
        let lines: [(String, String, Formula)] = [
            ("media_storage", "media: S3 storage", .tiered("s3.storage", stored.billed)),
            ("media_puts", "media: S3 uploads", files.aMonth.as(.request) * .price("s3.put_1k")),
            (
                "media_transfer", "media: CloudFront data",
                .tiered("cloudfront.data_us_eu", (fetched * bytes.as(.byte / .download)).aMonth.billed)
            ),
            (
                "media_requests", "media: CloudFront requests",
                .tiered("cloudfront.https_us_million", fetched.aMonth.as(.request) * (1 - europe))
                    + fetched.aMonth.as(.request) * europe * .price("cloudfront.https_eu_million")
            ),
            ("media_gets", "media: S3 reads", fetched.aMonth * .calibrated("cal.chat.media.s3_get_share") * .price("s3.get_1k")),
        ]
        var sum: Formula?
        for (name, title, formula) in lines {
            let line = cost("\(design).cost.\(name)", title, formula)
            let rounded = derive(
                "\(design).cost.\(name)_planning", .usd / .month, line.rounded(to: Quantity(100, .usd / .month)))
            sum = sum.map { $0 + rounded } ?? rounded
        }
        if let sum { derive("\(design).cost.media", .usd / .month, sum, "lines rounded before they are added, as printed") }
    }
}
