import FleetCore
import Health
import Reporting
import Statistics

extension FleetReport {
    private static let byDay: Set<Dimension> = [.version, .platform, .day]
    /// Longer windows are shown by the day alone.
    private static let daysByHour = 3

    // MARK: Crashes

    func crashFree(_ answer: CrashFreeReport, _ pictures: ReportPictures) throws -> Section {
        var report = Report(answer, filter)
        let byDay = try reports.crashFree(CrashFreeRequest(filter: filter, by: FleetReport.byDay))
        let entries = byDay.rows.compactMap { row -> ReportPictures.Entry? in
            guard let version = row.group.version, let day = row.group.day else { return nil }
            return ReportPictures.Entry(
                platform: row.group.platform, version: version, start: day.start, value: row.crashFree,
                low: row.crashFreeInterval?.low, high: row.crashFreeInterval?.high,
                text: text(row.crashFree, row.crashFreeInterval, .down)
                    + ", \(groupedDigits(row.crashedInstalls)) of \(groupedDigits(row.activeInstalls)) crashed",
                weight: row.activeInstalls)
        }
        let shape: (inout LineChart) -> Void = { chart in
            chart.baseline = .fitted
            chart.guides = [LineChart.Guide(RowMarks.crashFreePromise, chosenShareText(RowMarks.crashFreePromise))]
        }
        let bad = report.badGroups()
        report.lineCharts = pictures.charts("Crash-free installs by day", .share(.down), entries, preferred: bad, shape)
        report.addFolded(Report(byDay, filter), "crash-free-by-day", title: "Crash-free installs by day")
        if pictures.window.dayCount <= FleetReport.daysByHour {
            let byHour = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: filter, by: [.version, .platform]))
            report.lineCharts += pictures.charts(
                "Crash-free installs by UTC hour", .share(.down), byHour.rows.compactMap(entry), grain: .hour, preferred: bad,
                shape)
            report.addFolded(Report(byHour, filter), "crash-free-by-hour", title: "Crash-free installs by UTC hour")
        }
        return Section(
            report: report,
            finding: FleetReport.finding("crashes", report, hasData: answer.outcome != .noData), outcome: answer.outcome)
    }

    private func entry(_ row: CrashFreeHourRow) -> ReportPictures.Entry? {
        guard let version = row.group.version else { return nil }
        return ReportPictures.Entry(
            platform: row.group.platform, version: version, start: row.hour.start, value: row.crashFree,
            low: row.crashFreeInterval?.low, high: row.crashFreeInterval?.high,
            text: text(row.crashFree, row.crashFreeInterval, .down)
                + ", \(groupedDigits(row.crashedInstalls)) of \(groupedDigits(row.activeInstalls)) crashed",
            weight: row.activeInstalls)
    }

    // MARK: Decryption

    func decryptFailures(_ pictures: ReportPictures) throws -> Section {
        let answer = try reports.decryptFailures(DecryptFailureRequest(filter: filter))
        var report = Report(answer, filter)
        let byDay = try reports.decryptFailures(DecryptFailureRequest(filter: filter, by: FleetReport.byDay))
        let entries = byDay.rows.compactMap { row -> ReportPictures.Entry? in
            guard let version = row.group.version, let day = row.group.day else { return nil }
            return ReportPictures.Entry(
                platform: row.group.platform, version: version, start: day.start, value: row.pairsPer10kActive,
                text: "\(groupedDigits(row.pairs)) pairs on \(groupedDigits(row.affectedInstalls)) of "
                    + "\(groupedDigits(row.activeInstalls)) active installs", weight: row.activeInstalls)
        }
        report.lineCharts = pictures.charts(
            "Failing device pairs per 10,000 active installs", .rate(decimals: 1), entries, preferred: report.badGroups())
        report.addFolded(Report(byDay, filter), "decrypt-failures-by-day", title: "Failing device pairs by day")
        return Section(
            report: report, finding: FleetReport.finding("decryption", report, hasData: answer.outcome != .noData),
            outcome: answer.outcome)
    }

    // MARK: Outbox

    func queueAges(_ pictures: ReportPictures) throws -> Section {
        let answer = try reports.queueAges(QueueAgeRequest(filter: filter))
        var report = Report(ages: answer, filter)
        let byDay = try reports.queueAges(QueueAgeRequest(filter: filter, by: FleetReport.byDay))
        let entries = byDay.rows.compactMap { row -> ReportPictures.Entry? in
            guard let version = row.group.version, let day = row.group.day, let shares = row.shares else { return nil }
            return ReportPictures.Entry(
                platform: row.group.platform, version: version, start: day.start, value: shares.over1h,
                low: shares.over1hInterval?.low, high: shares.over1hInterval?.high,
                text: text(shares.over1h, shares.over1hInterval, .nearest)
                    + ", \(groupedDigits(shares.over1hInstallDays)) of \(groupedDigits(row.installDays)) install-days",
                weight: row.installDays)
        }
        report.lineCharts = pictures.charts(
            "Installs whose oldest message waited over an hour", .share(.nearest), entries, preferred: report.badGroups())
        report.addFolded(Report(ages: byDay, filter), "queue-ages-by-day", title: "Waiting messages by day")
        return Section(
            report: report, finding: FleetReport.finding("outbox", report, hasData: answer.outcome != .noData),
            outcome: answer.outcome)
    }

    // MARK: Adoption

    func adoption(_ pictures: ReportPictures) throws -> Section {
        let answer = try reports.adoption(filter)
        var report = Report(
            "adoption", title: "Adoption" + Report.scope(["version", "day"], filter),
            columns: [])
        let entries = answer.rows.map { row in
            ReportPictures.Entry(
                platform: nil, version: row.version, start: row.day.start, value: row.adoption,
                low: row.interval?.low, high: row.interval?.high,
                text: text(row.adoption, row.interval, .nearest)
                    + ", \(groupedDigits(row.latestInstalls)) of \(groupedDigits(row.dayInstalls)) active installs",
                weight: row.latestInstalls)
        }
        report.lineCharts = pictures.charts(
            "Adoption, by the greatest version of the day", .share(.nearest), entries, preferred: [])
        report.notes = ["By the greatest version that an install was active on that day, so that a day sums to 100 %."]
        var table = Report(
            "adoption", title: "Adoption", frame: answer.frame, filter: filter,
            columns: [
                .count("latest_installs", "installs"), .count("day_installs", "of"), .share("adoption", "adoption"),
                .interval(of: "adoption", "95 % interval", .nearest),
            ])
        for row in answer.rows {
            table.add(
                ReportGroup(version: row.version, day: row.day), answer.frame,
                [.integer(row.latestInstalls), .integer(row.dayInstalls), .real(row.adoption), .interval(row.interval)],
                completeness: row.completeness, mark: nil)
        }
        report.addFolded(table, "adoption-by-day", title: "Adoption by day")
        return Section(report: report, finding: nil, outcome: answer.outcome)
    }

    private func text(_ share: Double?, _ interval: Interval?, _ rounding: ShareRounding) -> String {
        guard let share else { return "no data" }
        let shown = interval.map {
            " (" + Report.humanText(.interval(low: $0.low, high: $0.high), .interval(of: "", "", rounding)) + ")"
        }
        return shareText(share, rounding) + (shown ?? "")
    }
}
