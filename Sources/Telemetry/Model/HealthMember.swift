/// One member of a report's `health`: the registry below is the only place that knows them. A new member is a new line
/// here and a migration that adds its column to `health_daily` (and, for a sum, to `health_rollup`).
package struct HealthMember: Sendable {
    /// The member's name on the wire; also its column and, for a histogram, its metric.
    package let name: String
    package let unit: Unit
    package let merge: Merge
    package let derived: Derived

    package enum Unit: String, Sendable {
        case count
        case seconds = "s"
        case milliseconds = "ms"
        case bytes
        case tenthsOfPercent = "0.1 %"
    }

    /// How two reports of one install-day make one value; a semilattice in every case, missing lowest.
    package enum Merge: Sendable, Equatable {
        case max
        /// Compared as (sessions, these members in order): the report with most sessions wins, also with none of them.
        case mostSessions(Latency)
    }

    /// Members that win or lose together.
    package enum Latency: Int, Sendable, CaseIterable { case ttc, firstFrame, sendDisplay, reconnect }

    package enum Derived: Sendable { case sum, histogram }

    /// Greatest value taken: counts fit 31 bits, bytes 63.
    package var greatest: Int64 { unit == .bytes ? Int64.max : Int64(Int32.max) }

    /// Place in ``all``, in ``MemberValues`` and among the columns.
    package static func index(of name: String) -> Int? { all.firstIndex { $0.name == name } }

    /// In column order of the schema: the bytes first, see ``MemberValues``.
    package static let all: [HealthMember] = [
        HealthMember(name: "bytes_rx", unit: .bytes, merge: .max, derived: .histogram),
        HealthMember(name: "bytes_tx", unit: .bytes, merge: .max, derived: .sum),
        HealthMember(name: "db_bytes_max", unit: .bytes, merge: .max, derived: .histogram),
        HealthMember(name: "wal_bytes_max", unit: .bytes, merge: .max, derived: .histogram),
        HealthMember(name: "sessions", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "crashes", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "syncs_ok", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "syncs_failed", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "rolled_back", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "mutations_duplicate", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "quarantined", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "send_failed", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "failed_rows_max", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "queue_depth_max", unit: .count, merge: .max, derived: .histogram),
        HealthMember(name: "queue_age_max_s", unit: .seconds, merge: .max, derived: .histogram),
        HealthMember(name: "ttc_ms_p50", unit: .milliseconds, merge: .mostSessions(.ttc), derived: .histogram),
        HealthMember(name: "ttc_ms_p95", unit: .milliseconds, merge: .mostSessions(.ttc), derived: .histogram),
        HealthMember(name: "first_frame_ms_p50", unit: .milliseconds, merge: .mostSessions(.firstFrame), derived: .histogram),
        HealthMember(name: "first_frame_ms_p95", unit: .milliseconds, merge: .mostSessions(.firstFrame), derived: .histogram),
        HealthMember(name: "send_display_ms_p99", unit: .milliseconds, merge: .mostSessions(.sendDisplay), derived: .histogram),
        HealthMember(name: "reconnect_ms_p99", unit: .milliseconds, merge: .mostSessions(.reconnect), derived: .histogram),
        HealthMember(name: "battery_tenths_pct", unit: .tenthsOfPercent, merge: .max, derived: .sum),
        HealthMember(name: "migrations_ok", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "migrations_failed", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "outbox_rows_lost", unit: .count, merge: .max, derived: .sum),
        HealthMember(name: "crash_loop_guard", unit: .count, merge: .max, derived: .sum),
    ]

    /// Members that the code itself reads.
    package static let sessions = 4
    package static let crashes = 5
    package static let quarantined = 10
    package static let sendFailed = 11
    package static let failedRows = 12
    package static let queueAge = 14
}

/// The values of one report's or row's members, by index in ``HealthMember/all``.
package struct MemberValues: Sendable {
    /// Stands for null: below every value, so that the greater of two is right with nulls, too.
    package static let missing: Int64 = -1

    /// Rows are held by the hundred thousand: a count takes the four bytes that it needs. As many of each as the registry
    /// has lines, bytes before counts (a test holds the two together).
    private var bytes = InlineArray<4, Int64>(repeating: missing)
    private var counts = InlineArray<22, Int32>(repeating: Int32(missing))

    package init() {}

    /// The value, or ``missing``. A count over 31 bits, which only a damaged store holds, is set as the greatest.
    package subscript(index: Int) -> Int64 {
        get { index < bytes.count ? bytes[index] : Int64(counts[index - bytes.count]) }
        set {
            if index < bytes.count {
                bytes[index] = newValue
            } else {
                counts[index - bytes.count] = Int32(clamping: newValue)
            }
        }
    }

    /// The value, or nil.
    package func value(_ index: Int) -> Int64? {
        let value = self[index]
        return value < 0 ? nil : value
    }

    package var count: Int { bytes.count + counts.count }
}

extension MemberValues: Equatable {
    package static func == (a: MemberValues, b: MemberValues) -> Bool {
        for index in 0..<a.count where a[index] != b[index] { return false }
        return true
    }
}
