public import FleetCore
import FoundationEssentials

extension QueryCatalog {
    /// Finds Queries/: where `option` says, else where `CHATFLEET_QUERIES` says, else beside the binary (a build folder),
    /// else in `../share/chatfleet` (an installation). What is named by hand must be there; no other place stands in.
    ///
    /// `executable` is this process's binary where it is nil. Throws ``ToolError`` with every place that was tried, and where
    /// the folder lacks a query that the program asks: one that is missing would else be missed in the middle of a command.
    public static func locate(
        option: String? = nil, environment: [String: String], executable: String? = nil
    ) throws(ToolError) -> QueryCatalog {
        let catalog = try find(option: option, environment: environment, executable: executable)
        if let lack = catalog.lack { throw lack }
        return catalog
    }

    /// As ``locate(option:environment:executable:)``, whole or not: for who only asks where it is.
    public static func find(
        option: String? = nil, environment: [String: String], executable: String? = nil
    ) throws(ToolError) -> QueryCatalog {
        let named = option.map { ($0, "--queries-dir") } ?? environment["CHATFLEET_QUERIES"].map { ($0, "CHATFLEET_QUERIES") }
        if let (path, origin) = named {
            guard isCatalog(path) else {
                throw ToolError(
                    .badInput, "\(origin) names no folder of queries (one that holds schema/)", at: path,
                    next: "name the folder Queries of chatfleet, or leave it out")
            }
            return QueryCatalog(directory: path, namedBy: origin)
        }
        let binary = executable ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let places = places(executable: binary)
        guard let found = places.first(where: isCatalog) else {
            throw ToolError(
                .badInput, "can't find the folder of queries; looked in " + places.joined(separator: ", "),
                next: "set CHATFLEET_QUERIES or --queries-dir to the folder Queries of chatfleet")
        }
        return QueryCatalog(directory: found)
    }

    /// What is wrong with a folder that lacks queries; nil: it has every query that the program asks.
    public var lack: ToolError? {
        let missing = missing
        guard !missing.isEmpty else { return nil }
        let shown = missing.prefix(10).joined(separator: ", ") + (missing.count > 10 ? " and \(missing.count - 10) more" : "")
        return ToolError(
            .badInput, "these queries are not those of this chatfleet: \(shown) \(missing.count == 1 ? "is" : "are") missing",
            at: directory,
            next: "leave --queries-dir and CHATFLEET_QUERIES out, and copy the folder anew: "
                + "env -u CHATFLEET_QUERIES chatfleet queries path names it")
    }

    /// SwiftPM's name for this module's resources is stable; its own accessor for them traps once a binary is moved.
    private static func places(executable: String?) -> [String] {
        guard let slash = executable?.lastIndex(of: "/"), let folder = executable?[..<slash] else { return [] }
        var places = ["\(folder)/chatfleet_QueryCatalog.resources/Queries"]
        if let parent = folder.lastIndex(of: "/") { places.append("\(folder[..<parent])/share/chatfleet/Queries") }
        return places
    }

    private static func isCatalog(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/schema")
    }
}
