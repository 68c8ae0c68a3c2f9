import FleetCore
public import Statistics

/// Rows that are worse than all others of their report together, by more than chance explains: what is broken, for whom,
/// and, by day, since when. One element a row, nil where it does not stand out.

extension CrashFreeReport {
    /// By crashed installs and by crashed install-days, so that neither a longer time in use nor one install that crashes
    /// every day makes a row stand out; the ratio is that of install-days.
    public var standingOut: [Excess?] {
        let byInstall = Excess.among(rows.map { Excess.Count($0.crashedInstalls, of: $0.activeInstalls) })
        let byDay = Excess.among(rows.map { Excess.Count($0.crashedInstallDays, of: $0.activeInstallDays) })
        return zip(byInstall, byDay).map { $0 == nil ? nil : $1 }
    }

    /// The rows whose crash-free share of install-days is below `share`, beyond chance: one crash in one session is not.
    public func isSurelyBelow(_ share: Double) -> [Bool] {
        rows.map { row in
            guard row.crashedInstalls >= Excess.leastEvents else { return false }
            let crashed = ClopperPearson.interval(
                row.crashedInstallDays, of: row.activeInstallDays, alpha: Excess.level / Double(rows.count))
            return crashed.map { $0.low > 1 - share } ?? false
        }
    }
}

extension CrashFreeByHourReport {
    /// An hour among the other hours of its version and platform.
    public var standingOut: [Excess?] {
        Health.standingOut(rows.map { Excess.Count($0.crashedInstalls, of: $0.activeInstalls) }, within: rows.map(\.group))
    }
}

extension DecryptFailureReport {
    /// By affected installs, among the rows of the same message type, peer version and restored: normal messages are
    /// always more than others.
    public var standingOut: [Excess?] {
        let kinds = rows.map {
            ReportGroup(messageType: $0.group.messageType, peerVersion: $0.group.peerVersion, restored: $0.group.restored)
        }
        return Health.standingOut(
            rows.map { Excess.Count($0.affectedInstalls, of: $0.activeInstalls) }, within: kinds,
            exposure: activeInstallsOfGroups)
    }
}

/// What a queue-ages row may be worse in; the first is the worst.
public enum QueueTrouble: String, Sendable, CaseIterable {
    case over24h = "over_24h_share"
    case failed = "failed_share"
    case over1h = "over_1h_share"
    case quarantined = "quarantined_share"
}

extension QueueAgeRow {
    fileprivate func count(of trouble: QueueTrouble) -> Excess.Count {
        guard let shares else { return Excess.Count(0, of: 0) }
        return switch trouble {
        case .over24h: Excess.Count(shares.over24hInstallDays, of: installDays)
        case .over1h: Excess.Count(shares.over1hInstallDays, of: installDays)
        case .failed: Excess.Count(shares.failedInstallDays, of: shares.reportingInstallDays)
        case .quarantined: Excess.Count(shares.quarantinedInstallDays, of: shares.reportingInstallDays)
        }
    }
}

extension QueueAgeReport {
    /// Empty for another metric than the queue age. An install may be in as many install-days as the window has days.
    public func standingOut(in trouble: QueueTrouble) -> [Excess?] {
        let counts = rows.map { $0.count(of: trouble) }
        var clusterSize: Int64 = 1
        if case .days(let window) = frame.window, !frame.by.contains(.day) { clusterSize = Int64(window.dayCount) }
        guard let others else { return Excess.among(counts, clusterSize: clusterSize) }
        return zip(rows, counts).map { row, count in
            var group = row.group
            group.version = nil
            guard let all = others[group]?.count(of: trouble) else { return nil }
            return Excess.of(
                count, over: Excess.Count(all.events - count.events, of: all.exposure - count.exposure), comparisons: rows.count,
                clusterSize: clusterSize)
        }
    }
}

/// Each row among those of its kind; `exposure` is that of a kind where not all of it has rows.
private func standingOut(
    _ counts: [Excess.Count], within kinds: [ReportGroup], exposure: Int64? = nil
) -> [Excess?] {
    var found = [Excess?](repeating: nil, count: counts.count)
    for places in Dictionary(grouping: counts.indices, by: { kinds[$0] }).values {
        let ofKind = places.map { counts[$0] }
        let unseen = max(0, (exposure ?? 0) - ofKind.reduce(0) { $0 + $1.exposure })
        let excesses = Excess.among(ofKind + [Excess.Count(0, of: unseen)], comparisons: counts.count)
        for (place, excess) in zip(places, excesses) { found[place] = excess }
    }
    return found
}
