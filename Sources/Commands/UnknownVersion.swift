import FleetCore
import Health

/// A version that no report is of: written wrong, too new to have any, or one that nobody uses.
///
/// A version beside a known one is seldom a mistake (8.14.1 follows 8.14.0), so that one is taken for meant only where the text
/// can't be a version, is the same one in other words, or has the same characters with two neighbours swapped.
struct UnknownVersion {
    let version: String
    let known: [AppVersion]
    /// Those with reports.
    let days: DayWindow?

    /// Nil: it is known, or nothing is.
    /// - Parameter recorded: versions that are known by something else than reports.
    init?(_ version: String, _ reports: HealthReports, orRecorded recorded: [String] = []) throws {
        let known = Set(try reports.knownVersions()).union(recorded.map { AppVersion($0) }).sorted()
        guard !known.isEmpty, !known.contains(AppVersion(version)) else { return nil }
        self.version = version
        self.known = known
        days = try reports.knownDays()
    }

    private var asked: AppVersion { AppVersion(version) }

    /// The known one that is the same in other words: without a v before it, without spaces, with the parts that are 0 or
    /// without them.
    var sameInOtherWords: String? {
        let bare = AppVersion(String(version.filter { !$0.isWhitespace }.trimmingPrefix { $0 == "v" || $0 == "V" }))
        // Builds of one version are versions of their own.
        guard bare.isReadable, !version.contains("+") else { return nil }
        return known.first { $0.isReadable && $0.gateKey == bare.gateKey && !$0.text.contains("+") }?.text
    }

    /// The one that was surely meant.
    var meant: String? {
        if let sameInOtherWords { return sameInOtherWords }
        guard asked.isReadable else { return closest(to: version, among: known.map(\.text)) }
        return known.map(\.text).first(where: isSwapped)
    }

    private func isSwapped(_ text: String) -> Bool {
        let (a, b) = (Array(version), Array(text))
        guard a.count == b.count else { return false }
        let other = a.indices.filter { a[$0] != b[$0] }
        guard let first = other.first, let last = other.last, other.count == 2, last == first + 1 else { return false }
        return a[first] == b[last] && a[last] == b[first]
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
