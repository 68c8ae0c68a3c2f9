import Database
import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// Percentiles and the greatest of a measured value; of the queue age also the shares over an hour and a day.
    public func queueAges(_ request: QueueAgeRequest) throws -> QueueAgeReport {
        let filter = request.filter
        let known: Set<Dimension> = [.version, .platform, .deviceClass, .day]
        try refuse(request.by, beyond: known, in: request.metric.name)
        let window = try days(filter)
        let completeness = try completenessOfDays(filter)
        let buckets = try buckets(request, window)
        var shares: [ReportGroup: QueryRow] = [:]
        if request.metric == .queueAge {
            let values = parameters(window, filter, by: request.by, of: [.version, .platform, .deviceClass, .day])
            let name = isFromFacts(request) ? "messaging/queue_age_days" : "messaging/queue_ages"
            for row in try rows(name, values) { shares[ReportGroup(row)] = row }
        }
        let rows = Set(buckets.keys).union(shares.keys).sorted().map { group in
            QueueAgeRow(
                group, buckets[group] ?? BucketCounts(), shares[group],
                completeness: completeness.share(of: group, in: window, filter: filter))
        }
        let frame = ReportFrame(
            window: .days(window), filter: filter, by: request.by,
            completeness: completeness.share(of: window, platform: filter.platform),
            notes: isFromFacts(request)
                ? ["answered from the facts, which takes longer: values as now known, of install-days known by then"]
                : [])
        return QueueAgeReport(
            frame: frame, metric: request.metric, rows: rows, others: try allVersions(request, window))
    }

    /// What one version's rows are held against: rows of one version, day by day, are all as bad as it is.
    private func allVersions(_ request: QueueAgeRequest, _ window: DayWindow) throws -> [ReportGroup: QueueAgeRow]? {
        guard request.filter.version != nil, request.metric == .queueAge else { return nil }
        var filter = request.filter
        filter.version = nil
        let by = request.by.subtracting([.version])
        let values = parameters(window, filter, by: by, of: [.version, .platform, .deviceClass, .day])
        var found: [ReportGroup: QueueAgeRow] = [:]
        for row in try rows(isFromFacts(request) ? "messaging/queue_age_days" : "messaging/queue_ages", values) {
            let group = ReportGroup(row)
            found[group] = QueueAgeRow(group, BucketCounts(), row, completeness: nil)
        }
        return found
    }

    /// The stored buckets know neither device classes nor what was known when, and the rollup books shares at the hour of
    /// the report that changed them, so that as of an hour its counts may disagree.
    private func isFromFacts(_ request: QueueAgeRequest) -> Bool {
        request.by.contains(.deviceClass) || request.filter.asOf != nil
    }

    func buckets(_ request: QueueAgeRequest, _ window: DayWindow) throws -> [ReportGroup: BucketCounts] {
        let isFromFacts = isFromFacts(request)
        let known: [Dimension] = isFromFacts ? [.version, .platform, .deviceClass, .day] : [.version, .platform, .day]
        var values = parameters(window, request.filter, by: request.by, of: known)
        values["metric"] = .text(request.metric.name)
        if !isFromFacts { values["as_of_hour"] = nil }
        var buckets: [ReportGroup: BucketCounts] = [:]
        let query = try catalog.query(isFromFacts ? "health/histogram_values" : "health/histogram")
        try query.forEachRow(on: database, values) { row in
            let bucket =
                isFromFacts ? LogHistogram.bucket(of: row.count("value")) : Int32(clamping: row.count("bucket"))
            buckets[ReportGroup(row), default: BucketCounts()].add(bucket: bucket, count: row.count("install_days"))
        }
        return buckets
    }
}

extension QueueAgeRow {
    init(_ group: ReportGroup, _ buckets: BucketCounts, _ shares: QueryRow?, completeness: Double?) {
        self.group = group
        installDays = shares?.count("install_days") ?? buckets.total
        p50 = buckets.percentile(50)
        p90 = buckets.percentile(90)
        p99 = buckets.percentile(99)
        max = buckets.maximum
        self.shares = shares.map(QueueAgeShares.init)
        self.completeness = completeness
    }
}

extension QueueAgeShares {
    init(_ row: QueryRow) {
        let withAge = row.count("install_days")
        let reporting = row.count("reporting_install_days")
        over1h = row.real("over_1h_share")
        over1hInstallDays = row.count("over_1h_install_days")
        over1hInterval = Wilson.interval(over1hInstallDays, of: withAge)
        over24h = row.real("over_24h_share")
        over24hInstallDays = row.count("over_24h_install_days")
        over24hInterval = Wilson.interval(over24hInstallDays, of: withAge)
        quarantined = row.real("quarantined_share")
        quarantinedInstallDays = row.count("quarantined_install_days")
        quarantinedInterval = Wilson.interval(quarantinedInstallDays, of: reporting)
        failed = row.real("failed_share")
        failedInstallDays = row.count("failed_install_days")
        failedInterval = Wilson.interval(failedInstallDays, of: reporting)
        reportingInstallDays = reporting
    }
}
