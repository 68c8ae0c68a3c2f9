/// How long a client waits before it tries to connect, the first time and after each failure. Times in milliseconds.
package enum ReconnectPolicy: Sendable, Equatable {
    /// At once, for ever.
    case immediate
    /// Anywhere within the window, each time.
    case window(Int)
    /// `first`, twice that, four times, … up to `cap`; no chance in it.
    case exponential(first: Int, cap: Int)
    /// Anywhere below what ``exponential(first:cap:)`` would wait.
    case fullJitter(first: Int, cap: Int)
    /// Anywhere from `first` to three times the last wait, up to `cap` (AWS Architecture Blog, "Exponential backoff and
    /// jitter", 2015). The last wait is known to within a quarter of itself.
    case decorrelated(first: Int, cap: Int)
    /// What the server says to a client it turns away: its place in a line that moves as fast as clients are admitted.
    /// Before a word from the server, full jitter.
    case serverSent(first: Int, cap: Int)
    /// `first · 2ⁿ` and up to a `divisor`-th of it more, the sum at most `cap`: at the cap no chance is left.
    case addedJitter(first: Int, cap: Int, divisor: Int)

    /// What the two walkthroughs do, and what is taken for the chat design, whose text gives the servers' side only.
    package static let oneToOne = ReconnectPolicy.exponential(first: 1000, cap: 64_000)
    package static let whatsApp = ReconnectPolicy.addedJitter(first: 1000, cap: 60_000, divisor: 2)
    package static let chat = ReconnectPolicy.fullJitter(first: 1000, cap: 60_000)

    var asksTheServer: Bool { if case .serverSent = self { true } else { false } }

    /// What is known of a client when it fails the next time: how often it failed or, for decorrelated, how long it waited
    /// last. Beyond the last state nothing changes any more.
    var states: [[DelayPiece]] {
        switch self {
        case .immediate: [[DelayPiece(at: 0, next: 0)]]
        case .window(let width): [[DelayPiece(from: 0, to: width, next: 0)]]
        case .exponential(let first, let cap):
            doublings(first, cap).enumerated().map { state, wait in
                [DelayPiece(at: wait, next: min(state + 1, doublings(first, cap).count - 1))]
            }
        case .fullJitter(let first, let cap), .serverSent(let first, let cap):
            doublings(first, cap).enumerated().map { state, wait in
                [DelayPiece(from: 0, to: wait, next: min(state + 1, doublings(first, cap).count - 1))]
            }
        case .addedJitter(let first, let cap, let divisor):
            doublings(first, cap).enumerated().map { state, wait in
                addedPieces(wait, cap: cap, divisor: divisor, next: min(state + 1, doublings(first, cap).count - 1))
            }
        case .decorrelated(let first, let cap): decorrelatedStates(first, cap)
        }
    }

    /// `first`, twice that, …, up to and with the first that reaches `cap`, cut to it.
    private func doublings(_ first: Int, _ cap: Int) -> [Int] {
        var waits = [min(first, cap)]
        while let last = waits.last, last < cap { waits.append(min(2 * last, cap)) }
        return waits
    }

    private func addedPieces(_ wait: Int, cap: Int, divisor: Int, next: Int) -> [DelayPiece] {
        let end = wait + wait / divisor
        if wait >= cap { return [DelayPiece(at: cap, next: next)] }
        if end <= cap { return [DelayPiece(from: wait, to: end, next: next)] }
        return [DelayPiece(from: wait, to: cap, next: next), DelayPiece(at: cap, weight: end - cap, next: next)]
    }

    private func decorrelatedStates(_ first: Int, _ cap: Int) -> [[DelayPiece]] {
        var edges = [first]
        while let last = edges.last, last < cap { edges.append(min(cap, last + max(1, last / 4))) }
        guard edges.count > 1 else { return [[DelayPiece(at: cap, next: 0)]] }
        let classes = zip(edges, edges.dropFirst()).map { (from: $0, to: $1) }
        return classes.indices.map { state in
            // A client starts as if it had waited `first`; later the middle of the class stands for all in it.
            let last = state == 0 ? first : (classes[state].from + classes[state].to) / 2
            let end = state == classes.count - 1 ? 3 * cap : 3 * last
            var pieces = classes.indices.compactMap { next -> DelayPiece? in
                let piece = classes[next]
                return piece.from < end ? DelayPiece(from: piece.from, to: min(piece.to, end), next: next) : nil
            }
            if end > cap { pieces.append(DelayPiece(at: cap, weight: end - cap, next: classes.count - 1)) }
            return pieces
        }
    }
}

/// A part of a wait's distribution: evenly from one time to another, or all at one.
struct DelayPiece: Equatable {
    let from: Int
    /// Exclusive; the same as `from` for a wait that is always the same.
    let to: Int
    let weight: Int
    /// The client's state when it fails after this wait.
    let next: Int

    init(from: Int, to: Int, next: Int) {
        self.from = from
        self.to = max(to, from + 1)
        weight = max(to, from + 1) - from
        self.next = next
    }

    init(at time: Int, weight: Int = 1, next: Int) {
        from = time
        to = time
        self.weight = weight
        self.next = next
    }

    var isPoint: Bool { from == to }
}
