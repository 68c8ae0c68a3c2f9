import FleetCore
import Health
import Reporting
import Statistics
import Terminal

/// `chatfleet crash-free --by hour`: rows are hours; below them a line a group names those that stand out.
extension Report {
    init(_ answer: CrashFreeByHourReport, _ filter: ReportFilter) {
        let frame = answer.frame
        self.init(
            "crash-free", title: "Installs active and crashed", by: ["hour (UTC)"], frame: frame, filter: filter,
            columns: [
                .instant("hour", "hour"),
                .count("active_installs", "active"),
                .count("crashed_installs", "crashed"),
                Column("crash_free", "crash-free", .share(.down), for: .people),
                Column("crash_free", "95 % interval", .interval(.down), for: .people).dispensable(5),
            ])
        markAudience = .people
        let excesses = answer.standingOut
        for (row, excess) in zip(answer.rows, excesses) {
            add(
                row.group, frame,
                [
                    .instant(row.hour.start), .integer(row.activeInstalls), .integer(row.crashedInstalls), .real(row.crashFree),
                    .interval(row.crashFreeInterval),
                ], completeness: row.completeness,
                mark: excess.map { .bad(RowMarks.words($0, "crashes")) }
                    ?? RowMarks.doubt(hasData: true, completeness: row.completeness, in: answer.frame))
        }
        let groups = answer.rows.map { WeighedGroup($0.group, installs: $0.activeInstalls, events: $0.crashedInstalls) }
        notes += HourPicture(answer, excesses, shown: WeighedGroup.greatest(groups)).lines()
        if let share = answer.withoutHoursShare, share > 0 {
            notes.append(
                "\(shareText(share, .nearest)) of the window's active install-days come from clients without hours: not counted.")
        }
        notes.append(
            "An hour without a row had no active install. Marked: hours in which more crash than in all others of the same "
                + "installs, beyond chance.")
        boundRows(groups, of: "active installs", frame, filter)
    }
}

/// A bar for every few hours of a group: the share of its active installs that crashed, and the hours that stand out.
private struct HourPicture {
    private static let barsMax: Int32 = 48

    private struct Group {
        let name: String
        let rows: [(row: CrashFreeHourRow, excess: Excess?)]
    }

    private let groups: [Group]
    private let hours: Range<Int32>

    /// `shown`: those of the others are shown that stand out.
    init(_ answer: CrashFreeByHourReport, _ excesses: [Excess?], shown: Set<ReportGroup>) {
        let rows = Array(zip(answer.rows, excesses))
        let places = Dictionary(grouping: rows.indices, by: { rows[$0].0.group })
        func isShown(_ group: ReportGroup) -> Bool {
            shown.contains(group) || (places[group] ?? []).contains { rows[$0].1 != nil }
        }
        groups = places.keys.filter(isShown).sorted().map { group in
            let name = [group.version?.text, group.platform, group.deviceClass].compactMap { $0 }.joined(separator: " ")
            return Group(
                name: name.isEmpty ? "all" : name, rows: (places[group] ?? []).map { (row: rows[$0].0, excess: rows[$0].1) })
        }
        hours =
            switch answer.frame.window {
            case .days(let days): days.from.number * 24..<days.to.number * 24
            case .instants(let from, let to): from.hour.number..<to.advanced(bySeconds: -1).hour.number + 1
            }
    }

    func lines() -> [String] {
        if groups.isEmpty { return [] }
        let step = (Int32(hours.count) + HourPicture.barsMax - 1) / HourPicture.barsMax
        let width = groups.map { displayWidth($0.name) }.max() ?? 0
        let bars = groups.map { group in
            let rows = group.rows.map(\.row)
            let active = rows.reduce(0) { $0 + $1.activeInstalls }
            let crashed = rows.reduce(0) { $0 + $1.crashedInstalls }
            return padded(group.name, to: width, alignment: .left) + "  " + sparkline(shares(rows, step), scale: .fromZero)
                + "  " + shareText(Double(crashed) / Double(active), .nearest)
        }
        let bar = step == 1 ? "an hour" : "\(step) hours"
        let heading = "Crashed share of active installs, a bar for \(bar), each line to its own height, and of all hours:"
        return [heading] + bars + groups.compactMap(finding)
    }

    private func shares(_ rows: [CrashFreeHourRow], _ step: Int32) -> [Double?] {
        var counts = [(active: Int64, crashed: Int64)](repeating: (0, 0), count: (hours.count + Int(step) - 1) / Int(step))
        for row in rows {
            let bar = Int((row.hour.number - hours.lowerBound) / step)
            counts[bar].active += row.activeInstalls
            counts[bar].crashed += row.crashedInstalls
        }
        return counts.map { $0.active > 0 ? Double($0.crashed) / Double($0.active) : nil }
    }

    private func finding(_ group: Group) -> String? {
        let marked = group.rows.filter { $0.excess != nil }.map(\.row.hour)
        guard let first = marked.min(), let last = marked.max() else { return nil }
        return first == last
            ? "\(group.name): crashes stand out in the hour of \(first)."
            : "\(group.name): crashes stand out first in the hour of \(first), last in that of \(last)."
    }
}
