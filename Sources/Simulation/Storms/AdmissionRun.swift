package import FleetCore

extension AdmissionStorm {
    /// Runs until everyone is back, nothing changes any more, or to the horizon. Looks at `stop` once a second of simulated
    /// time.
    package func run(stop: StopRequest? = nil) -> AdmissionOutcome {
        var run = AdmissionRun(self)
        run.scheduleFirst()
        for bin in 0..<bins {
            if bin % run.binsPerStep == 0, stop?.isSet == true { break }
            run.step(bin)
            if run.outcome.total.all != nil, arrivalsPerSecond == 0 || run.queue == 0 { break }
            if run.isStuck(at: bin) { break }
        }
        run.outcome.judge(self)
        return run.outcome
    }
}

/// The state of a run: who is due when, and who waits since when. A lane is a class in a state of its policy.
private struct AdmissionRun {
    private struct Lane {
        let number: Int
        let classIndex: Int
        /// The first lane of the class.
        let base: Int
        let asksTheServer: Bool
        let pieces: [DelayPiece]
    }

    private let storm: AdmissionStorm
    private let lanes: [Lane]
    /// The lane in which clients of a class begin.
    private let firstLanes: [Int]
    /// Where clients come that come anyway; they count in no class's progress.
    private let arrivalLane: Int
    let binsPerStep: Int
    private let timeoutBins: Int
    private let refusalBins: Int
    private let bins: Int
    /// A time-out and the longest wait after it.
    private let longestWaitBins: Int
    private var lastConnected = 0
    private var lastIdle = 0

    /// Attempts due: a row a bin, a column a lane.
    private var due: [Int]
    /// Still in the queue of what came in the bin, by lane; all zero once they gave up.
    private var waiting: [Int]
    /// The same in all, with those that gave up.
    private var waitingTotal: [Int]
    /// The oldest bin with anyone in the queue.
    private var head = 0
    private(set) var queue = 0
    /// The next place in the line that the server gives away, and how many of that bin are taken.
    private var nextPlace = (bin: 0, taken: 0)

    var outcome: AdmissionOutcome

    init(_ storm: AdmissionStorm) {
        self.storm = storm
        var lanes: [Lane] = []
        var firstLanes: [Int] = []
        let comers = storm.arrivalsPerSecond > 0 ? storm.classes.first.map { [$0] } ?? [] : []
        for (index, members) in (storm.classes + comers).enumerated() {
            firstLanes.append(lanes.count)
            let base = lanes.count
            for pieces in members.policy.states {
                lanes.append(
                    Lane(
                        number: lanes.count, classIndex: index, base: base, asksTheServer: members.policy.asksTheServer,
                        pieces: pieces))
            }
        }
        self.lanes = lanes
        self.firstLanes = firstLanes
        arrivalLane = firstLanes[firstLanes.count - 1]
        binsPerStep = max(1, 1000 / storm.binMilliseconds)
        timeoutBins = max(1, storm.timeoutMilliseconds / storm.binMilliseconds)
        refusalBins = max(1, storm.refusalMilliseconds / storm.binMilliseconds)
        bins = storm.bins
        let longest = lanes.flatMap(\.pieces).map(\.to).max() ?? 0
        longestWaitBins = (storm.timeoutMilliseconds + storm.refusalMilliseconds + longest) / storm.binMilliseconds
        due = Array(repeating: 0, count: bins * lanes.count)
        waiting = due
        waitingTotal = Array(repeating: 0, count: bins)
        outcome = AdmissionOutcome(storm)
    }

    /// Everyone notices, waits as the policy says, and comes.
    mutating func scheduleFirst() {
        for (index, members) in storm.classes.enumerated() {
            let lane = lanes[firstLanes[index]]
            let noticing = [DelayPiece(from: 0, to: max(1, storm.noticedWithinMilliseconds), next: 0)]
            var noticed: [(bin: Int, clients: Int)] = []
            var random = SplitMix64(key: stormKey(storm.seed, .noticing, lane: lane.number, bin: 0))
            Spread.deal(
                members.clients, over: noticing, binMilliseconds: storm.binMilliseconds, before: bins, random: &random
            ) { bin, _, clients in noticed.append((bin, clients)) }
            for (bin, clients) in noticed { schedule(clients, of: lane, from: bin, .first, at: bin) }
        }
    }

    /// Servers were busy, and nobody came back, for ten times as long as any client waits between attempts.
    func isStuck(at bin: Int) -> Bool {
        bin - lastConnected > 10 * longestWaitBins && bin - lastIdle > 10 * longestWaitBins
    }

    /// Whole numbers that add up: what a rate a second gives in this bin.
    private func share(of perSecond: Int, in bin: Int) -> Int {
        AdmissionStorm.count(perSecond, in: storm.binMilliseconds * (bin + 1))
            - AdmissionStorm.count(perSecond, in: storm.binMilliseconds * bin)
    }

    mutating func step(_ bin: Int) {
        var now = AdmissionOutcome.Step()
        giveUp(bin, &now)
        let capacity = share(of: storm.admittedPerSecond, in: bin)
        due[bin * lanes.count + arrivalLane] += share(of: storm.arrivalsPerSecond, in: bin)
        takeIn(bin, capacity, &now)
        serve(bin, capacity, &now)
        now.waiting = queue
        record(now, bin)
    }

