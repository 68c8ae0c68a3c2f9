import FleetCore
import Incidents
import Operations
import Reporting
import Rollout

/// After a HALT: the design's procedure for a staged rollout (feed, round 3, section 9) with its commands filled in, and
/// what is still to do. Where the halt is recorded it begins with who keeps the version.
enum HaltProcedure {
    static func reports(_ answer: GateAnswer, _ next: NextLine) -> [Report] {
        let halted = answer.platforms.filter { $0.assessment.verdict == .halt }
        return halted.isEmpty ? [] : [steps(halted, answer, next), toDo(halted, answer)]
    }

    private static func steps(_ halted: [PlatformGate], _ answer: GateAnswer, _ next: NextLine) -> Report {
        let isDone = halted.allSatisfy { $0.recordedHalt != nil }
        var report = Report(
            "procedure", title: isDone ? "The halt is recorded: what is left to do" : "Halt the rollout",
            columns: [.count("step", "step"), .text("platform", "platform"), .text("what", "what")])
        report.notes = [
            HaltWords.isNoRollback(answer.version) + " Nobody new gets it, and only a flag or a fixed version helps the others."
        ]
        for platform in halted {
            for (number, words) in words(platform, answer, next).enumerated() {
                report.add(.integer(Int64(number + 1)), .text(platform.platform), .text(words))
            }
        }
        return report
    }

    private static func words(_ gate: PlatformGate, _ answer: GateAnswer, _ next: NextLine) -> [String] {
        // What clients write may hold anything, and these are commands to type.
        let version = shellWord(answer.version)
        let platform = shellWord(gate.platform)
        let record = next(HaltWords.record(answer.version, platform: gate.platform, reason: "gate: HALT") + " --by YOU")
        let find = next(HaltWords.topCrashes(answer.version, platform: gate.platform))
        let kill = next("chatfleet flags kill NAME --by YOU --reason \(shellWord("gate: HALT on \(answer.version)"))")
        let start = next(
            "chatfleet rollout record start FIX --platform \(platform) --percent 1 --by YOU --reason "
                + shellWord("fix of \(answer.version)"))
        let exposure = next("chatfleet rollout exposure \(version) --platform \(platform)")
        let keepers = "who has it, and what until the fix reaches them: \(exposure)"
        let steps = [
            "find the feature, by what crashes and the flags that were on with it: \(find)",
            "kill it: \(kill); watch it arrive: \(next("chatfleet flags propagation"))",
            "no flag for it: min_supported is the last resort, and only with flush_only_until set",
            "fix forward: a higher version, from 1 %: \(start); then "
                + next.later("chatfleet rollout gate FIX --platform \(platform)"),
        ]
        return gate.recordedHalt == nil
            ? ["\(HaltWords.pause(gate.platform)); then \(record)"] + steps + [keepers] : [keepers] + steps
    }

    private static func toDo(_ halted: [PlatformGate], _ answer: GateAnswer) -> Report {
        var report = Report(
            "to_do", title: "Still to do",
            columns: [.text("platform", "platform"), .text("what", "what"), .flag("done", "done")])
        report.markAudience = .people
        for gate in halted {
            let isRecorded = gate.recordedHalt != nil
            report.add(
                .text(gate.platform), .text("record the halt: who, when, why"), .flag(isRecorded),
                mark: isRecorded ? .ok("recorded") : .unknown("open"))
            report.add(
                .text(gate.platform), .text("a flag for what was shipped without one"), .noData,
                mark: .unknown("not known to the store"))
            report.add(
                .text(gate.platform), .text("the fix, under a higher version"), .noData, mark: .unknown("not known to the store"))
        }
        return report
    }
}
