public import Database
import Flags
public import FleetCore
public import QueryCatalog

/// Does a flag harm the installs that have it? Which install is inside a percentage follows from its id, so the store holds
/// a randomised trial of every rollout.
public struct FlagImpact: Sendable {
    public struct Request: Sendable {
        /// Nil: every flag under rollout.
        public var flag: String?
        public var platform: String?
        /// Nil: four weeks up to the newest day, and as much more as the percentages looked at stand.
        public var from: Day?
        public var to: Day?
        public var asOf: Instant?
        public var alpha = 0.01

        public init(flag: String? = nil) { self.flag = flag }
    }

    public let window: DayWindow
    /// Of each trial only the newest ``longestDays`` can count, so that the days of an older one change with every look.
    public let isCut: Bool
    /// The worst verdict first, then by the strength of the evidence.
    public let trials: [TrialEvidence]

    /// Whose percentage stood in them is looked at, and whether enough of the days is in.
    public static let windowDays = 28
    /// What a percentage showed stays shown, and a window that moves on would forget it, and begin anew with every look; but
    /// nobody waits for more days than these. Past them it does move on, and α holds no more, unless the request says from when.
    public static let longestDays = 120

    /// - Parameters:
    ///   - newest: the newest day in the store.
    ///   - completeness: of a window on a platform.
    /// - Throws: `ToolError` with `.unknown`: the flag was under no percentage in the window.
    public static func measure(
        _ request: Request, newest: Day, database: any Database, catalog: QueryCatalog,
        completeness: (DayWindow, String) throws -> Double? = { _, _ in nil }
    ) throws -> FlagImpact {
        let to = request.to ?? newest.advanced(by: 1).inCalendar
        let from = request.from ?? to.advanced(by: -windowDays).inCalendar
        guard let window = DayWindow(from: from, to: to) else {
            throw ToolError(
                .usage, "the window from \(from) to \(to) (exclusive) holds no day", next: "name a --to after --from")
        }
        let history = try FlagStore(database: database, catalog: catalog).history(
            since: request.from.map(\.start), asOf: request.asOf)
        let trials = try chosen(FlagTrial.all(in: history), request, window, history)
        let began = request.from == nil ? trials.map(\.from.day).min() : nil
        let first = min(window.from, max(began ?? window.from, window.to.advanced(by: -longestDays)))
        return try measure(
            trials, request, DayWindow(from: first.inCalendar, to: window.to) ?? window, database, catalog, completeness)
    }

    private static func measure(
        _ trials: [FlagTrial], _ request: Request, _ window: DayWindow, _ database: any Database, _ catalog: QueryCatalog,
        _ completeness: (DayWindow, String) throws -> Double?
    ) throws -> FlagImpact {
        var counting = TrialCounting(trials)
        if !trials.isEmpty { try count(&counting, request, window, database, catalog) }
        let evidence = try trials.indices.map { place in
            let trial = trials[place]
            // Of the newest alone: what is old has come, and would hide that nothing new does.
            let to = min(window.to, trial.to?.day.advanced(by: 1) ?? window.to)
            let days = DayWindow(from: max(window.from, trial.from.day, to.advanced(by: -windowDays)).inCalendar, to: to)
            return TrialEvidence(
                trial, installs: counting.counts[place].installs, cells: counting.cells(of: place), alpha: request.alpha,
                completeness: try days.flatMap { try completeness($0, trial.platform) })
        }
        let isCut = request.from == nil && trials.contains { $0.from.day < window.from }
        return FlagImpact(window: window, isCut: isCut, trials: evidence.sorted(by: isWorse))
    }

    private static func isWorse(_ a: TrialEvidence, _ b: TrialEvidence) -> Bool {
        if a.verdict != b.verdict { return a.verdict < b.verdict }
        let (one, other) = (a.greatestHarm, b.greatestHarm)
        if one != other { return one > other }
        return a.trial.flag == b.trial.flag
            ? utf8Less(a.trial.platform, b.trial.platform) : utf8Less(a.trial.flag, b.trial.flag)
    }

    /// The newest trial of each flag and platform in the window; of all flags those that still run.
    private static func chosen(
        _ all: [FlagTrial], _ request: Request, _ window: DayWindow, _ history: [PublishedFlagVersion]
    ) throws -> [FlagTrial] {
        let end = min(window.to.start, request.asOf ?? window.to.start)
        let inside = all.filter { trial in
            trial.from < end && (trial.to.map { $0 > window.from.start } ?? true)
                && (request.platform.map { $0 == trial.platform } ?? true)
        }
        guard let flag = request.flag else { return inside.filter { $0.ending == nil } }
        var newest: [String: FlagTrial] = [:]
        for trial in inside where trial.flag == flag { newest[trial.platform] = trial }
        if !newest.isEmpty { return newest.keys.sorted(by: utf8Less).compactMap { newest[$0] } }
        let names = Set(history.flatMap { $0.documents.values.flatMap { $0?.names ?? [] } }).sorted(by: utf8Less)
        guard names.contains(flag) else {
            throw ToolError(
                .unknown, "the store's flags have no \(flag)",
                next: closest(to: flag, among: names).map { "did you mean \($0)?" } ?? "see chatfleet flags history")
        }
        throw ToolError(
            .unknown, "\(flag) was under no percentage between 0 and 100 from \(window.from) to \(window.to) (exclusive)",
            next: "name another window with --from and --to; chatfleet flags history says what changed when")
    }

    private static func count(
        _ counting: inout TrialCounting, _ request: Request, _ window: DayWindow, _ database: any Database,
        _ catalog: QueryCatalog
    ) throws {
        var versions: [String: AppVersion] = [:]
        var install = ""
        var days: [TrialDay] = []
        let values: [String: SQLValue] = [
            "from_day": .text(window.from.description), "to_day": .text(window.to.description),
            "platform": SQLValue(request.platform),
            "as_of_hour": .integer(Int64(request.asOf.map { $0.hour.number } ?? .max)),
        ]
        try catalog.query("flags/trial_days").forEachRow(on: database, values) { row in
            let id = row.text("install_id") ?? ""
            if !id.utf8.elementsEqual(install.utf8) {
                TrialDay.placeFirstEvents(&days)
                counting.add(install: install, days)
                install = id
                days.removeAll(keepingCapacity: true)
            }
            let text = row.text("app_version") ?? ""
            let version = versions[text] ?? AppVersion(text)
            versions[text] = version
            guard let day = TrialDay(row, version, deviceClass: counting.place(ofClass: row.text("device_class") ?? "")) else {
                return
            }
            days.append(day)
        }
        TrialDay.placeFirstEvents(&days)
        counting.add(install: install, days)
    }
}

extension TrialEvidence {
    fileprivate var greatestHarm: Double { measures.map(\.greatestHarm).max() ?? 0 }
}

extension FlagStore {
    /// The versions that were current since an instant, with the one that was then; nil: since the first. The oldest first.
    func history(since instant: Instant?, asOf: Instant?) throws -> [PublishedFlagVersion] {
        let changes = try changes().map(\.change).filter { change in asOf.map { change.at <= $0 } ?? true }
            .sorted { $0.version < $1.version }
        let first = instant.flatMap { instant in changes.lastIndex { $0.at <= instant } } ?? 0
        return try changes.dropFirst(first).map { change in
            var documents: [String: FlagDocument?] = [:]
            for file in try self.documents(version: change.version) {
                documents[file.platform] = .some(FlagDocument.decode(file.bytes, file: "\(file.platform).json").document)
            }
            return PublishedFlagVersion(version: change.version, at: change.at, documents: documents)
        }
    }
}
