import FleetCore
import Reporting
import Simulation
import Terminal

extension Report {
    /// Clients that come back, whatever cut them off: milestones, pictures, and what happened step by step.
    init(_ storm: AdmissionStorm, _ outcome: AdmissionOutcome, named name: String, title: String, everyStep: Bool) {
        self.init(
            name, title: title,
            columns: [
                Column("seconds", "after", .duration), .count("offered_per_s", "attempts/s"),
                .count("connected_per_s", "back/s"), .count("wasted_per_s", "wasted/s"),
                .count("refused_per_s", "turned away/s").dispensable(2), .count("timed_out_per_s", "gave up/s").dispensable(1),
                .count("waiting", "waiting"), .share("connected", "back"),
            ])
        summariseMilestones(storm, outcome)
        summariseWork(storm, outcome)
        let seconds = outcome.steps.count * outcome.stepSeconds
        let rate: @Sendable (Double) -> String = { rateText($0, decimals: 0) }
        let step = Double(outcome.stepSeconds)
        charts = [
            ColumnChart(
                "attempts a second, in powers of ten", outcome.steps.map { Double($0.offered) / step }, scale: .logarithmic,
                from: "0 s", to: durationText(seconds: Double(seconds)), text: rate),
            ColumnChart(
                "back a second", outcome.steps.map { Double($0.connected) / step }, from: "0 s",
                to: durationText(seconds: Double(seconds)), text: rate),
        ]
        addSteps(outcome, of: storm.clients, everyStep: everyStep)
    }

    private mutating func summariseMilestones(_ storm: AdmissionStorm, _ outcome: AdmissionOutcome) {
        summarise(.text("verdict", "verdict").hidden, .text(outcome.verdict.rawValue))
        summarise(.text("verdict", "verdict").forPeople, .mark(outcome.verdict.mark(of: storm)))
        summarise(Column("least_s", "least time", .rate(decimals: 1), for: .programs), .real(storm.leastSeconds))
        let total = outcome.total
        for (name, reached) in [
            ("half_s", total.half), ("ninety_s", total.ninety), ("ninety_nine_s", total.ninetyNine), ("all_s", total.all),
        ] {
            summarise(Column(name, name, .rate(decimals: 1), for: .programs), .real(reached))
        }
        summarise(
            .text("back", "back").forPeople,
            .text(
                "half \(Report.seconds(total.half)), 90 % \(Report.seconds(total.ninety)), "
                    + "99 % \(Report.seconds(total.ninetyNine)), all \(Report.seconds(total.all)); "
                    + "the least possible is \(rateText(storm.leastSeconds, decimals: 1)) s"))
        guard outcome.classes.count > 1 else { return }
        for members in outcome.classes {
            summarise(
                .text(members.name, members.name).forPeople,
                .text(
                    "\(groupedDigits(Int64(members.clients))): half \(Report.seconds(members.half)), "
                        + "99 % \(Report.seconds(members.ninetyNine))"))
        }
    }

    private mutating func summariseWork(_ storm: AdmissionStorm, _ outcome: AdmissionOutcome) {
        let ofArrivals = outcome.attemptsOfArrivals
        let attempts = Double(outcome.attempts - ofArrivals) / Double(max(1, storm.clients))
        let more = ofArrivals == 0 ? "" : ", and \(groupedDigits(Int64(ofArrivals))) of clients that come anyway"
        summarise(.count("attempts", "attempts").hidden, .integer(Int64(outcome.attempts)))
        summarise(.count("attempts_of_arrivals", "of arrivals").hidden, .integer(Int64(ofArrivals)))
        summarise(.count("refused", "refused").hidden, .integer(Int64(outcome.refused)))
        summarise(.count("timed_out", "timed out").hidden, .integer(Int64(outcome.timedOut)))
        summarise(.count("greatest_offered_per_s", "greatest").hidden, .integer(Int64(outcome.greatestOffered)))
        summarise(.count("greatest_admitted_per_s", "admitted").hidden, .integer(Int64(outcome.greatestAdmitted)))
        summarise(.share("wasted", "wasted").hidden, .real(outcome.wastedShare))
        summarise(
            .text("attempts", "attempts").forPeople,
            .text(
                "\(rateText(attempts, decimals: 2)) a client\(more), at most \(groupedDigits(Int64(outcome.greatestOffered))) a second; "
                    + "\(groupedDigits(Int64(outcome.refused))) turned away, \(groupedDigits(Int64(outcome.timedOut))) given up"))
        summarise(
            .text("wasted", "wasted").forPeople,
            .text("\(shareText(outcome.wastedShare, .nearest)) of admissions went to clients that had given up"))
        summarise(.count("longest_queue", "queue").hidden, .integer(Int64(outcome.longestQueue)))
        summarise(.count("longest_useful_queue", "useful").hidden, .integer(Int64(storm.longestUsefulQueue)))
        let limit = storm.queueLimit.map { "at most \(groupedDigits(Int64($0)))" } ?? "any number"
        summarise(
            .text("queue", "queue").forPeople,
            .text(
                "up to \(groupedDigits(Int64(outcome.longestQueue))) waited, \(limit) may; behind "
                    + "\(groupedDigits(Int64(storm.longestUsefulQueue))) a client gives up before its turn"))
        summarise(
            Column("least_window_s", "window", .rate(decimals: 1), for: .programs), .real(storm.leastWindowSeconds))
        let window =
            storm.leastWindowSeconds.map {
                "Spread over \(rateText($0, decimals: 1)) s or more, no client would give up in a queue without bounds"
            } ?? "Clients that come anyway take every admission: however they spread, clients give up in a queue without bounds"
        notes.append("\(window); attempts a second are those of the busiest second.")
    }

    private mutating func addSteps(_ outcome: AdmissionOutcome, of clients: Int, everyStep: Bool) {
        let joined = everyStep ? 1 : max(1, (outcome.steps.count + 19) / 20)
        var connected = 0
        var start = 0
        while start < outcome.steps.count {
            let some = outcome.steps[start..<min(start + joined, outcome.steps.count)]
            let seconds = Int64(some.count * outcome.stepSeconds)
            func rate(_ value: (AdmissionOutcome.Step) -> Int) -> Cell {
                .integer((Int64(some.reduce(0) { $0 + value($1) }) + seconds / 2) / seconds)
            }
            connected += some.reduce(0) { $0 + $1.ofTheStorm }
            add(
                .integer(Int64((start + some.count) * outcome.stepSeconds)), rate(\.offered), rate(\.connected), rate(\.wasted),
                rate(\.refused), rate(\.timedOut), .integer(Int64(some.last?.waiting ?? 0)),
                .real(Double(connected) / Double(max(1, clients))))
            start += joined
        }
    }

    static func seconds(_ value: Double?) -> String { value.map { "after \(rateText($0, decimals: 1)) s" } ?? "never" }
}

extension AdmissionOutcome.Verdict {
    fileprivate func mark(of storm: AdmissionStorm) -> Mark {
        let limit = "\(rateText(storm.recovery.seconds, decimals: 1)) s, \(storm.recovery.of)"
        return switch self {
        case .recovers: .ok("recovers: 99 % are back within \(limit)")
        case .slow: .unknown("slow: 99 % are not back within \(limit)")
        case .metastable: .bad("metastable: the servers are busy with clients that gave up, and stay so")
        }
    }
}

extension AdmissionOutcome {
    /// A storm that keeps itself going is a bad answer; one that takes long is not.
    var exitCode: ExitCode { verdict == .metastable ? .badAnswer : .success }
}
