import FleetCore

/// A device pair that failed to decrypt on one day.
struct FailingPair {
    var peer: Int
    var peerVersion: Int
    var isPrekey: Bool
    var isRestored: Bool
    var recovers: Bool
    var count: Int
    /// Seconds from the window's start.
    var firstAt: Int
    var lastAt: Int
    var slot: Slot
}

/// Who fails to read whom. An episode begins on a day, lasts up to three, and is retried on every visit of the chat until
/// it heals.
struct DecryptFailures {
    private(set) var pairs: [FailingPair] = []

    mutating func make(_ life: InstallLife, day: Int, _ planned: DayPlan, _ model: FleetModel) {
        pairs.removeAll(keepingCapacity: true)
        guard !planned.sessions.isEmpty, model.options.installs > 1 else { return }
        for age in 0..<3 where day - age >= life.firstDay {
            addEpisode(life, day: day, age: age, planned, model)
        }
        addSpike(life, day: day, planned, model)
        if let incident = DecryptIncident(model.options.scenario) { add(incident, life, day: day, planned, model) }
    }

    /// The episode that began `age` days ago, if there was one and it is still open.
    private mutating func addEpisode(_ life: InstallLife, day: Int, age: Int, _ planned: DayPlan, _ model: FleetModel) {
        var episode = SplitMix64(key: streamKey(model.seed, .failures, life.number, (day - age) &* 4))
        guard episode.chance(perMillion: FleetModel.failingPerMillion) else { return }
        let peers = 1 + (episode.below(4) == 0 ? episode.between(1, 4) : 0)
        let isPrekey = episode.below(100) < 30
        let isRestored = episode.below(100) < 15
        let lasts = episode.below(100) < 70 ? 1 : episode.between(2, 3)
        let heals = episode.below(100) < 80
        guard age < lasts else { return }
        var random = SplitMix64(key: streamKey(model.seed, .failures, life.number, day &* 4 &+ 1))
        for _ in 0..<peers {
            let peer = self.peer(of: life, &episode, model)
            add(
                FailingPair(
                    peer: peer, peerVersion: model.life(peer).version(onDay: day), isPrekey: isPrekey, isRestored: isRestored,
                    recovers: heals && age == lasts - 1, count: 0, firstAt: 0, lastAt: 0, slot: .after),
                from: Int.min, planned, &random)
        }
    }

    /// The scenario's incident: failing pairs rise eightfold, nearly all of them first messages of restored devices.
    private mutating func addSpike(_ life: InstallLife, day: Int, _ planned: DayPlan, _ model: FleetModel) {
        guard model.spikeHits(life, version: planned.versionAfter) else { return }
        var random = SplitMix64(key: streamKey(model.seed, .failures, life.number, day &* 4 &+ 2))
        guard random.chance(perMillion: FleetModel.spikePerMillion) else { return }
        let peers = random.between(1, 3)
        for _ in 0..<peers {
            let peer = self.peer(of: life, &random, model)
            add(
                FailingPair(
                    peer: peer, peerVersion: model.life(peer).version(onDay: day), isPrekey: true,
                    isRestored: random.below(100) < 88, recovers: random.below(100) < 10, count: 0, firstAt: 0, lastAt: 0,
                    slot: .after),
                from: model.spikeStart, planned, &random)
        }
    }

    /// Failures of the runbooks' scenarios, from the spike's hour on.
    private mutating func add(
        _ incident: DecryptIncident, _ life: InstallLife, day: Int, _ planned: DayPlan, _ model: FleetModel
    ) {
        guard incident.hits(version: planned.versionAfter) else { return }
        var random = SplitMix64(key: streamKey(model.seed, .incident, life.number, day))
        guard random.chance(perMillion: incident.perMillion) else { return }
        for _ in 0..<random.between(1, 3) {
            let anyone = self.peer(of: life, &random, model)
            let victim = random.below(incident.victims ?? 1)
            let peer = incident.victims == nil ? anyone : model.victim(victim, besides: life)
            add(
                FailingPair(
                    peer: peer, peerVersion: model.life(peer).version(onDay: day),
                    isPrekey: random.below(100) < incident.prekeyPercent, isRestored: random.below(100) < 4,
                    recovers: random.below(100) < incident.recoveredPercent, count: 0, firstAt: 0, lastAt: 0, slot: .after),
                from: model.spikeStart, planned, &random)
        }
    }

    private func peer(of life: InstallLife, _ random: inout SplitMix64, _ model: FleetModel) -> Int {
        let other = random.below(model.options.installs - 1)
        return other >= life.number ? other + 1 : other
    }

    /// Puts the pair into one of the day's sessions, if one is late enough.
    private mutating func add(_ pair: FailingPair, from earliest: Int, _ planned: DayPlan, _ random: inout SplitMix64) {
        let index = random.below(planned.sessions.count)
        let session = planned.sessions[index]
        let at = session.start + random.below(max(1, session.end - session.start))
        let retries = random.draw(Shape.retries)
        guard at >= earliest, session.crash != .atLaunch else { return }
        var placed = pair
        placed.slot = index < planned.updateAfter ? .before : .after
        placed.firstAt = at
        placed.count = retries
        placed.lastAt = retries == 1 ? at : planned.sessions[planned.range(of: placed.slot).upperBound - 1].end
        placed.lastAt = max(placed.firstAt, placed.lastAt)
        pairs.append(placed)
    }
}

/// What fails to decrypt in the scenarios beside the restored peers of `decrypt-spike`.
struct DecryptIncident {
    /// Of a million install-days that it hits, those on which pairs begin to fail.
    let perMillion: Int
    let prekeyPercent: Int
    let recoveredPercent: Int
    /// So many users' devices are the peers of all failing pairs; nil: anybody's.
    var victims: Int?
    private var onlyNewest = false

    /// Nil where the scenario is another.
    init?(_ scenario: Scenario) {
        switch scenario {
        case .versionDecrypt:
            (perMillion, prekeyPercent, recoveredPercent) = (130_000, 6, 40)
            onlyNewest = true
        case .prekeyFault: (perMillion, prekeyPercent, recoveredPercent) = (60_000, 100, 5)
        case .keyChanges:
            (perMillion, prekeyPercent, recoveredPercent) = (40_000, 50, 3)
            victims = 4
        case .healthy, .badRelease, .decryptSpike, .stuckOutbox, .flaggedCrash, .unflaggedCrash: return nil
        }
    }

    func hits(version: Int) -> Bool { !onlyNewest || version == ReleasePlan.newest }
}

extension FleetModel {
    /// A user whose keys were changed. Nobody is its own peer.
    func victim(_ index: Int, besides life: InstallLife) -> Int {
        var random = SplitMix64(key: streamKey(seed, .incident, 0, -1 - index))
        let chosen = random.below(options.installs)
        return chosen == life.number ? (chosen + 1) % options.installs : chosen
    }
}
