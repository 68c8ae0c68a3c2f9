/// What came of an ``AdmissionStorm``.
package struct AdmissionOutcome: Sendable, Equatable {
    /// A second of it, or a bin where that is longer; all classes together.
    package struct Step: Sendable, Equatable {
        /// Attempts, first ones and repeated.
        package var offered = 0
        /// Clients that are back, those that came anyway with them.
        package var connected = 0
        /// Clients that are back of those that were cut off.
        package var ofTheStorm = 0
        /// Admissions spent on clients that had given up.
        package var wasted = 0
        package var refused = 0
        package var timedOut = 0
        /// In the queue when the step ends, who gave up among them.
        package var waiting = 0
    }

    /// A class, or all of them, of the clients that were cut off.
    package struct Progress: Sendable, Equatable {
        package let name: String
        package let clients: Int
        package internal(set) var connected = 0
        /// When a half, nine tenths, 99 % and all were back; nil: not by the end.
        package internal(set) var half: Double?
        package internal(set) var ninety: Double?
        package internal(set) var ninetyNine: Double?
        package internal(set) var all: Double?

        init(name: String, clients: Int) {
            self.name = name
            self.clients = clients
        }

        mutating func reached(_ seconds: Double) {
            // Exactly, in whole clients: 99 % of 150 is 149, the first whole number that is not below.
            if half == nil, connected * 2 >= clients { half = seconds }
            if ninety == nil, connected * 10 >= clients * 9 { ninety = seconds }
            if ninetyNine == nil, connected * 100 >= clients * 99 { ninetyNine = seconds }
            if all == nil, connected == clients { all = seconds }
        }
    }

    package enum Verdict: String, Sendable {
        /// 99 % are back within ``AdmissionStorm/recovery``, and clients that come anyway are not a storm of their own.
        case recovers
        /// They take longer than that, or are not back when the run ends.
        case slow
        /// The run ends with servers that are busy, and busy for clients that gave up: the storm keeps itself going. A run
        /// in which nobody came back for ten times the longest wait ends early.
        case metastable
    }

    package let stepSeconds: Int
    package internal(set) var steps: [Step] = []
    package internal(set) var total: Progress
    package internal(set) var classes: [Progress]
    package internal(set) var attempts = 0
    /// Of them, those of clients that come anyway.
    package internal(set) var attemptsOfArrivals = 0
    package internal(set) var refused = 0
    package internal(set) var timedOut = 0
    /// Admissions, wasted ones with them.
    package internal(set) var admissions = 0
    package internal(set) var wasted = 0
    package internal(set) var verdict = Verdict.slow

    init(_ storm: AdmissionStorm) {
        stepSeconds = max(1, storm.binMilliseconds / 1000)
        total = Progress(name: "all", clients: storm.clients)
        classes = storm.classes.map { Progress(name: $0.name, clients: $0.clients) }
    }

    package var wastedShare: Double { admissions == 0 ? 0 : Double(wasted) / Double(admissions) }
    /// Attempts a second, in the step with most.
    package var greatestOffered: Int { (steps.map(\.offered).max() ?? 0) / stepSeconds }
    /// Admissions a second, wasted ones with them: what stores and caches see.
    package var greatestAdmitted: Int { (steps.map { $0.connected + $0.wasted }.max() ?? 0) / stepSeconds }
    package var longestQueue: Int { steps.map(\.waiting).max() ?? 0 }

    mutating func judge(_ storm: AdmissionStorm) {
        verdict = (total.ninetyNine ?? .infinity) <= storm.recovery.seconds ? .recovers : .slow
        // A run that ends with all back and nobody in the queue ended well, whatever its last minute was spent on.
        guard total.all == nil || (storm.arrivalsPerSecond > 0 && steps.last.map { $0.waiting > 0 } == true) else { return }
        let last = steps.suffix(max(1, min(60, steps.count / 4)))
        let spent = last.reduce(0) { $0 + $1.connected + $1.wasted }
        let ofUse = last.reduce(0) { $0 + $1.connected }
        let isBusy = spent * 10 >= storm.admittedPerSecond * stepSeconds * last.count * 9
        if isBusy, ofUse * 2 < spent { verdict = .metastable }
    }
}
