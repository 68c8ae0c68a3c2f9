/// One foreground session, in seconds from the window's start (00:00 UTC).
struct Session {
    var start: Int
    var end: Int
    var crash: Crash

    enum Crash { case none, inSession, atLaunch }
}

/// Which of a day's two rows a report belongs to: the version before an update or the one after it.
enum Slot: Int { case before, after }

/// One upload: what it has seen of its day, and when the server has it.
struct Upload {
    var slot: Slot
    /// Sessions begun when it was made; the report holds those of its slot.
    var sessionsSeen: Int
    /// Crashes are known of sessions below this number: a crash is reported at the next launch.
    var crashesSeen: Int
    /// True time of arrival, seconds from the window's start.
    var receivedAt: Int
}

/// What one install does on one local day, and when it says so. Made twice from the same streams: once to know when its
/// reports arrive, once to write each.
struct DayPlan {
    private(set) var sessions: [Session] = []
    private(set) var uploads: [Upload] = []
    /// Sessions of the version before the update; 0 on a day without one.
    private(set) var updateAfter = 0
    private(set) var versionBefore = 0
    private(set) var versionAfter = 0

    /// Uploads of a day that are told apart in a delivery's key.
    static let uploadLimit = 31

    /// Plans the day; false when the install says nothing at all about it.
    mutating func make(_ life: InstallLife, day: Int, model: FleetModel) -> Bool {
        sessions.removeAll(keepingCapacity: true)
        uploads.removeAll(keepingCapacity: true)
        updateAfter = 0
        guard life.isInstalled(onDay: day) else { return false }
        versionAfter = life.version(onDay: day)
        versionBefore = day > life.firstDay ? life.version(onDay: day - 1) : versionAfter
        guard model.isActive(life, day: day) else { return planBackgroundReport(life, day, model) }
        planSessions(life, day, model)
        planUploads(life, day, model)
        return true
    }

    /// The sessions of a slot.
    func range(of slot: Slot) -> Range<Int> {
        slot == .before ? 0..<updateAfter : updateAfter..<sessions.count
    }

    func version(of slot: Slot) -> Int { slot == .before ? versionBefore : versionAfter }

    /// An install that is not opened still syncs now and then, and reports a day without sessions.
    private mutating func planBackgroundReport(_ life: InstallLife, _ day: Int, _ model: FleetModel) -> Bool {
        var random = SplitMix64(key: streamKey(model.seed, .delivery, life.number, day))
        guard random.chance(perMillion: 25_000) else { return false }
        let at = life.midnight(ofDay: day) + random.below(86_400)
        uploads.append(Upload(slot: .after, sessionsSeen: 0, crashesSeen: 0, receivedAt: at))
        return true
    }

    private mutating func planSessions(_ life: InstallLife, _ day: Int, _ model: FleetModel) {
        var random = SplitMix64(key: streamKey(model.seed, .sessions, life.number, day))
        let count = random.draw(Shape.sessionsADay)
        let midnight = life.midnight(ofDay: day)
        for _ in 0..<count {
            let start = midnight + random.draw(Shape.hourOfDay) * 3600 + random.below(3600)
            insert(Session(start: start, end: start + random.draw(Shape.sessionSeconds), crash: .none))
        }
        for i in 1..<max(1, count) { sessions[i - 1].end = min(sessions[i - 1].end, sessions[i].start) }
        if versionBefore != versionAfter { updateAfter = random.below(count + 1) }
        if updateAfter == count { versionAfter = versionBefore; updateAfter = 0 }
        var crashedBefore = false
        for i in 0..<count {
            let version = i < updateAfter ? versionBefore : versionAfter
            let rate = crashedBefore ? 300_000 : model.crashPerMillion(life, version: version)
            crashedBefore = random.chance(perMillion: rate)
            guard crashedBefore else { continue }
            // A crash at launch is no session; one in fifty.
            let atLaunch = random.below(50) == 0
            sessions[i].crash = atLaunch ? .atLaunch : .inSession
            if atLaunch { sessions[i].end = sessions[i].start }
        }
    }

    private mutating func insert(_ session: Session) {
        var at = sessions.count
        while at > 0, sessions[at - 1].start > session.start { at -= 1 }
        sessions.insert(session, at: at)
    }

    private mutating func planUploads(_ life: InstallLife, _ day: Int, _ model: FleetModel) {
        var random = SplitMix64(key: streamKey(model.seed, .delivery, life.number, day))
        let isOffline = random.chance(perMillion: 40_000)
        var told = 0
        if !isOffline {
            for i in 0..<sessions.count where uploads.count < DayPlan.uploadLimit - 4 {
                // A report made at launch tells of the crash before it; of the version before an update, all there is.
                if i > 0, sessions[i - 1].crash != .none || i == updateAfter {
                    let before = i < updateAfter || i == updateAfter
                    let at = sessions[i].start + random.between(2, 40)
                    let seen = i == updateAfter ? i : i + 1
                    add(before && updateAfter > 0 ? .before : .after, seen, crashes: i, at)
                    told = i
                }
                if sessions[i].crash == .none, random.below(100) < 34 {
                    add(i < updateAfter ? .before : .after, i + 1, crashes: i + 1, sessions[i].end + random.between(1, 30))
                    told = i + 1
                }
            }
        }
        // What is not told yet is delivered with a later day's first launch, if there is one.
        if told < sessions.count || random.below(100) < 20 {
            let delay = isOffline ? random.draw(Shape.offlineDays) : 1
            guard let launch = model.nextLaunch(of: life, after: day, delayDays: delay) else { return }
            let at = launch + random.between(2, 90)
            if isOffline, updateAfter > 0 { add(.before, updateAfter, crashes: updateAfter, at) }
            add(.after, sessions.count, crashes: sessions.count, at)
        }
    }

    private mutating func add(_ slot: Slot, _ sessionsSeen: Int, crashes: Int, _ at: Int) {
        // A client sends one report after the other.
        let at = max(at, (uploads.last?.receivedAt ?? Int.min) &+ 1)
        uploads.append(Upload(slot: slot, sessionsSeen: sessionsSeen, crashesSeen: crashes, receivedAt: at))
    }
}
