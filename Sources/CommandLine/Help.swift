import FleetCore
import Terminal

extension Registry {
    /// Help on a command, the verbs of a noun, or, for an empty path, everything. Ends with a line break.
    ///
    /// `width`: columns of a line; nil: any.
    public func help(_ path: [String], isLong: Bool, width: Int?) -> String {
        // Prose is filled to a width that reads well, also in a pipe.
        let page = HelpPage(registry: self, isLong: isLong, width: min(width ?? 100, 100))
        if path.isEmpty { return page.top() }
        return command(path).map { page.command($0) } ?? page.noun(path)
    }
}

private struct HelpPage {
    let registry: Registry
    let isLong: Bool
    let width: Int

    func top() -> String {
        var text = "\(registry.program): \(registry.purpose)\n\n"
        text += usage("NOUN [VERB] [ARGUMENTS]")
        for group in CommandGroup.allCases {
            let commands = registry.commands.filter { $0.group == group }
            if commands.isEmpty { continue }
            text += section(group.rawValue) + terms(commands.map { ($0.name, $0.purpose) })
        }
        text += section("Options of all commands") + terms(registry.globalOptions.map(term))
        if isLong {
            text += section("Exit status") + terms(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
        }
        return text + "\n\(registry.program) COMMAND --help shows a command with an example.\n"
    }

    func noun(_ path: [String]) -> String {
        let name = path.joined(separator: " ")
        let commands = registry.commands(under: path)
        return usage("\(name) VERB [ARGUMENTS]") + section("Verbs") + terms(commands.map { ($0.name, $0.purpose) })
            + "\n\(registry.program) \(name) VERB --help shows one with an example.\n"
    }

    func command(_ command: CommandSpec) -> String {
        let options = command.options.isEmpty ? "" : " [OPTIONS]"
        let words = command.arguments.map { " " + $0.usage }.joined()
        var text =
            filled("\(registry.program) \(command.name): \(command.purpose)", indent: 0) + "\n"
            + usage(command.name + options + words)
        if isLong, !command.discussion.isEmpty {
            for paragraph in command.discussion.split(separator: "\n") {
                text += paragraph.hasPrefix("  ") ? "\(paragraph)\n" : "\n" + filled(String(paragraph), indent: 0)
            }
        }
        let verbs = registry.commands(under: command.path)
        if !verbs.isEmpty { text += section("Verbs") + terms(verbs.map { ($0.name, $0.purpose) }) }
        if !command.arguments.isEmpty {
            text += section("Arguments") + terms(command.arguments.map { ($0.usage, withChoices($0.help, $0.completion)) })
        }
        if !command.options.isEmpty { text += section("Options") + terms(command.options.map(term)) }
        if isLong {
            let shared = registry.options(of: command).dropFirst(command.options.count)
            text += section("Options of all commands") + terms(shared.map(term))
            let codes = Set(command.exitCodes + [.success, .failure, .usage, .interrupted])
            let shown = ExitCode.allCases.filter(codes.contains)
            text += section("Exit status") + terms(shown.map { (String($0.rawValue), $0.meaning) })
        }
        text += section(command.examples.count == 1 ? "Example" : "Examples")
        for example in isLong ? command.examples[...] : command.examples.prefix(1) {
            text += "  \(example.line)\n" + filled(example.explanation, indent: 6)
        }
        return isLong ? text : text + "\n\(registry.program) \(command.name) --help shows more.\n"
    }

    private func term(_ option: OptionSpec) -> (String, String) {
        let short = option.short.map { "-\($0), " } ?? ""
        var help = withChoices(option.help, option.completion)
        if !option.needs.isEmpty { help += "; only with \(option.needs.joined(separator: " or "))" }
        if option.isRepeatable { help += "; may be repeated" }
        if let variable = option.environmentVariable { help += "; else the environment's \(variable)" }
        if let text = option.defaultText { help += " (default: \(text))" }
        return ("\(short)--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), help)
    }

    private func withChoices(_ help: String, _ completion: ValueCompletion) -> String {
        switch completion {
        case .words(let words): "\(help): \(words.joined(separator: ", "))"
        case .wordList(let words): "\(help): any of \(words.joined(separator: ", ")), with commas between"
        case .none, .files, .directories: help
        }
    }

    private func usage(_ rest: String) -> String { "Usage: \(registry.program) \(rest)\n" }
    private func section(_ title: String) -> String { "\n\(title):\n" }

    /// Two columns; a term too long for the first stands on a line of its own.
    private func terms(_ terms: [(term: String, text: String)]) -> String {
        let column = min(26, terms.map { displayWidth($0.term) }.max() ?? 0) + 4
        var result = ""
        for (term, text) in terms {
            let body = filled(text, indent: column)
            if displayWidth(term) + 4 > column {
                result += "  \(term)\n" + body
            } else {
                result += "  " + padded(term, to: column - 2, alignment: .left) + body.drop { $0 == " " }
            }
        }
        return result
    }

    /// `text` in lines of at most `width`, each with `indent` spaces before it and a line break behind. Words are not cut.
    private func filled(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return Terminal.filled(text, width: max(width - indent, 20)).map { margin + $0 + "\n" }.joined()
    }
}
