public import Database
public import Flags
public import FleetCore
public import QueryCatalog

/// What a change of the flags would do to the installs that are active now. Buckets are thresholds of a hash and the ids
/// are in the store, so the counts are exact, not expected values.
public struct FlagPreview: Sendable {
    /// How many installs of a version on a platform change sides.
    public struct Counts: Sendable, Equatable {
        public var turnedOn: Int64 = 0
        public var turnedOff: Int64 = 0
        /// On before and after, and off before and after.
        public var staysOn: Int64 = 0
        public var staysOff: Int64 = 0

        public var isChange: Bool { turnedOn > 0 || turnedOff > 0 }
        public var installs: Int64 { turnedOn + turnedOff + staysOn + staysOff }

        mutating func add(_ other: Counts) {
            turnedOn += other.turnedOn
            turnedOff += other.turnedOff
            staysOn += other.staysOn
            staysOff += other.staysOff
        }

        mutating func add(_ before: Bool, _ after: Bool) {
            switch (before, after) {
            case (false, true): turnedOn += 1
            case (true, false): turnedOff += 1
            case (true, true): staysOn += 1
            case (false, false): staysOff += 1
            }
        }
    }

    public struct FlagRow: Sendable {
        public let flag: String
        public let platform: String
        public let version: AppVersion
        public let counts: Counts
    }

    /// Who may still talk to the servers. On is: supported.
    public struct SupportRow: Sendable {
        public let platform: String
        public let version: AppVersion
        public let counts: Counts
        /// Of those that lose support: messages wait in their outbox; and of these, the ones that may not send them.
        public var withOutbox: Int64 = 0
        public var blockedWithOutbox: Int64 = 0
    }

    /// The days whose active installs were counted.
    public let window: DayWindow
    /// By flag, platform and version.
    public let flags: [FlagRow]
    /// By platform and version; empty where neither side has a policy.
    public let support: [SupportRow]
    public let activeInstalls: Int64
    /// Whose version string can't be read: no minimum is met, and nobody is locked out for it.
    public let unreadableInstalls: Int64
    /// Active installs of platforms that the new documents leave out, by platform: nothing changes for them.
    public let withoutDocument: [String: Int64]
    /// Active installs by the greatest version of the flags that they evaluated; those that never told are left out.
    public let flagsVersions: [Int64: Int64]

    public static let activeDays = 7

    /// - Parameters:
    ///   - new, old: by platform; the document under `""` is for every platform that has none of its own.
    ///   - newest: the newest day in the store; the window is the week that ends with it.
    ///   - now: when a `flush_only_until` is over.
    public static func count(
        new: [String: FlagDocument], old: [String: FlagDocument], newest: Day, now: Instant, database: any Database,
        catalog: QueryCatalog
    ) throws -> FlagPreview {
        let end = newest.advanced(by: 1).inCalendar
        guard let window = DayWindow(from: end.advanced(by: -activeDays).inCalendar, to: end) else {
            throw ToolError(.failure, "the newest day in the store, \(newest), is the first of the calendar")
        }
        var counting = FlagPreviewCounting(new: new, old: old, now: now)
        try catalog.query("flags/active_installs").forEachRow(
            on: database, ["from_day": .text(window.from.description), "to_day": .text(window.to.description)]
        ) { row in
            counting.add(
                install: row.text("install_id") ?? "", version: row.text("app_version") ?? "",
                platform: row.text("platform") ?? "", hasOutbox: row.integer("has_outbox") == 1,
                flagsVersion: row.integer("flags_version"))
        }
        return counting.preview(window)
    }
}

/// Adds installs up, one after the other.
struct FlagPreviewCounting {
    private struct Place: Hashable {
        let platform: String
        let version: String
    }

    /// The same flag on both sides, as places in the documents' names; nil: the document does not have it.
    private struct Pair {
        let name: String
        let new: Int?
        let old: Int?
    }

    private struct Cell {
        let version: AppVersion
        var flags: [FlagPreview.Counts]
        var support = FlagPreview.Counts()
        var withOutbox: Int64 = 0
        var blockedWithOutbox: Int64 = 0
    }

    private let new: [String: FlagDocument]
    private let old: [String: FlagDocument]
    private let now: Instant
    private var pairs: [String: [Pair]] = [:]
    private var cells: [Place: Cell] = [:]
    private var activeInstalls: Int64 = 0
    private var unreadableInstalls: Int64 = 0
    private var withoutDocument: [String: Int64] = [:]
    private var flagsVersions: [Int64: Int64] = [:]

    init(new: [String: FlagDocument], old: [String: FlagDocument], now: Instant) {
        self.new = new
        self.old = old
        self.now = now
    }

