public import Database
public import FleetCore
public import QueryCatalog

/// What a fleet calls the metrics that signals read.
public struct MetricNameMap {
    public struct Name: Sendable, Hashable, CustomStringConvertible {
        public let namespace: String
        public let name: String

        public init(namespace: String, name: String) {
            self.namespace = namespace
            self.name = name
        }

        public var description: String { "\(namespace):\(name)" }
    }

    /// A metric of the store.
    public struct Metric: Sendable {
        public let theirs: Name
        public let ours: Name
        public let isMapped: Bool
        public let series: Int64
        public let newest: Instant?
    }

    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    public func names() throws -> [Metric] {
        try catalog.query("operations/metric_names").rows(on: database, [:]).map { row in
            Metric(
                theirs: Name(namespace: row.text("namespace") ?? "", name: row.text("metric") ?? ""),
                ours: Name(namespace: row.text("signal_namespace") ?? "", name: row.text("signal_metric") ?? ""),
                isMapped: row.count("is_mapped") == 1, series: row.count("series"),
                newest: row.integer("newest_epoch").map { Instant(epochSeconds: $0) })
        }
    }

    /// In the place of what it was mapped to before.
    public func set(_ theirs: Name, _ ours: Name, dimensions: [(theirs: String, ours: String)]) throws {
        try database.transaction {
            try delete(theirs)
            try database.execute(
                "insert into metric_name_map (namespace, name, signal_namespace, signal_name) values (:namespace, :name, :other, :ours)",
                key(theirs).merging(["other": .text(ours.namespace), "ours": .text(ours.name)]) { $1 })
            for dimension in dimensions {
                try database.execute(
                    """
                    insert into metric_dimension_map (namespace, name, dimension, signal_dimension)
                    values (:namespace, :name, :theirs, :ours)
                    """, key(theirs).merging(["theirs": .text(dimension.theirs), "ours": .text(dimension.ours)]) { $1 })
            }
        }
    }

    /// Was there one?
    public func remove(_ theirs: Name) throws -> Bool {
        try database.transaction { try delete(theirs) > 0 }
    }

    @discardableResult
    private func delete(_ theirs: Name) throws -> Int {
        try database.execute(
            "delete from metric_dimension_map where namespace = :namespace and name = :name", key(theirs))
        return try database.execute("delete from metric_name_map where namespace = :namespace and name = :name", key(theirs))
    }

    private func key(_ name: Name) -> [String: SQLValue] { ["namespace": .text(name.namespace), "name": .text(name.name)] }
}
