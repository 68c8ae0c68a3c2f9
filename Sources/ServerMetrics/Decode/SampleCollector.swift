package import FleetCore

/// What decoding needs to know beside the bytes.
package struct MetricContext: Sendable {
    package var now: Instant
    /// For points that don't say when they were measured.
    package var measuredAt: Instant
    /// What the source does not say, or should be overruled.
    package var namespace: String?
    package var metric: String?
    package var dimensions: [MetricDimension] = []
    package var statistic: MetricStatistic?
    package var periodSeconds: Int32?
    package var unit: String?
    package var keepsRejects = false

    package init(now: Instant, measuredAt: Instant? = nil) {
        self.now = now
        self.measuredAt = measuredAt ?? now
    }
}

/// A point that was not taken, and where it stands.
package struct RefusedPoint: Sendable {
    /// Line number or element index, from 1.
    package let position: Int64
    package let byteOffset: Int64
    package let reason: String
    /// The beginning of what was refused, where it is text.
    package let text: String
}

/// Takes what decoders find, point by point: each is accepted, refused with a reason, or left out because it says nothing.
package struct SampleCollector: Sendable {
    package let context: MetricContext
    package private(set) var samples: [MetricSample] = []
    package private(set) var read = 0
    package private(set) var refused: [String: Int] = [:]
    /// Points without a value, such as the quantile of nothing.
    package private(set) var leftOut: [String: Int] = [:]
    package private(set) var rejects: [RefusedPoint] = []
    /// How the points were written that were read.
    package private(set) var forms: [MetricForm: Int] = [:]
    /// Remarks of the decoder on what it had to assume.
    package private(set) var notes: [String] = []
    /// Where the record that is being decoded stands.
    package var position: Int64 = 1
    package var byteOffset: Int64 = 0

    /// A point may lie ahead of this machine's clock by as much as CloudWatch takes.
    private static let futureSeconds: Int64 = 2 * 3600
    private static let rejectTextMax = 500

    package init(_ context: MetricContext) { self.context = context }

    /// Takes one point.
    package mutating func take(_ sample: MetricSample, text: @autoclosure () -> String = "") {
        if sample.statistics.contains(where: { !$0.value.isFinite }) {
            return leaveOut(sample.statistics.contains { $0.value.isNaN } ? "value.nan" : "value.infinite")
        }
        guard !sample.statistics.isEmpty else { return leaveOut("value.none") }
        guard sample.at >= .firstTold else { return refuse("instant.old", text: text()) }
        guard sample.at.epochSeconds <= context.now.epochSeconds + SampleCollector.futureSeconds else {
            return refuse("instant.future", text: text())
        }
        read += 1
        samples.append(sample)
    }

    package mutating func leaveOut(_ reason: String, points: Int = 1) {
        guard points > 0 else { return }
        read += points
        leftOut[reason, default: 0] += points
    }

    /// - Parameter offset: of the fault, within the record.
    package mutating func refuse(
        _ reason: String, points: Int = 1, offset: Int = 0, text: @autoclosure () -> String = ""
    ) {
        guard points > 0 else { return }
        read += points
        refused[reason, default: 0] += points
        guard context.keepsRejects else { return }
        let cut = String(text().unicodeScalars.prefix(SampleCollector.rejectTextMax))
        rejects.append(
            RefusedPoint(position: position, byteOffset: byteOffset + Int64(offset), reason: reason, text: cut))
    }

    /// Counts what `body` reads as of one form.
    package mutating func reading(_ form: MetricForm, _ body: (inout SampleCollector) -> Void) {
        let before = read
        body(&self)
        if read > before { forms[form, default: 0] += read - before }
    }

    package mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 8 { notes.append(text) }
    }

    /// Hands over what was collected and goes on with none.
    package mutating func takeAll() -> SampleCollector {
        let collected = self
        samples = []
        read = 0
        refused = [:]
        leftOut = [:]
        forms = [:]
        rejects = []
        return collected
    }
}