    mutating func add(install: String, version: String, platform: String, hasOutbox: Bool, flagsVersion: Int64?) {
        activeInstalls += 1
        if let flagsVersion { flagsVersions[flagsVersion, default: 0] += 1 }
        guard let after = new[platform] ?? new[""] else {
            withoutDocument[platform, default: 0] += 1
            return
        }
        let before = old[platform] ?? old[""]
        let pairs = pairs(platform, after, before)
        let place = Place(platform: platform, version: version)
        var cell =
            cells.removeValue(forKey: place)
            ?? Cell(version: AppVersion(version), flags: Array(repeating: FlagPreview.Counts(), count: pairs.count))
        if !cell.version.isReadable { unreadableInstalls += 1 }
        let context = FlagContext(installID: install, appVersion: cell.version)
        for (index, pair) in pairs.enumerated() {
            let was = pair.old.flatMap { before?.evaluate(at: $0, context).value } ?? false
            let will = pair.new.map { after.evaluate(at: $0, context).value } ?? false
            cell.flags[index].add(was, will)
        }
        let was = before?.clientStatus(context, now: now) ?? .supported
        let will = after.clientStatus(context, now: now)
        cell.support.add(was.isServed, will.isServed)
        if was.isServed, !will.isServed, hasOutbox {
            cell.withOutbox += 1
            if will == .blocked { cell.blockedWithOutbox += 1 }
        }
        cells[place] = cell
    }

    private mutating func pairs(_ platform: String, _ after: FlagDocument, _ before: FlagDocument?) -> [Pair] {
        if let known = pairs[platform] { return known }
        let names = Set(after.names).union(before?.names ?? []).sorted(by: utf8Less)
        let made = names.map { Pair(name: $0, new: after.index(of: $0), old: before?.index(of: $0)) }
        pairs[platform] = made
        return made
    }

    /// By flag; places keep their order.
    private static func inOrder(_ rows: [FlagPreview.FlagRow]) -> [FlagPreview.FlagRow] {
        let byFlag = Dictionary(grouping: rows, by: \.flag)
        return byFlag.keys.sorted(by: utf8Less).flatMap { byFlag[$0] ?? [] }
    }

    func preview(_ window: DayWindow) -> FlagPreview {
        let places = cells.sorted { a, b in
            a.key.platform == b.key.platform ? a.value.version < b.value.version : utf8Less(a.key.platform, b.key.platform)
        }
        var flags: [FlagPreview.FlagRow] = []
        var support: [FlagPreview.SupportRow] = []
        for (place, cell) in places {
            for (pair, counts) in zip(pairs[place.platform] ?? [], cell.flags) {
                flags.append(
                    FlagPreview.FlagRow(flag: pair.name, platform: place.platform, version: cell.version, counts: counts))
            }
            let hasPolicy = (new.values.map(\.policy) + old.values.map(\.policy)).contains { $0 != nil }
            guard hasPolicy else { continue }
            support.append(
                FlagPreview.SupportRow(
                    platform: place.platform, version: cell.version, counts: cell.support, withOutbox: cell.withOutbox,
                    blockedWithOutbox: cell.blockedWithOutbox))
        }
        return FlagPreview(
            window: window, flags: FlagPreviewCounting.inOrder(flags), support: support,
            activeInstalls: activeInstalls, unreadableInstalls: unreadableInstalls, withoutDocument: withoutDocument,
            flagsVersions: flagsVersions)
    }
}

extension ClientPolicy.Status {
    /// The servers answer it. A client whose version can't be read is never locked out.
    fileprivate var isServed: Bool { self == .supported || self == .upgradeRecommended || self == .unknown }
}

extension FlagPreview {
    /// That phones would not take a version, in a sentence: they have later ones, and take nothing older. Nil: they would.
    public func words(refusing version: Int64) -> String? {
        let ahead = flagsVersions.filter { $0.key >= version }
        guard let greatest = ahead.keys.max() else { return nil }
        let installs = ahead.values.reduce(0, +)
        return "\(installs) of \(activeInstalls) active installs told flags of version \(version) to \(greatest) already, and "
            + "phones take nothing older: is this the place that they ask?"
    }

    /// What changes, a sentence a flag and platform; empty where no active install changes sides.
    public var words: [String] {
        var lines: [String] = []
        for (key, counts) in FlagPreview.totals(flags.map { (Subject($0.flag, $0.platform), $0.counts) }) {
            let of = "of \(counts.installs) active installs"
            if counts.turnedOff > 0 { lines.append("\(key.platform): \(key.flag) turns off for \(counts.turnedOff) \(of)") }
            if counts.turnedOn > 0 { lines.append("\(key.platform): \(key.flag) turns on for \(counts.turnedOn) \(of)") }
        }
        for (key, counts) in FlagPreview.totals(support.map { (Subject("", $0.platform), $0.counts) }) where counts.isChange {
            let of = "of \(counts.installs) active installs"
            let waiting = support.filter { $0.platform == key.platform }.reduce(0) { $0 + $1.withOutbox }
            if counts.turnedOff > 0 {
                lines.append(
                    "\(key.platform): \(counts.turnedOff) \(of) lose support, \(waiting) of them with messages waiting")
            }
            if counts.turnedOn > 0 { lines.append("\(key.platform): \(counts.turnedOn) \(of) are supported again") }
        }
        return lines
    }

    private struct Subject: Hashable {
        let flag: String
        let platform: String

        init(_ flag: String, _ platform: String) {
            self.flag = flag
            self.platform = platform
        }
    }

    /// Added up over versions; in the order in which subjects first come.
    private static func totals(_ rows: [(Subject, Counts)]) -> [(Subject, Counts)] {
        var order: [Subject] = []
        var sums: [Subject: Counts] = [:]
        for (subject, counts) in rows {
            if sums[subject] == nil { order.append(subject) }
            sums[subject, default: Counts()].add(counts)
        }
        return order.map { ($0, sums[$0] ?? Counts()) }
    }
}