    /// Who came over a time-out ago and still waits tries again later; the servers don't know.
    private mutating func giveUp(_ bin: Int, _ now: inout AdmissionOutcome.Step) {
        let came = bin - timeoutBins - 1
        guard came >= head else { return }
        for lane in lanes {
            let clients = waiting[came * lanes.count + lane.number]
            guard clients > 0 else { continue }
            waiting[came * lanes.count + lane.number] = 0
            now.timedOut += clients
            schedule(clients, of: lane, from: bin, .timedOut, at: bin)
        }
    }

    /// Takes what is due into the queue, as far as there is room for it, and turns away the rest.
    private mutating func takeIn(_ bin: Int, _ capacity: Int, _ now: inout AdmissionOutcome.Step) {
        let row = bin * lanes.count..<(bin + 1) * lanes.count
        let offered = due[row].reduce(0, +)
        guard offered > 0 else { return }
        now.offered = offered
        if storm.arrivalsPerSecond > 0 {
            outcome.attemptsOfArrivals += due[row.lowerBound + arrivalLane..<row.upperBound].reduce(0, +)
        }
        let room = storm.queueLimit.map { max(0, $0 + capacity - queue) } ?? offered
        let refused = max(0, offered - room)
        for index in row { waiting[index] = due[index] }
        waitingTotal[bin] = offered - refused
        queue += offered - refused
        guard refused > 0 else { return }
        now.refused = refused
        var turned: [(lane: Int, clients: Int)] = []
        var random = SplitMix64(key: stormKey(storm.seed, .turnedAway, lane: 0, bin: bin))
        Spread.take(refused, outOf: offered, due[row], random: &random) { index, clients in
            turned.append((index - row.lowerBound, clients))
        }
        for (number, clients) in turned {
            waiting[row.lowerBound + number] -= clients
            let lane = lanes[number]
            if lane.asksTheServer {
                assignPlaces(clients, of: lane, at: bin)
            } else {
                schedule(clients, of: lane, from: bin + refusalBins, .refused, at: bin)
            }
        }
    }

    private mutating func serve(_ bin: Int, _ capacity: Int, _ now: inout AdmissionOutcome.Step) {
        var left = min(capacity, queue)
        outcome.admissions += left
        if left < capacity { lastIdle = bin }
        while left > 0, head <= bin {
            let there = waitingTotal[head]
            let taken = min(left, there)
            guard taken > 0 else {
                head += 1
                continue
            }
            if bin - head > timeoutBins { now.wasted += taken } else { connect(taken, outOf: there, bin, &now) }
            waitingTotal[head] -= taken
            queue -= taken
            left -= taken
        }
    }

    private mutating func connect(_ taken: Int, outOf there: Int, _ bin: Int, _ now: inout AdmissionOutcome.Step) {
        let row = head * lanes.count..<(head + 1) * lanes.count
        var random = SplitMix64(key: stormKey(storm.seed, .served, lane: head, bin: bin))
        var served: [(lane: Int, clients: Int)] = []
        Spread.take(taken, outOf: there, waiting[row], random: &random) { index, clients in
            served.append((index - row.lowerBound, clients))
        }
        for (number, clients) in served {
            waiting[row.lowerBound + number] -= clients
            let members = lanes[number].classIndex
            now.connected += clients
            guard members < storm.classes.count else { continue }
            now.ofTheStorm += clients
            outcome.classes[members].connected += clients
            outcome.total.connected += clients
        }
    }

    private mutating func schedule(_ clients: Int, of lane: Lane, from start: Int, _ purpose: StormPurpose, at bin: Int) {
        var random = SplitMix64(key: stormKey(storm.seed, purpose, lane: lane.number, bin: bin))
        let (bins, width) = (bins, lanes.count)
        Spread.deal(
            clients, over: lane.pieces, binMilliseconds: storm.binMilliseconds, before: bins - start, random: &random
        ) { later, state, some in
            due[(start + later) * width + lane.base + state] += some
        }
    }

    /// The server's own line: as many a bin as it admits, behind those who were told before and those who wait.
    private mutating func assignPlaces(_ clients: Int, of lane: Lane, at bin: Int) {
        if nextPlace.bin < bin + refusalBins { nextPlace = (bin + refusalBins, 0) }
        var left = clients
        let next = lane.pieces.first?.next ?? 0
        while left > 0, nextPlace.bin < bins {
            let places = share(of: storm.admittedPerSecond, in: nextPlace.bin)
            let some = min(left, places - nextPlace.taken)
            due[nextPlace.bin * lanes.count + lane.base + next] += some
            left -= some
            nextPlace.taken += some
            if nextPlace.taken == places { nextPlace = (nextPlace.bin + 1, 0) }
        }
    }

    private mutating func record(_ now: AdmissionOutcome.Step, _ bin: Int) {
        let step = bin / binsPerStep
        if outcome.steps.count <= step { outcome.steps.append(AdmissionOutcome.Step()) }
        outcome.steps[step].offered += now.offered
        outcome.steps[step].connected += now.connected
        outcome.steps[step].ofTheStorm += now.ofTheStorm
        outcome.steps[step].wasted += now.wasted
        outcome.steps[step].refused += now.refused
        outcome.steps[step].timedOut += now.timedOut
        outcome.steps[step].waiting = now.waiting
        outcome.attempts += now.offered
        outcome.refused += now.refused
        outcome.timedOut += now.timedOut
        outcome.wasted += now.wasted
        guard now.connected > 0 else { return }
        lastConnected = bin
        let reached = Double((bin + 1) * storm.binMilliseconds) / 1000
        outcome.total.reached(reached)
        for index in outcome.classes.indices { outcome.classes[index].reached(reached) }
    }
}
