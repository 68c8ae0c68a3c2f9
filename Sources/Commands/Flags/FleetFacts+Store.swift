import Database
import Flags
import FleetCore
import QueryCatalog

extension FleetFacts {
    /// What lint needs to know of the fleet for this document.
    init(
        _ document: FlagDocument?, platform: String?, _ database: any Database, _ catalog: QueryCatalog
    ) throws {
        guard let use = try VersionUse(platform: platform, database, catalog) else {
            self.init(newestDay: nil)
            return
        }
        self.init(
            newestDay: use.newest, greatestVersion: use.versions.last { $0.isReadable },
            lockedOut: document?.policy?.minSupported.map(use.lockedOut))
    }
}
