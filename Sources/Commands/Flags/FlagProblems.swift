import Flags
import FleetCore
import Reporting
import StrictJSON
import Terminal

/// What is wrong with flag documents, as commands show it.
extension CommandContext {
    /// A document that can be evaluated; else its problems go to standard error, and the command ends with 3. Problems of
    /// what it says are warned of: clients evaluate it all the same.
    func decodedFlags(_ found: FlagDocumentBytes) throws -> FlagDocument {
        let (document, problems) = FlagLint.read(found.bytes, file: found.file, now: now)
        if let document {
            try checkVersion(document, found)
            if !problems.isEmpty {
                let errors = problems.filter { $0.severity == .error }.count
                warn(
                    "\(found.file): lint finds \(counted(Int64(problems.count), "problem")), \(counted(Int64(errors), "error")) "
                        + "among them; see them with chatfleet flags lint")
            }
            return document
        }
        for problem in problems where problem.severity == .error { noteProblem(problem.text) }
        throw ToolError(
            .badInput, "this document is refused: \(counted(Int64(problems.count), "problem"))", at: found.file,
            next: "mend it; chatfleet flags lint \(found.file) shows its problems again")
    }

    private func checkVersion(_ document: FlagDocument, _ found: FlagDocumentBytes) throws(ToolError) {
        guard let version = found.indexVersion, version != document.version else { return }
        throw ToolError(
            .badInput, "latest.json names version \(version), and the document is version \(document.version)", at: found.file,
            next: "publish again")
    }

    /// A problem is no note: it is there with `--quiet`, too.
    func noteProblem(_ text: String) {
        try? surroundings.errors.write(escapingControls(text) + "\n")
    }
}

extension Report {
    /// A row a problem.
    static func problems(_ name: String, title: String, _ problems: [DocumentProblem]) -> Report {
        var report = Report(
            name, title: title,
            columns: [
                .text("file", "file"), .count("line", "line"), .count("column", "column"), .text("path", "path"),
                .text("rule", "rule"), .text("severity", "severity"), .text("message", "message"),
                Column("suggestion", "did you mean", .text).absent(""),
            ])
        for problem in problems {
            report.add(
                .text(problem.file), .integer(Int64(problem.line)), .integer(Int64(problem.column)), .text(problem.path),
                .text(problem.rule), .text(problem.severity.rawValue), .text(problem.message), .text(problem.suggestion))
        }
        report.emptyText = "no problems"
        return report
    }
}
