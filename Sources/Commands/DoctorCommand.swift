import CommandLine
import FleetCore
import Reporting
import Terminal

/// `chatfleet doctor`.
enum DoctorCommand {
    static let command = Command(
        CommandSpec(
            "doctor", group: .tools, purpose: "what is installed, reachable, readable and behind, each with its fix",
            examples: [Example("chatfleet doctor", "a line a check; exits 1 where one fails")], exitCodes: [.badAnswer])
    ) { _, context in
        let findings = Diagnosis(context: context).findings()
        if context.stop.isSet { throw ToolError(.interrupted, "interrupted", at: "chatfleet doctor") }
        var report = Report(
            "doctor", title: "Checks",
            columns: [.text("check", "check"), .text("finding", "finding"), .text("fix", "fix")])
        for finding in findings {
            report.add(.text(finding.check), .text(finding.text), finding.fix.map { .text($0) } ?? .blank, mark: finding.mark)
        }
        if context.format == .table {
            try context.emit(text: text(findings, context.outputTraits))
        } else {
            try context.emit(report)
        }
        return findings.contains { $0.mark.level == .bad } ? .badAnswer : .success
    }

    /// A line a check, its fix below: a table of such long cells would not fit.
    private static func text(_ findings: [Diagnosis.Finding], _ traits: TerminalTraits) -> String {
        let width = findings.map { displayWidth($0.check) }.max() ?? 0
        var text = ""
        for finding in findings {
            let (sign, style) = finding.mark.signAndStyle
            text += style.applied(to: sign, if: traits.usesColour) + " " + padded(finding.check, to: width, alignment: .left)
            text += "  " + escapingControls(finding.text) + "\n"
            let words = [finding.mark.level == .ok ? nil : finding.mark.words, finding.fix].compactMap { $0 }
            if !words.isEmpty {
                text += String(repeating: " ", count: width + 4) + escapingControls(words.joined(separator: ": ")) + "\n"
            }
        }
        return text
    }
}
