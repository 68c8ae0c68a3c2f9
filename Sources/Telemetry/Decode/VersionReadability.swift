import FleetCore

/// Whether versions have a place in the order, asked of every report: each text is parsed once.
struct VersionReadability {
    /// A client may send a version of its own with each report; past this many, start over.
    private static let limit = 4096
    private var known: [ByteText: Bool] = [:]
    private var last = ""
    private var isLastReadable = false

    mutating func isReadable(_ version: String) -> Bool {
        if sameBytes(version, last) { return isLastReadable }
        last = version
        if let readable = known[ByteText(version)] {
            isLastReadable = readable
        } else {
            if known.count >= VersionReadability.limit { known.removeAll(keepingCapacity: true) }
            isLastReadable = AppVersion(version).isReadable
            known[ByteText(version)] = isLastReadable
        }
        return isLastReadable
    }
}
