import FleetCore

/// The `health` object of one upload: the day so far of one version. Each measure has a value for the whole day, drawn
/// once; an upload shows the part of it that its sessions have reached, so a later upload holds every earlier one.
struct HealthMembers {
    private let generation: Int
    private let isStuck: Bool
    private let isUpdateDay: Bool
    private let seen: Range<Int>
    private let all: Int
    private let sessions: [Session]
    private let crashesSeen: Int
    private let stuckSeconds: Int
    private let hourOrigin: Int
    private var random: SplitMix64

    init(_ life: InstallLife, _ planned: DayPlan, _ upload: Upload, _ localDay: Int, _ model: FleetModel) {
        let version = planned.version(of: upload.slot)
        generation = model.plan[version].generation
        let range = planned.range(of: upload.slot)
        seen = range.lowerBound..<max(range.lowerBound, min(range.upperBound, upload.sessionsSeen))
        all = range.count
        sessions = planned.sessions
        crashesSeen = upload.crashesSeen
        isUpdateDay = upload.slot == .after && planned.updateAfter > 0
        isStuck = model.outboxIsStuck(life, version: version) && !seen.isEmpty
        let lastSeen = seen.isEmpty ? upload.receivedAt : planned.sessions[seen.upperBound - 1].end
        let stuckSince = life.midnight(ofDay: life.adoptionDay(ofVersion: version)) + 43_200
        stuckSeconds = max(0, lastSeen - stuckSince)
        // The hours a report may name begin 14 h before its day.
        hourOrigin = (localDay * 86_400 - 14 * 3600) / 3600
        let key = localDay &* 2 &+ upload.slot.rawValue
        random = SplitMix64(key: streamKey(model.seed, .members, life.number, key))
    }

    /// What of a day's total the upload has reached.
    private func soFar(_ total: Int) -> Int { all == 0 ? total : total * seen.count / all }

    mutating func write(damage: Damage?, clockSkew: Int, startEpoch: Int64, into line: inout LineBuffer) {
        let started = seen.count { sessions[$0].crash != .atLaunch }
        let crashes = seen.count { $0 < crashesSeen && sessions[$0].crash != .none }
        line.append(",\"health\":{\"sessions\":")
        if let wrong = damage?.wrongSessions { line.append(wrong) } else { line.append(started) }
        line.append(",\"crashes\":")
        if let wrong = damage?.wrongCrashes { line.append(wrong) } else { line.append(crashes) }
        if generation >= 1 { appendHours(clockSkew, startEpoch, &line) }
        appendSync(&line)
        appendQueue(&line)
        appendTimes(&line)
        if generation >= 2 { appendBudgets(&line) }
        line.append("}")
    }

    private func appendHours(_ clockSkew: Int, _ startEpoch: Int64, _ line: inout LineBuffer) {
        var active: UInt64 = 0
        var crashed: UInt64 = 0
        let skew = clockSkew % 86_400
        let wholeDays = (clockSkew - skew) / 86_400
        for i in seen {
            let first = hour(of: sessions[i].start + skew)
            let last = hour(of: sessions[i].end + skew)
            if sessions[i].crash != .atLaunch { for h in first...last { active |= 1 << UInt64(h) } }
            if sessions[i].crash != .none, i < crashesSeen { crashed |= 1 << UInt64(last) }
        }
        line.append(",\"active_hours\":[")
        let origin = Int(startEpoch / 3600) + hourOrigin + wholeDays * 24
        append(active, origin, &line)
        line.append("],\"crashed_hours\":[")
        append(crashed, origin, &line)
        line.append("]")
    }

    /// Within the 50 hours that a local day can touch.
    private func hour(of seconds: Int) -> Int {
        max(0, min(49, (seconds - hourOrigin * 3600) / 3600))
    }

    private func append(_ hours: UInt64, _ origin: Int, _ line: inout LineBuffer) {
        var left = hours
        while left != 0 {
            if left != hours { line.append(UInt8(ascii: ",")) }
            line.append(origin + left.trailingZeroBitCount)
            left &= left - 1
        }
    }

    private mutating func appendSync(_ line: inout LineBuffer) {
        let ok = random.between(all, all * 6 + 2)
        let failed = random.below(100) < 22 ? random.between(1, 5) : 0
        let duplicates = random.below(100) < 4 ? random.between(1, 3) : 0
        let rolledBack = random.below(1000) < 6 ? 1 : 0
        append("syncs_ok", soFar(ok), &line)
        append("syncs_failed", soFar(failed), &line)
        guard generation >= 2 else { return }
        append("rolled_back", soFar(rolledBack), &line)
        append("mutations_duplicate", soFar(duplicates), &line)
    }

    private mutating func appendQueue(_ line: inout LineBuffer) {
        let depth = soFar(random.draw(Shape.queueDepth)) + (isStuck ? 4 + stuckSeconds / 20_000 : 0)
        let age = max(soFar(random.draw(Shape.queueAgeSeconds)), isStuck ? stuckSeconds : 0)
        let failsToSend = random.below(1000) < 6 || (isStuck && random.below(3) > 0)
        let failed = failsToSend ? random.between(1, 4) : 0
        let quarantined = random.below(1000) < 5 ? random.between(1, 2) : 0
        let hasAge = random.below(100) < 98
        append("queue_depth_max", depth, &line)
        if hasAge { append("queue_age_max_s", age, &line) }
        append("quarantined", soFar(quarantined), &line)
        guard generation >= 1 else { return }
        append("send_failed", soFar(failed), &line)
        if generation >= 3 { append("failed_rows_max", soFar(failed), &line) }
    }

    /// Times of the sessions seen: another upload, another median.
    private mutating func appendTimes(_ line: inout LineBuffer) {
        let ttc = random.draw(Shape.ttcMilliseconds)
        let frame = random.draw(Shape.ttcMilliseconds) * 3
        let display = random.draw(Shape.displayMilliseconds)
        let reconnect = random.draw(Shape.displayMilliseconds) * 2
        guard !seen.isEmpty else { return }
        let spread = 100 + seen.count * 7 % 31
        append("ttc_ms_p50", ttc * spread / 100, &line)
        append("ttc_ms_p95", ttc * (spread + 190) / 100, &line)
        guard generation >= 2 else { return }
        append("first_frame_ms_p50", frame * spread / 100, &line)
        append("first_frame_ms_p95", frame * (spread + 140) / 100, &line)
        append("send_display_ms_p99", display, &line)
        append("reconnect_ms_p99", reconnect, &line)
    }

    private mutating func appendBudgets(_ line: inout LineBuffer) {
        let received = random.draw(Shape.bytesReceived)
        let database = random.draw(Shape.databaseBytes)
        append("battery_tenths_pct", soFar(random.between(1, 8)), &line)
        append("bytes_rx", soFar(received), &line)
        append("bytes_tx", soFar(received / 7), &line)
        append("db_bytes_max", database, &line)
        append("wal_bytes_max", soFar(random.draw(Shape.walBytes)), &line)
        guard generation >= 3, isUpdateDay else { return }
        append("migrations_ok", 1, &line)
        append("migrations_failed", 0, &line)
        append("outbox_rows_lost", 0, &line)
    }

    private func append(_ name: String, _ value: Int, _ line: inout LineBuffer) {
        line.append(",\"")
        line.append(name)
        line.append("\":")
        line.append(value)
    }
}
