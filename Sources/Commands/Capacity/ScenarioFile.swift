import Capacity
import FleetCore
import Reporting
import StrictJSON
import Terminal

/// Scenario files and those that they extend.
enum ScenarioFile {
    private static let mostLevels = 8

    /// - Parameter path: `-` is standard input.
    /// - Throws: ``ToolError`` with `.badInput`, which lists everything that is wrong with the file.
    static func read(_ path: String, _ context: CommandContext) throws -> Scenario {
        var chain: [Scenario] = []
        var next: String? = path
        while let path = next {
            let scenario = try one(path, context)
            chain.append(scenario)
            guard chain.count <= mostLevels else {
                throw ToolError(.badInput, "scenarios extend each other without end", at: path, next: "take one \"extends\" out")
            }
            if scenario.design != chain[0].design {
                throw ToolError(
                    .badInput, "\(chain[0].file) is a scenario of \(chain[0].design), and extends one of \(scenario.design)",
                    at: path)
            }
            next = scenario.extends.map { beside(path, $0) }
        }
        return chain.dropFirst().reduce(chain[0]) { $0.over($1) }
    }

    private static func one(_ path: String, _ context: CommandContext) throws -> Scenario {
        let (scenario, problems) = ScenarioReader.read(try bytes(path, context), file: path, today: context.now.day)
        guard let scenario else {
            // One a line, so that an editor finds them.
            for problem in problems { context.noteProblem(problem.text) }
            throw ToolError(
                .badInput, "\(counted(Int64(problems.count), "error")) in the scenario", at: path,
                next: "mend them; chatfleet capacity init DESIGN shows every input with its unit")
        }
        return scenario
    }

    private static func bytes(_ path: String, _ context: CommandContext) throws -> [UInt8] {
        try path == "-" ? context.input.readDocument() : readDocument(path, "scenario", stop: context.stop)
    }

    /// A path as seen from the folder of `file`.
    private static func beside(_ file: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
