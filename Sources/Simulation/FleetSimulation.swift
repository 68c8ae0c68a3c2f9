public import FleetCore

/// What a simulation wrote.
public struct FleetSummary: Sendable, Equatable {
    public var lines = 0
    public var bytes = 0
    /// Lines that arrived after the UTC day that follows their local day.
    public var late = 0
    /// Lines that repeat another one.
    public var repeats = 0
    /// Lines that a receiver must refuse.
    public var broken = 0
    /// UTC days of receipt done, of ``steps``.
    public var stepsDone = 0
    public var steps = 0
}

/// A synthetic fleet of chat clients: its installs live, update, crash, lose their network and report, and what a server
/// received comes out as NDJSON in order of receipt.
///
///     let fleet = FleetSimulation(try FleetOptions(installs: 2_000, days: 14, seed: 7, scenario: .badRelease))
///     try fleet.run { chunk in try file.write(chunk) }
///
/// Nothing is held but eight bytes a pending report: for each UTC day the arrivals are planned, sorted, and written.
public struct FleetSimulation: Sendable {
    public let options: FleetOptions
    let model: FleetModel

    /// Bytes handed to the sink at once, about.
    private static let chunkBytes = 1 << 16

    public init(_ options: FleetOptions) {
        self.options = options
        model = FleetModel(options: options)
    }

    /// Writes every report to `sink`, in chunks of whole lines; calls `progress` after each UTC day. Ends early, between
    /// two chunks, when `stop` is set. Rethrows what the sink throws.
    @discardableResult
    public func run(
        stop: StopRequest? = nil, progress: ((FleetSummary) -> Void)? = nil, sink: ([UInt8]) throws -> Void
    ) throws -> FleetSummary {
        let days = options.window.dayCount
        var summary = FleetSummary()
        summary.steps = days + 2
        var pending = PendingDeliveries(days: days)
        var planner = DeliveryPlanner(model: model)
        var writer = ReportWriter(model: model)
        var line = LineBuffer(capacity: FleetSimulation.chunkBytes + 4096)
        // Local day `step + 1` begins in the east at noon UTC of `step`, so no report of a later day can be due yet.
        for step in -1...days {
            if step + 1 < days {
                for install in 0..<options.installs { planner.plan(install, localDay: step + 1, into: &pending) }
            }
            for key in pending.take(receiptDay: step) {
                let delivery = Delivery(key: key, receiptDay: step)
                let damage = writer.write(delivery, into: &line)
                summary.count(delivery, damage)
                guard line.count >= FleetSimulation.chunkBytes else { continue }
                try flush(&line, &summary, sink)
                if stop?.isSet == true { return summary }
            }
            summary.stepsDone += 1
            progress?(summary)
        }
        try flush(&line, &summary, sink)
        return summary
    }

    private func flush(_ line: inout LineBuffer, _ summary: inout FleetSummary, _ sink: ([UInt8]) throws -> Void) throws {
        guard line.count > 0 else { return }
        summary.bytes += line.count
        try sink(line.bytes)
        line.removeAll()
    }
}

extension FleetSummary {
    mutating func count(_ delivery: Delivery, _ damage: Damage?) {
        lines += 1
        if delivery.receiptDay - delivery.localDay > 1 { late += 1 }
        if delivery.copy != 0 { repeats += 1 }
        if damage?.isRefused == true { broken += 1 }
    }
}
