public import FleetCore

/// What the evidence on one measure came to, look by look: one look an hour in which something became known.
///
/// A cell of the processes is a stratum on a UTC day of receipt, the hours of the day so far together: an install is booked
/// at risk once a day, and its event may come hours later. Days multiply.
public struct EvidenceTrace: Sendable {
    public let measure: GuardedMeasure
    public let looks: [Look]
    private let booked: [ArmCell]
    /// Each day of receipt, where its cells are in ``booked``, and what they came to: what ``cells(before:)`` cuts.
    private let days: [(day: Day, places: Range<Int>, cells: [DayCell])]

    /// Cumulative since the beginning.
    public struct Look: Sendable {
        /// The hour that was complete at this look.
        public let hour: Hour
        /// ln E against a ratio of at most the harm margin, of at most the strict margin, of at least the safety margin.
        public let harm: Double
        public let strictHarm: Double
        public let safety: Double
        public let new: Exposure
        public let baseline: Exposure
    }

    public init(_ evidence: MeasureEvidence, _ settings: GateSettings) {
        measure = evidence.measure
        booked = evidence.cells.sorted { ($0.hour, $0.stratum) < ($1.hour, $1.stratum) }
        var harm = Walk(.harm(margin: settings.harmMargin))
        var strict = Walk(.harm(margin: settings.strictHarmMargin))
        var safety = Walk(.safety(margin: settings.safetyMargin))
        var day = DayCells()
        var (new, baseline) = (Exposure(), Exposure())
        var looks: [Look] = []
        var days: [(day: Day, places: Range<Int>, cells: [DayCell])] = []
        var (at, first) = (0, 0)
        while at < booked.count {
            let hour = booked[at].hour
            if hour.start.day != day.day {
                if let ended = day.day { days.append((ended, first..<at, day.cells)) }
                first = at
                harm.endDay()
                strict.endDay()
                safety.endDay()
                day = DayCells(day: hour.start.day)
            }
            while at < booked.count, booked[at].hour == hour {
                day.add(booked[at])
                if booked[at].isNew { new += booked[at].exposure } else { baseline += booked[at].exposure }
                at += 1
            }
            let cells = day.processCells
            looks.append(
                Look(
                    hour: hour, harm: harm.look(at: cells), strictHarm: measure.hasTarget ? strict.look(at: cells) : 0,
                    safety: safety.look(at: cells), new: new, baseline: baseline))
        }
        if let ended = day.day { days.append((ended, first..<at, day.cells)) }
        self.looks = looks
        self.days = days
    }

    /// The last look before an hour; nil: nothing was known then.
    public func look(before horizon: Hour) -> Look? {
        var (low, high) = (0, looks.count)
        while low < high {
            let middle = (low + high) / 2
            if looks[middle].hour < horizon { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? looks[low - 1] : nil
    }

    /// The processes' cells as they stood before an hour.
    public func cells(before horizon: Hour) -> [DayCell] {
        days.flatMap { day in
            if Hour(number: day.day.advanced(by: 1).start.hour.number - 1) < horizon { return day.cells }
            var cells = DayCells(day: day.day)
            for place in day.places where booked[place].hour < horizon { cells.add(booked[place]) }
            return cells.cells
        }
    }
}

extension EvidenceTrace {
    /// Of the new version's installs at risk, those in a stratum and day without a baseline; nil: nobody is at risk.
    public func unmatchedShare(before horizon: Hour) -> Double? {
        let cells = cells(before: horizon)
        let all = cells.reduce(0) { $0 + $1.new.atRisk }
        guard all > 0 else { return nil }
        let alone = cells.reduce(0) { $0 + ($1.cell.isComparable ? 0 : $1.new.atRisk) }
        return Double(alone) / Double(all)
    }
}

/// A stratum on a day of receipt.
public struct DayCell: Sendable, Hashable {
    public let day: Day
    public let stratum: Stratum
    public let new: Exposure
    public let baseline: Exposure

    public var cell: EProcess.Cell { EProcess.Cell(new, baseline) }
}

/// The day so far.
private struct DayCells {
    var day: Day?
    private var strata: [Stratum: (new: Exposure, baseline: Exposure)] = [:]

    init(day: Day? = nil) { self.day = day }

    mutating func add(_ cell: ArmCell) {
        if cell.isNew {
            strata[cell.stratum, default: (Exposure(), Exposure())].new += cell.exposure
        } else {
            strata[cell.stratum, default: (Exposure(), Exposure())].baseline += cell.exposure
        }
    }

    /// In one order, so that sums are the same to the last bit.
    var cells: [DayCell] {
        guard let day else { return [] }
        return strata.sorted { $0.key < $1.key }.map {
            DayCell(day: day, stratum: $0.key, new: $0.value.new, baseline: $0.value.baseline)
        }
    }

    var processCells: [EProcess.Cell] { cells.map(\.cell) }
}

/// A process as of the last complete day, and as of the day so far.
private struct Walk {
    private var complete: EProcess
    private var current: EProcess

    init(_ claim: EProcess.Claim) {
        complete = EProcess(claim)
        current = complete
    }

    mutating func look(at day: [EProcess.Cell]) -> Double {
        current = complete
        current.add(day)
        return current.logValue
    }

    mutating func endDay() { complete = current }
}
