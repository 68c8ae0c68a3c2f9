extension Draft {
    /// A figure that the text quotes and whose parts it does not give. Nothing computes it; what starts from it is marked.
    @discardableResult
    mutating func quoted(_ id: String, _ value: Rational, _ unit: Unit, _ why: String) -> Formula {
        assume(id, value, unit, range: .positive, Node.quotedMark + why)
    }

    /// The bill so far, without the lines that are off, and what the quoted total has beyond it.
    mutating func itemised(_ prefix: String, quoted: Formula) {
        let lines = costs.filter { !$0.isOptional }.map { Formula($0.node) }
        guard let first = lines.first else { return }
        let sum = derive("\(prefix).itemised", .usd / .month, lines.dropFirst().reduce(first) { $0 + $1 }, "what can be derived")
        derive("\(prefix).not_itemised", .usd / .month, quoted - sum, "of the quoted total; below 0: more was found than quoted")
    }

    /// A network balancer in each zone, its units by whichever of three is most.
    mutating func networkBalancer(
        _ design: String, balancers: Formula, connects: Formula, sockets: Formula, bytesPerDay: Formula
    ) {
        let one = Unit.networkBalancerUnit
        let perHour: Formula = bytesPerDay.billed / 24.of(.hour / .day)
        let byConnects: Formula = connects / 800.of(.connection / .second / one)
        let bySockets: Formula = sockets / 100_000.of(.socket / one)
        let byBytes: Formula = perHour / 1.of(.billedGB / .hour / one)
        let units = derive(
            "\(design).balancer_units", one,
            largest(["new connections": byConnects, "open connections": bySockets, "bytes": byBytes]),
            "TLS ends in the gateways; at the peak, all day")
        let rented: Formula = balancers.allMonth("nlb.hour") + units.allMonth("nlb.lcu_hour")
        cost("\(design).cost.balancers", "network balancers and their capacity units", rented, onlyIfAsked: true)
    }

    /// CloudWatch for a fleet, and KMS for what is encrypted with its own keys.
    mutating func metricsAndKeys(_ design: String, tasks: Formula, requests: Formula) {
        let perTask = assume("\(design).metrics_per_task", 20, .metric / .task, "not in the text")
        cost(
            "\(design).cost.cloudwatch", "CloudWatch metrics of the tasks",
            .tiered("cloudwatch.metric_month", tasks * perTask), onlyIfAsked: true)
        let keys = assume("\(design).kms_keys", 10, .key, "not in the text")
        cost(
            "\(design).cost.kms", "KMS, a request a file",
            keys * .price("kms.key_month") + requests.aMonth * .price("kms.request_10k"),
            onlyIfAsked: true)
    }

    /// Write capacity reserved for a year, as much as is in use at the quietest hour, the rest following the load.
    mutating func reserveWrites(_ design: String, following: Formula, mean: Formula) {
        let quiet = share("\(design).commit.quiet_share", 0.25, "the quietest hour over the mean: reserved; not in the text")
        let reserved = derive(
            "\(design).commit.reserved_writes_per_s", .writeUnit / .second, mean / targetUtilization * quiet)
        lever(
            "\(design).lever.reserved_writes", "reserve the quietest hour's writes for a year",
            saves: reserved.allMonth("dynamodb.wcu_hour") - reserved.reservedForAYear("dynamodb.reserved_wcu"))
        derive(
            "\(design).commit.reserved_all", .usd / .month,
            following - (mean / targetUtilization).allMonth("dynamodb.wcu_hour")
                + (mean / targetUtilization).reservedForAYear("dynamodb.reserved_wcu"),
            "the write line if the mean were reserved and in use at every hour")
    }
}

extension Draft {
    /// A balancer of requests in each zone, its units by whichever is most.
    mutating func applicationBalancer(_ design: String, balancers: Formula, requests: Formula, bytesPerDay: Formula) {
        let one = Unit.balancerUnit
        let perHour: Formula = bytesPerDay.billed / 24.of(.hour / .day)
        let byConnects: Formula = requests / 25.of(.connection / .second / one)
        let byBytes: Formula = perHour / 1.of(.billedGB / .hour / one)
        let units = derive(
            "\(design).balancer_units", one, largest(["new connections": byConnects, "bytes": byBytes]),
            "each sync a new connection; at the peak, all day")
        let rented: Formula = balancers.allMonth("alb.hour") + units.allMonth("alb.lcu_hour")
        cost("\(design).cost.balancers", "balancers and their capacity units", rented, onlyIfAsked: true)
    }
}
