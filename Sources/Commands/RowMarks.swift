import FleetCore
import Health
import Reporting
import Statistics

/// What is thought of a row when nobody asked for a verdict: only what is bad, and what can't be told.
enum RowMarks {
    /// What a version promises (design: crash-free users at least 99.5 % per app version).
    static let crashFreePromise = 0.995

    /// What holds of any row: no data, or not enough of it yet, unless that is so of the whole window and said of it.
    static func doubt(hasData: Bool, completeness: Double?, in frame: ReportFrame) -> Mark? {
        if !hasData { return .unknown("no data") }
        guard let completeness, DayWindow.isTooIncomplete(completeness), !DayWindow.isTooIncomplete(frame.completeness)
        else { return nil }
        return .unknown("\(shareText(completeness, .down)) is in")
    }

    /// "3.4 × others", after `what` and a space.
    static func words(_ excess: Excess, _ what: String = "") -> String {
        let times = excess.ratio.map { ratio in
            "\(rateText(ratio, decimals: ratio < 9.95 ? 1 : 0)) × others"
        }
        return [what, times ?? "only here"].filter { !$0.isEmpty }.joined(separator: " ")
    }

    static let crashLegend =
        "Marked: what is below \(chosenShareText(crashFreePromise)) of install-days, or crashes more often than all other rows "
        + "together, beyond chance."
}
