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
        guard bins * lanes <= 40_000_000 else {
            throw ToolError(
                .usage, "\(bins) bins are more than a run holds", next: "use a wider --bin or a shorter --horizon")
        }
    }

    package var clients: Int { classes.reduce(0) { $0 + $1.clients } }
    var bins: Int { horizonSeconds * 1000 / binMilliseconds }
    private var lanes: Int { classes.reduce(0) { $0 + $1.policy.states.count } }

    // MARK: What a sheet of paper says

    /// N / μ: nobody can be quicker.
    package var leastSeconds: Double {
        Double(clients) / Double(max(1, admittedPerSecond - arrivalsPerSecond))
    }

    /// When the last client has tried once, by its policy: before that not all can be back.
    package var firstAttemptsSeconds: Double {
        let waits = classes.map { $0.policy.states[0].map(\.to).max() ?? 0 }
        return Double(noticedWithinMilliseconds + (waits.max() ?? 0)) / 1000
    }

    /// N / μ − τ: the narrowest window over which clients must spread their attempts so that none gives up in the queue.
    package var leastWindowSeconds: Double { max(0, leastSeconds - Double(timeoutMilliseconds) / 1000) }

    /// μ τ: who waits behind more than this gives up before its turn.
    package var longestUsefulQueue: Int { admittedPerSecond * timeoutMilliseconds / 1000 }
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
