import Capacity
import FleetCore
import Health

/// What the store measures that a scenario may take in place of an assumption.
enum MeasuredMetric: String, CaseIterable {
    case activeInstalls = "active_installs"
    case sessionsPerInstallDay = "sessions_per_install_day"
    case syncsPerInstallDay = "syncs_per_install_day"

    func value(of use: DailyUse) -> Double? {
        switch self {
        case .activeInstalls: use.activeInstallsPerDay
        case .sessionsPerInstallDay: use.sessionsPerInstallDay
        case .syncsPerInstallDay: use.syncsPerInstallDay
        }
    }
}

extension Scenario {
    /// The scenario with measured numbers in the place of what is to be measured, each over the last days of its window.
    /// - Throws: ``ToolError`` with `.badInput` for a metric that nobody measures, `.unknown` where the store has no days.
    func measured(_ context: CommandContext) throws -> Scenario {
        let wanted = settings.compactMap { id, setting -> (id: String, metric: String, window: String, source: Source)? in
            guard case .measured(let metric, let window) = setting.value else { return nil }
            return (id, metric, window, setting.source)
        }
        guard !wanted.isEmpty, let design = Design.named(design) else { return self }
        let graph = try Graph(design)
        var settings = settings
        for (id, name, window, source) in wanted {
            guard let metric = MeasuredMetric(rawValue: name) else {
                let names = MeasuredMetric.allCases.map(\.rawValue)
                throw ToolError(
                    .badInput, "\(id): nothing measures \(name)", at: "\(source)",
                    next: closest(to: name, among: names).map { "did you mean \($0)?" }
                        ?? "one of \(names.joined(separator: ", "))")
            }
            let use = try context.withStore { database, catalog -> DailyUse? in
                let reports = HealthReports(database: database, catalog: catalog)
                guard let newest = try reports.newestDay() else { return nil }
                let days = window.split(separator: " ").first.flatMap { Int($0) } ?? 1
                return try reports.dailyUse(.days(from: newest.advanced(by: 1 - days), to: newest.advanced(by: 1)))
            }
            guard let use, let value = metric.value(of: use), let exact = Rational(nearestDecimal: value),
                let unit = graph.node(id)?.unit
            else {
                throw ToolError(
                    .unknown, "\(id) is to be measured, and the store has no \(name) over \(window)", at: "\(source)",
                    next: "load reports, or give it a value")
            }
            let place = "\(use.window.from) to \(use.window.to)"
            settings[id] = Setting(.number(exact * unit.scale), .measured(metric: name, window: place))
        }
        return Scenario(file: file, design: self.design, name: name, settings: settings, reasons: reasons)
    }
}
