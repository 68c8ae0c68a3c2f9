public import Database
public import FleetCore
public import QueryCatalog

/// Something to tell of a signal.
public struct SignalNotice: Sendable {
    public let state: SignalState
    /// It was told of as bad, and is well now.
    public let resolved: Bool

    public init(_ state: SignalState, resolved: Bool) {
        self.state = state
        self.resolved = resolved
    }
}

/// When what is told, so that a run every few minutes tells of changes and not of states.
public struct SignalNoticePolicy: Sendable {
    /// What stays bad is told again after so long.
    public var againSeconds: Int64
    public var tellsUnknown: Bool
    /// Everything bad each time, for a receiver that forgets.
    public var repeatsAll: Bool

    public init(againSeconds: Int64, tellsUnknown: Bool = false, repeatsAll: Bool = false) {
        self.againSeconds = againSeconds
        self.tellsUnknown = tellsUnknown
        self.repeatsAll = repeatsAll
    }

    /// - Parameter told: by signal the level that was told last, and when.
    public func due(_ answer: SignalsAnswer, told: [String: (level: SignalLevel, at: Instant)]) -> [SignalNotice] {
        answer.states.compactMap { state in
            guard state.silence == nil, state.signal.off == nil else { return nil }
            let last = told[state.signal.name]
            if state.level == .ok { return last.map { _ in SignalNotice(state, resolved: true) } }
            guard state.level.isBad || tellsUnknown else { return nil }
            let isNew = last.map { state.level > $0.level || answer.at.epochSeconds - $0.at.epochSeconds >= againSeconds } ?? true
            return repeatsAll || isNew && state.acknowledgement == nil ? SignalNotice(state, resolved: false) : nil
        }
    }
}

/// What was told, in the store.
public struct SignalNotices {
    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    public func told() throws -> [String: (level: SignalLevel, at: Instant)] {
        var told: [String: (level: SignalLevel, at: Instant)] = [:]
        for row in try catalog.query("operations/signals_told").rows(on: database, [:]) {
            guard let name = row.text("signal"), let level = row.text("level").flatMap(SignalLevel.init) else { continue }
            told[name] = (level, Instant(epochSeconds: row.count("told_epoch")))
        }
        return told
    }

    /// Before the receiver gets them: throws where ``record(_:at:)`` could not, and they would be told again at every run.
    public func checkCanRecord() throws {
        try database.transaction { try database.execute("delete from signal_told where signal = ''") }
    }

    /// Once the receiver has them.
    public func record(_ notices: [SignalNotice], at: Instant) throws {
        try database.transaction {
            for notice in notices {
                let name = SQLValue.text(notice.state.signal.name)
                try database.execute("delete from signal_told where signal = :signal", ["signal": name])
                if notice.resolved { continue }
                try database.execute(
                    "insert into signal_told (signal, level, told_epoch) values (:signal, :level, :told_epoch)",
                    ["signal": name, "level": .text(notice.state.level.rawValue), "told_epoch": .integer(at.epochSeconds)])
            }
        }
    }
}
