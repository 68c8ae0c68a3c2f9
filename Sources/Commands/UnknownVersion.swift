import FleetCore
import Health

/// A version that no report is of: written wrong, too new to have any, or one that nobody uses.
///
/// A version beside a known one is seldom a mistake (8.14.1 follows 8.14.0), so that one is taken for meant only where the text
/// can't be a version, or has the same characters with two neighbours swapped.
struct UnknownVersion {
    let version: String
    let known: [AppVersion]
    /// Those with reports.
    let days: DayWindow?

    /// Nil: it is known, or nothing is.
    init?(_ version: String, _ reports: HealthReports) throws {
        let known = try reports.knownVersions()
        guard !known.isEmpty, !known.contains(AppVersion(version)) else { return nil }
        self.version = version
        self.known = known
        days = try reports.knownDays()
    }

    private var asked: AppVersion { AppVersion(version) }

    /// The one that was surely meant.
    var meant: String? {
        guard asked.isReadable else { return closest(to: version, among: known.map(\.text)) }
        return known.map(\.text).first { text in
            closest(to: version, among: [text]) != nil && text.count == version.count && text.sorted() == version.sorted()
        }
    }

    /// Newer than all that there are reports of: its first ones may be on the way.
    var isNewer: Bool { asked.isReadable && meant == nil && known.allSatisfy { $0 < asked || !$0.isReadable } }

    /// "no report of 8.15.0 is in yet; …"
    var words: String {
        if isNewer, let newest = known.last(where: \.isReadable) {
            let held = days.map { ", and the reports are of \($0.from) to \($0.to) (exclusive)" } ?? ""
            return "no report of version \(version) is in yet; the newest version with reports is \(newest.text)\(held)"
        }
        return "the store never heard of version \(version); \(hint)"
    }

    /// "did you mean 8.13.2?", or its neighbours in version order.
    var hint: String {
        if let meant { return "did you mean \(meant)?" }
        let neighbours = [known.last { $0 < asked }, known.first { asked < $0 }].compactMap { $0?.text }
        return "the nearest it knows: \(neighbours.joined(separator: ", "))"
    }
}
