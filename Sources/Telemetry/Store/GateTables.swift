package import Database

/// `install_version` and `gate_cell` from reports alone, as if they came in order of receipt into an empty store.
package enum GateTables {
    package static func add(_ reports: [ClientReport], to database: any Database) throws {
        let reports = reports.sorted { $0.row.reportedKnown < $1.row.reportedKnown }
        let merge = BatchMerge(reports, order: BatchMerge.sortedIndices(reports), stored: [])
        var booking = GateBooking(InstallReports(reports))
        booking.book(isNewlyActive: merge.isNewlyActive)
        try InstallLives(database: database).write(booking)
        try DerivedTables(database: database).add(booking)
    }
}
