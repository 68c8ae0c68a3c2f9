import FleetCore
import Health

/// The signals that send to a procedure, as they were at the moment: what is over a level calls for it.
struct RunbookSignals {
    /// Over a level and not silenced, the worst first.
    let bad: [SignalState]
    /// All of them, silenced or not.
    private let states: [SignalState]
    private let at: Instant

    init(_ runbook: Runbook, _ store: IncidentStore) throws {
        at = store.at
        let names = try store.signals.all().filter { $0.runbook == runbook.rawValue && $0.off == nil }.map(\.name)
        states = try store.signals.evaluate(at: store.at, only: names).states
        bad = states.filter { $0.level.isBad && $0.counts }
    }

    /// One of them; nil: it is unknown, switched off, or sends elsewhere.
    func known(_ name: String) -> SignalState? { states.first { $0.signal.name == name && $0.level != .unknown } }

    /// Why one of them can't be told; nil: it can, or it is switched off, or sends elsewhere.
    func unknownBecause(_ name: String) -> String? { states.first { $0.signal.name == name }?.unknownBecause }

    /// What the procedure's own evidence does not say already.
    func claims(besides said: Set<String>) -> [Claim] {
        bad.filter { !said.contains($0.signal.name) }.map { Claim(.confirmed, SignalText.sentence($0, at: at)) }
    }

    /// Is the procedure called for? Its own evidence, or else a signal that sends to it.
    func finding(_ own: Finding) -> Finding { bad.isEmpty ? own : .confirmed }

    /// What it is: in the words of its own evidence where that is so, else in those of the worst signal.
    func verdict(_ own: String, _ finding: Finding) -> String {
        guard finding != .confirmed, let worst = bad.first else { return own }
        return SignalText.sentence(worst, at: at)
    }
}

extension IncidentStore {
    /// The golden signals with the fleet's own levels.
    var signals: Signals {
        Signals(database: database, catalog: catalog, settings: settings, now: asOf == nil ? at : nil)
    }

    /// Where a signal's watch begins, where that is a fixed number.
    func watchLevel(_ name: String) throws -> Double? {
        try signals.all().first { $0.name == name }?.watch?.value
    }

    /// One of them; nil: there is no such file.
    func signal(_ name: String) throws -> SignalState? {
        let signals = signals
        return try signals.all().first { $0.name == name }.map { try signals.state(of: $0, at: at) }
    }
}
