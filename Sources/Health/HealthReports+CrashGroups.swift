import Database
import FleetCore
import QueryCatalog

extension HealthReports {
    /// Crash groups of a window of days.
    public func crashGroups(_ request: CrashGroupRequest) throws -> CrashGroupReport {
        let window = try days(request.filter)
        var values = parameters(window, request.filter, by: [], of: [])
        let coverage = try rows("health/crash_group_coverage", values).first
        values["groups_max"] = .integer(Int64(request.groupsMax))
        let traits = try standingTraits(values)
        let found = try rows("health/crash_groups", values)
        let completeness = try completenessOfDays(request.filter).share(of: window, platform: request.filter.platform)
        return CrashGroupReport(
            frame: ReportFrame(window: .days(window), filter: request.filter, by: [], completeness: completeness),
            rows: found.map { row in
                let signature = row.text("signature") ?? ""
                let ofGroup = traits[ByteText(signature)] ?? []
                return CrashGroupRow(
                    signature: signature, installs: row.count("crashed_installs"), crashes: row.count("crashes"),
                    firstAt: Instant(epochSeconds: row.count("first_epoch")),
                    confinedTo: ofGroup.filter { $0.dimension != .flag },
                    flags: ofGroup.filter { $0.dimension == .flag }.sorted { $0.usualShare * $1.share < $1.usualShare * $0.share }
                )
            },
            groups: found.first?.count("group_count") ?? 0, crashedInstallDays: coverage?.count("crashed_install_days") ?? 0,
            groupedInstallDays: coverage?.count("grouped_install_days") ?? 0)
    }

    /// By signature, in the order of ``CrashTrait/Dimension``.
    private func standingTraits(_ values: [String: SQLValue]) throws -> [ByteText: [CrashTrait]] {
        var all: [(signature: ByteText, trait: CrashTrait)] = []
        for row in try rows("health/crash_group_slices", values) {
            guard let signature = row.text("signature"), let value = row.text("value"),
                let dimension = row.text("dimension").flatMap(CrashTrait.Dimension.init)
            else { continue }
            // An install of the group may have the value by another of its crashes only.
            let usualCount = min(row.count("usual_count"), row.count("usual_of"))
            all.append(
                (
                    ByteText(signature),
                    CrashTrait(
                        dimension: dimension, value: value, installs: row.count("slice_installs"),
                        groupInstalls: row.count("group_installs"), usualCount: usualCount, usualOf: row.count("usual_of"))
                ))
        }
        let standing = all.filter { $0.trait.standsOut(among: all.count) && $0.trait.value != "unknown" }
        let order = CrashTrait.Dimension.allCases
        return Dictionary(grouping: standing, by: \.signature).mapValues { found in
            order.flatMap { dimension in found.map(\.trait).filter { $0.dimension == dimension } }
        }
    }
}
