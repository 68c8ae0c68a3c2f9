public import Database
public import FleetCore
public import Health
public import QueryCatalog

/// What the evidence of an incident is read from, and at which moment it is asked.
public struct IncidentStore {
    let database: any Database
    let catalog: QueryCatalog
    /// What is later counts for nothing.
    public let at: Instant
    /// What the store knew before then, the whole hours before the moment; nil: all that it knows, which is faster.
    public let asOf: Instant?
    /// The fleet's own levels.
    let settings: SignalSettings

    /// - Parameter isNow: the moment is the present one, and nothing was learned after it.
    public init(
        database: any Database, catalog: QueryCatalog, at: Instant, isNow: Bool = false,
        settings: SignalSettings = SignalSettings()
    ) {
        self.database = database
        self.catalog = catalog
        self.settings = settings
        self.at = at
        // Of the hour that holds the moment nobody can tell which part was known before it.
        asOf = isNow ? nil : at.hour.start
    }

    /// The queries' `as_of_hour`.
    var asOfHour: SQLValue { .integer(Int64(asOf?.hour.number ?? .max)) }

    /// What people wrote down later counts for nothing; nil: all of it counts.
    var recordedBy: Instant? { asOf == nil ? nil : at }

    var health: HealthReports { HealthReports(database: database, catalog: catalog) }

    /// So many seconds before the moment.
    func before(_ seconds: Int64) -> Instant { at.advanced(bySeconds: -seconds) }

    /// The metric over the seconds before the moment.
    func metric(
        _ namespace: String, _ name: String, _ statistic: String = "Sum", lastSeconds: Int64
    ) throws -> MetricTable {
        try MetricTable(namespace, name, statistic, from: before(lastSeconds), to: at, database, catalog)
    }

    /// A procedure's steps with what the store says to each.
    public func answer(_ runbook: Runbook) throws -> RunbookAnswer {
        switch runbook {
        case .pushOutage: PushOutageRunbook(try PushFacts(self), try RunbookSignals(runbook, self)).answer
        case .decryptSpike: try DecryptSpikeRunbook(self).answer
        case .rolloutHalt: try RolloutHaltRunbook(self).answer
        }
    }
}
