import DurableFiles
import FleetCore
public import QueryCatalog

/// The files of Dashboards/ that are rendered from Queries/: Grafana's dashboards. The others there are written by hand.
public struct DashboardFiles {
    /// Relative to Dashboards/, sorted: `grafana/capacity.json`.
    public let files: [(name: String, text: String)]

    public init(_ catalog: QueryCatalog) throws {
        files = try Dashboard.all.map { ("grafana/\($0.name).json", try $0.json(catalog)) }.sorted { utf8Less($0.0, $1.0) }
    }

    /// Dashboards/ lies beside Queries/: in the repository, in a build, in an installation.
    public static func directory(beside catalog: QueryCatalog) -> String {
        let folder = catalog.directory.lastIndex(of: "/").map { String(catalog.directory[..<$0]) } ?? "."
        return "\(folder)/Dashboards"
    }

    public enum State: String, Sendable {
        case same, differs, missing
    }

    /// How each file in a directory compares with what would be rendered.
    public func states(in directory: String) throws -> [(name: String, state: State)] {
        let folder = DurableFolder(directory)
        return try files.map { name, text in
            guard let bytes = try folder.read(name) else { return (name, .missing) }
            return (name, bytes == Array(text.utf8) ? .same : .differs)
        }
    }

    /// Writes what differs or is missing, each file whole; returns what was written.
    public func render(to directory: String) throws -> [String] {
        let stale = try states(in: directory).filter { $0.state != .same }.map(\.name)
        let folder = DurableFolder(directory)
        for (name, text) in files where stale.contains(name) {
            // The folder is made with the first of them.
            if try !folder.createIfAbsent(name, Array(text.utf8)) { try folder.replace(name, Array(text.utf8)) }
        }
        return stale
    }
}
