import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport

@testable import Health

/// A signal of a file of its own, changed by replacing lines of its header.
func sampleSignal(_ changes: [String: String] = [:], columns: String? = nil) throws -> Signal {
    var members = [
        "measure": "share", "unit": "share", "dimensions": "provider, worker", "judged": "none", "window": "10m", "history": "2h",
        "step": "1m", "fresh": "15m", "watch": "> 0.02 (ours)", "page": "> 0.1 (ours)", "absent": "unknown", "runbook": "none",
    ]
    members.merge(changes) { $1 }
    let dimensions = (members["dimensions"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0 != "none" }.map { "\($0) text or null; " }.joined()
    let header = [
        "-- sample", "-- question:   q?", "-- parameters: from_epoch epoch, to_epoch epoch, step_s count", "-- grain:      g",
        "-- columns:    \(columns ?? dimensions + "cut text; period_s count; step_epoch epoch; amount number or null; base number or null")",
        "-- engines:    sqlite", "-- source:     s",
    ]
    let lines = header + members.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "-- \($0.key): \($0.value)" }
    let folder = NSTemporaryDirectory() + "signal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/signals", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try (lines.joined(separator: "\n") + "\nselect 1;\n").write(
        toFile: folder + "/signals/sample.sql", atomically: true, encoding: .utf8)
    return try Signal(QueryCatalog(directory: folder).query("signals/sample"))
}

/// One row a minute, the last of which ends at 0 of ``sampleEnd``.
let sampleEnd: Int64 = 1_789_473_600

/// `amount` of `base` in each of the last `minutes`.
func steady(
    _ parts: [String?], minutes: Range<Int64>, amount: Double?, base: Double?, cut: String = "", period: Int64 = 60
) -> [SignalRow] {
    minutes.map { ago in
        SignalRow(
            parts, cut: MetricCut(names: cut, periodSeconds: period), step: sampleEnd - (ago + 1) * 60, amount: amount,
            base: base)
    }
}

/// The state that a signal's rows give, without a store: no signal of days.
func sampleState(_ signal: Signal, _ rows: [SignalRow], at: Int64 = sampleEnd) throws -> SignalState {
    try withStore(.sqlite) { db throws in
        let instant = Instant(epochSeconds: at)
        return try SignalStateMaker(
            signal: signal, table: SignalTable(signal, rows), at: instant,
            reports: ReportCompleteness(database: db, catalog: QueryCatalog(directory: "/nonexistent"), at: instant)
        ).state()
    }
}
