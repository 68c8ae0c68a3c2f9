package import FleetCore

/// Clients that all lost their servers and come back to a fleet that admits so many a second: who waits, who gives up, who
/// comes again, and whether that ever ends.
///
/// The servers take attempts first come, first served from one queue of at most `queueLimit`; who finds it full is turned
/// away at once. A client gives up after `timeoutMilliseconds` in the queue and tries again as its policy says; the servers
/// don't notice, and spend an admission on it when its turn comes. That work is wasted, and where it is most of the work
/// the storm feeds itself.
///
/// Time runs in bins; the clients of a class that failed equally often and are due in the same bin are one number. So
/// ten million clients cost no more than a thousand.
package struct AdmissionStorm: Sendable, Equatable {
    package var classes: [StormClass]
    package var admittedPerSecond: Int
    /// Attempts that may wait, of all servers together; nil: as many as come.
    package var queueLimit: Int?
    package var timeoutMilliseconds: Int
    /// Clients notice that they are cut off at any time within this; 0: all at once.
    package var noticedWithinMilliseconds: Int
    /// From an attempt to the word that it is turned away.
    package var refusalMilliseconds: Int
    /// Clients a second that come anyway, and retry as the first class does.
    package var arrivalsPerSecond: Int
    package var binMilliseconds: Int
    package var horizonSeconds: Int
    package var seed: UInt64

    /// - Throws: ``ToolError`` with `.usage` where a number is out of range or the run would need too much memory.
    package init(
        classes: [StormClass], admittedPerSecond: Int, queueLimit: Int? = nil, timeoutMilliseconds: Int = 10_000,
        noticedWithinMilliseconds: Int = 0, refusalMilliseconds: Int = 200, arrivalsPerSecond: Int = 0,
        binMilliseconds: Int = 50, horizonSeconds: Int = 3600, seed: UInt64 = 1
    ) throws(ToolError) {
        self.classes = classes
        self.admittedPerSecond = admittedPerSecond
        self.queueLimit = queueLimit
        self.timeoutMilliseconds = timeoutMilliseconds
        self.noticedWithinMilliseconds = noticedWithinMilliseconds
        self.refusalMilliseconds = refusalMilliseconds
        self.arrivalsPerSecond = arrivalsPerSecond
        self.binMilliseconds = binMilliseconds
        self.horizonSeconds = horizonSeconds
        self.seed = seed
        try check()
    }

    private func check() throws(ToolError) {
        guard !classes.isEmpty, clients > 0 else { throw ToolError(.usage, "a storm needs clients") }
        guard clients <= 2_000_000_000 else { throw ToolError(.usage, "a storm has at most 2,000,000,000 clients") }
        guard admittedPerSecond > 0 else { throw ToolError(.usage, "nobody comes back where 0 a second are admitted") }
        guard binMilliseconds > 0, 1000 % binMilliseconds == 0 || binMilliseconds % 1000 == 0 else {
            throw ToolError(.usage, "a bin of \(binMilliseconds) ms neither divides a second nor is whole seconds")
        }
        guard timeoutMilliseconds >= binMilliseconds else {
            throw ToolError(.usage, "a time-out of \(timeoutMilliseconds) ms is below the bin of \(binMilliseconds) ms")
        }
        let next = "use a wider --bin or a shorter --horizon"
        guard bins <= Self.mostCells / lanes else {
            throw ToolError(
                .usage, "the run has \(bins) bins of \(binMilliseconds) ms, more than the \(Self.mostCells / lanes) it can hold",
                next: next)
        }
        guard bins <= Self.mostSteps / dealtBins else {
            throw ToolError(
                .usage,
                "in bins of \(binMilliseconds) ms clients wait for up to \(dealtBins) bins, and a run of \(bins) bins can deal "
                    + "them over \(Self.mostSteps / bins)", next: next)
        }
        guard arrivalsPerSecond <= Self.mostArrivals / max(1, horizonSeconds) else {
            throw ToolError(
                .usage, "\(arrivalsPerSecond) arrivals a second are over \(Self.mostArrivals) by the end of the run",
                next: "use fewer --arrivals or a shorter --horizon")
        }
    }

    /// Counts of clients, a number a bin and state of a policy: two tables of 160 MB.
    private static let mostCells = 20_000_000
    /// Bins over which the clients of all bins may have to be dealt: some ten seconds.
    private static let mostSteps = 10_000_000_000
    /// Clients that come anyway: each may try in every bin, and attempts are still counted in 64 bits.
    private static let mostArrivals = 100_000_000_000

    package var clients: Int { classes.reduce(0) { $0 + $1.clients } }
    var bins: Int { horizonSeconds * 1000 / binMilliseconds }

    /// What retries: the classes, and like the first of them who comes anyway.
    private var retrying: [StormClass] { classes + (arrivalsPerSecond > 0 ? Array(classes.prefix(1)) : []) }
    private var lanes: Int { retrying.reduce(0) { $0 + $1.policy.states.count } }

    /// Bins that one bin's clients are dealt over at most, those of every state.
    private var dealtBins: Int {
        let most = min(bins, clients + arrivalsPerSecond * min(horizonSeconds, Self.mostCells))
        return max(
            1,
            retrying.flatMap(\.policy.states).reduce(0) { sum, pieces in
                sum + min(most, pieces.reduce(0) { $0 + ($1.to - $1.from) / binMilliseconds })
            })
    }

    /// What a rate a second gives in so many milliseconds, cut to a whole number; whole seconds first, so that no product
    /// is greater than it must be.
    static func count(_ perSecond: Int, in milliseconds: Int) -> Int {
        perSecond * (milliseconds / 1000) + perSecond * (milliseconds % 1000) / 1000
    }

    // MARK: What a sheet of paper says

    /// N / μ: nobody can be quicker, and only as quick where who comes anyway waits behind them.
    package var leastSeconds: Double { Double(clients) / Double(admittedPerSecond) }

    /// When the last client has tried once, by its policy: before that not all can be back.
    package var firstAttemptsSeconds: Double {
        let waits = classes.map { $0.policy.states[0].map(\.to).max() ?? 0 }
        return Double(noticedWithinMilliseconds + (waits.max() ?? 0)) / 1000
    }

    /// Within this 99 % are back of a storm that is over soon, and what it is the time of.
    package var recovery: (seconds: Double, of: String) {
        let least = 2 * leastSeconds
        let first = 2 * firstAttemptsSeconds
        if max(least, first) <= 30 { return (30, "half a minute") }
        return least >= first ? (least, "twice the least possible") : (first, "twice the time until all have tried once")
    }

    /// (N − μ τ) / (μ − a), without arrivals N / μ − τ: the narrowest window over which clients must spread their attempts so
    /// that none gives up in the queue; nil: none is wide enough, as those that come anyway take every admission.
    package var leastWindowSeconds: Double? {
        let late = Double(clients) - Double(admittedPerSecond) * Double(timeoutMilliseconds) / 1000
        if late <= 0 { return 0 }
        return arrivalsPerSecond < admittedPerSecond ? late / Double(admittedPerSecond - arrivalsPerSecond) : nil
    }

    /// μ τ: who waits behind more than this gives up before its turn.
    package var longestUsefulQueue: Int { Self.count(admittedPerSecond, in: timeoutMilliseconds) }
}

/// Clients that behave alike.
package struct StormClass: Sendable, Equatable {
    package let name: String
    package let clients: Int
    package let policy: ReconnectPolicy

    package init(_ name: String, clients: Int, policy: ReconnectPolicy) {
        self.name = name
        self.clients = clients
        self.policy = policy
    }
}
