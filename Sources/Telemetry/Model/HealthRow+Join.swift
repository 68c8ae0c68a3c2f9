import FleetCore

extension HealthRow {
    /// Least upper bound with a row of the same key: what is known when both are. Commutative, associative, idempotent.
    /// True where anything changed.
    @discardableResult
    package mutating func join(_ other: HealthRow) -> Bool {
        var changed = joinMembers(other.members)
        changed = joinText(&deviceClass, other.deviceClass) || changed
        changed = joinText(&osVersion, other.osVersion) || changed
        changed = raise(&appBuild, other.appBuild) || changed
        if other.flagsVersion == flagsVersion {
            changed = lower(&flagsVersionAt, other.flagsVersionAt) || changed
        } else if raise(&flagsVersion, other.flagsVersion) {
            flagsVersionAt = other.flagsVersionAt
            changed = true
        }
        changed = joinHours(&activeHours, other.activeHours) || changed
        changed = joinHours(&crashedHours, other.crashedHours) || changed
        changed = lower(&reportedKnown, other.reportedKnown) || changed
        changed = lower(&activeKnown, other.activeKnown) || changed
        changed = lower(&crashedKnown, other.crashedKnown) || changed
        if other.clockCorrected, !clockCorrected {
            clockCorrected = true
            changed = true
        }
        if other.receiptAssumed, !receiptAssumed {
            receiptAssumed = true
            changed = true
        }
        return changed
    }

    private mutating func joinMembers(_ other: MemberValues) -> Bool {
        let order = compare(members[HealthMember.sessions], other[HealthMember.sessions])
        var changed = false
        for latency in HealthMember.latencies {
            let winner = order != 0 ? order : compareMembers(members, other, latency)
            guard winner < 0 else { continue }
            for index in latency where members[index] != other[index] {
                members[index] = other[index]
                changed = true
            }
        }
        for index in HealthMember.maxima where other[index] > members[index] {
            members[index] = other[index]
            changed = true
        }
        return changed
    }
}

extension HealthMember {
    /// Indices of the members that merge by maximum.
    static let maxima = all.indices.filter { all[$0].merge == .max }
    /// Indices of the members of each ``Latency``, in order of comparison.
    static let latencies = Latency.allCases.map { latency in
        all.indices.filter { all[$0].merge == .mostSessions(latency) }
    }
}

/// Negative, zero or positive as `a` is below, equal to or above `b`.
private func compare(_ a: Int64, _ b: Int64) -> Int { a < b ? -1 : (a == b ? 0 : 1) }

private func compareMembers(_ a: MemberValues, _ b: MemberValues, _ indices: [Int]) -> Int {
    for index in indices where a[index] != b[index] { return compare(a[index], b[index]) }
    return 0
}

private func joinText(_ text: inout String?, _ other: String?) -> Bool {
    guard let other else { return false }
    if let text, !utf8Less(text, other) { return false }
    text = other
    return true
}

private func joinHours(_ hours: inout HourSet?, _ other: HourSet?) -> Bool {
    guard let other else { return false }
    let union = hours.map { $0.union(other) } ?? other
    guard union != hours else { return false }
    hours = union
    return true
}

private func raise(_ value: inout Int64, _ other: Int64) -> Bool {
    guard other > value else { return false }
    value = other
    return true
}

private func lower<T: Comparable>(_ value: inout T, _ other: T) -> Bool {
    guard other < value else { return false }
    value = other
    return true
}
