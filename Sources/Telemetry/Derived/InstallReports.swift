import FleetCore

/// The reports of a batch by install, each install's in the order in which they became known, and of each what the gate
/// needs. Made while the writer waits for the store.
package struct InstallReports: Sendable {
    struct Entry: Sendable {
        /// Index in the batch.
        let report: Int32
        /// Which install, from 0.
        let place: Int32
        let slice: Int32
        let deviceClass: Int32
        let day: Day
        let knownHour: Int32
        let shown: GuardedEvents
        let measured: GuardedEvents
    }

    /// By place, in byte order.
    private(set) var installs: [InstallID] = []
    private(set) var entries: [Entry] = []
    /// By place: where its entries begin. One more, where the last one's end.
    private(set) var starts: [Int32] = []
    private(set) var names = GateNames()
    private(set) var buckets = InstallDayBuckets()

    package init(_ reports: [ClientReport]) {
        let batch = reports.span
        entries.reserveCapacity(batch.count)
        for sorted in InstallReports.sorted(reports) {
            let index = Int(sorted.index)
            if installs.last != batch[index].row.key.install {
                starts.append(Int32(entries.count))
                installs.append(batch[index].row.key.install)
            }
            let place = Int32(starts.count - 1)
            let day = batch[index].row.key.day
            // A large batch has all of a day's soon.
            if !buckets.isFull(day) { buckets.add(installs[Int(place)], on: day) }
            entries.append(
                Entry(
                    report: sorted.index, place: place,
                    slice: names.slice(batch[index].row.key.appVersion, batch[index].row.key.platform),
                    deviceClass: names.deviceClass(batch[index].row.deviceClass), day: day,
                    knownHour: sorted.knownHour, shown: batch[index].shownEvents, measured: batch[index].measuredEvents))
        }
        starts.append(Int32(entries.count))
    }

    /// Those of all installs.
    var places: [Int32] { Array(0..<Int32(installs.count)) }

    private struct SortEntry {
        let head: UInt64
        let knownHour: Int32
        let index: Int32
    }

    /// By install, hour of receipt, and place in the batch.
    private static func sorted(_ reports: [ClientReport]) -> [SortEntry] {
        let batch = reports.span
        return reports.indices.map { index in
            SortEntry(
                head: batch[index].row.key.install.head, knownHour: batch[index].row.reportedKnown, index: Int32(index))
        }.sorted { a, b in
            if a.head != b.head { return a.head < b.head }
            let (installA, installB) = (batch[Int(a.index)].row.key.install, batch[Int(b.index)].row.key.install)
            if installA != installB { return installA < installB }
            return a.knownHour != b.knownHour ? a.knownHour < b.knownHour : a.index < b.index
        }
    }
}
