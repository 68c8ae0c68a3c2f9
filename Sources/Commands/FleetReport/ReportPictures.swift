import FleetCore
import Health
import Reporting

/// Makes pictures of rows that are told apart by version, platform and time: one a platform, a line a version.
struct ReportPictures {
    /// A value of a line at a time.
    struct Entry {
        let platform: String?
        let version: AppVersion
        /// The start of its day or hour.
        let start: Instant
        let value: Double?
        var low: Double?
        var high: Double?
        let text: String
        /// How much it counts for when there are more lines than fit: installs.
        let weight: Int64
    }

    let window: DayWindow
    let events: [FleetEvent]

    private static let platformsMax = 4
    /// More lines than that lie upon each other.
    private static let linesMax = min(5, LineChart.linesMax)
    /// A line of fewer installs than this share of its picture's is mostly noise.
    private static let leastShare = 0.02

    /// - Parameters:
    ///   - preferred: what must be seen whatever its size: the rows that are marked bad.
    ///   - shape: sets baseline and guides.
    func charts(
        _ title: String, _ kind: ColumnKind, _ entries: [Entry], grain: LineChart.Grain = .day, preferred: Set<ReportGroup>,
        _ shape: (inout LineChart) -> Void = { _ in }
    ) -> [LineChart] {
        let byPlatform = Dictionary(grouping: entries) { ReportGroup(platform: $0.platform) }
        let platforms = byPlatform.keys.sorted {
            (weight(byPlatform[$0] ?? []), $1) > (weight(byPlatform[$1] ?? []), $0)
        }
        return platforms.prefix(ReportPictures.platformsMax).map { platform in
            var chart = LineChart(
                title + (platform.platform.map { ", \($0)" } ?? ""), kind, from: window.from.start, to: window.to.start,
                grain: grain)
            shape(&chart)
            let versions = Dictionary(grouping: byPlatform[platform] ?? []) { ReportGroup(version: $0.version) }
            func isMarked(_ group: ReportGroup) -> Bool {
                preferred.contains(ReportGroup(version: group.version, platform: platform.platform))
            }
            func rank(_ group: ReportGroup) -> (Int, Int64) { (isMarked(group) ? 1 : 0, weight(versions[group] ?? [])) }
            let ranked = versions.keys.sorted { rank($0) == rank($1) ? $0 < $1 : rank($0) > rank($1) }
            let least = Double(weight(byPlatform[platform] ?? [])) * ReportPictures.leastShare
            let shown = ranked.filter { isMarked($0) || Double(weight(versions[$0] ?? [])) >= least }
                .prefix(ReportPictures.linesMax)
            chart.lines = shown.sorted().map { group in
                LineChart.Line(
                    group.version?.text ?? "", points(versions[group] ?? [], grain), isMarked: isMarked(group))
            }
            let more = ranked.count - shown.count
            if more > 0 { chart.note = "\(more) smaller \(more == 1 ? "version" : "versions") in the table only." }
            chart.events = events.map {
                LineChart.Event($0.at, "\($0.number)", text: "\($0.number): \($0.at) \($0.kind): \($0.what)")
            }
            return chart
        }
    }

    private func weight(_ entries: [Entry]) -> Int64 { entries.reduce(0) { $0 + $1.weight } }

    /// One for each day or hour of the window; where there is no entry, a gap.
    private func points(_ entries: [Entry], _ grain: LineChart.Grain) -> [LineChart.Point] {
        let known = Dictionary(entries.map { ($0.start, $0) }) { first, _ in first }
        let seconds: Int64 = grain == .day ? 86_400 : 3600
        return stride(from: window.from.start.epochSeconds, to: window.to.start.epochSeconds, by: Int(seconds)).map { start in
            let start = Instant(epochSeconds: start)
            let name = grain == .day ? start.day.description : start.description
            let middle = start.advanced(bySeconds: seconds / 2)
            guard let entry = known[start], let value = entry.value else { return LineChart.Point(middle, nil, text: name) }
            return LineChart.Point(middle, value, low: entry.low, high: entry.high, text: "\(name): \(entry.text)")
        }
    }
}

extension Report {
    /// What is marked bad, by version and platform.
    func badGroups() -> Set<ReportGroup> {
        let version = columns.firstIndex { $0.name == Dimension.version.rawValue }
        let platform = columns.firstIndex { $0.name == Dimension.platform.rawValue }
        func text(_ row: Row, _ place: Int?) -> String? {
            guard let place, case .text(let text) = row.cells[place] else { return nil }
            return text
        }
        return Set(
            rows.filter { $0.mark?.level == .bad }.map { row in
                ReportGroup(version: text(row, version).map { AppVersion($0) }, platform: text(row, platform))
            })
    }

    /// The table behind a section's pictures.
    mutating func addFolded(_ table: Report, _ name: String, title: String) {
        var folded = Report(name, title: title, columns: table.columns)
        folded.markAudience = table.markAudience
        folded.isFolded = true
        folded.isStacked = table.isStacked
        for row in table.rows { folded.add(row: row.cells, mark: row.mark) }
        let hidden = table.rows.indices.filter { !table.rows[$0].isForPeople }
        if let note = table.notes.first, !hidden.isEmpty { folded.hideFromPeople(hidden, saying: note) }
        details.append(folded)
    }
}
