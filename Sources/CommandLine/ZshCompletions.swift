import FleetCore

extension Registry {
    /// A `#compdef` function over `_arguments`, a level of words a function.
    func zshCompletions() -> String {
        var text = "#compdef \(program)\n# zsh completion for \(program); made by: \(program) completion zsh\n"
        for noun in nounPaths { text += zshNoun(noun.path, noun.words) }
        for command in commands where self.commands(under: command.path).isEmpty { text += zshCommand(command) }
        return text
            + "\nif [[ ${funcstack[1]} == _\(program) ]]; then _\(program) \"$@\"; else compdef _\(program) \(program); fi\n"
    }

    private func zshFunction(_ path: [String]) -> String { ([""] + [program] + path).joined(separator: "_") }

    private func zshNoun(_ path: [String], _ words: [(word: String, help: String)]) -> String {
        let described = words.map { "        " + shellQuoted("\(zshEscaped($0.word)):\($0.help)") + "\n" }.joined()
        let calls = words.map { "            \($0.word)) \(zshFunction(path + [$0.word])) ;;\n" }.joined()
        // Of a command that has verbs, too, its own options as well.
        let options = options(of: command(path)).map { " \\\n        " + zshOption($0) }.joined()
        return """

            \(zshFunction(path))() {
                local context state state_descr line
                typeset -A opt_args
                local -a words_here=(
            \(described)    )
                _arguments -C\(options) \\
                    '1: :->word' '*:: :->rest'
                case $state in
                    word) _describe 'command' words_here ;;
                    rest) case $line[1] in
            \(calls)        esac ;;
                esac
            }

            """
    }

    private func zshCommand(_ command: CommandSpec) -> String {
        var specs = options(of: command).map(zshOption)
        for (i, argument) in command.arguments.enumerated() {
            let place = argument.takesMany ? "*" : argument.isRequired ? "\(i + 1)" : "\(i + 1):"
            specs.append(shellQuoted("\(place):\(zshEscaped(argument.placeholder)):\(zshAction(argument.completion))"))
        }
        return """

            \(zshFunction(command.path))() {
                _arguments \\
            \(specs.map { "        \($0)" }.joined(separator: " \\\n"))
            }

            """
    }

    private func zshOption(_ option: OptionSpec) -> String {
        let help = zshEscaped(option.help)
        let star = option.isRepeatable ? "*" : ""
        guard let placeholder = option.placeholder else { return shellQuoted("\(star)--\(option.name)[\(help)]") }
        return shellQuoted("\(star)--\(option.name)=[\(help)]:\(zshEscaped(placeholder)):\(zshAction(option.completion))")
    }

    private func zshAction(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: " "
        case .files: "_files"
        case .directories: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .wordList(let words): "_values -s , value \(words.joined(separator: " "))"
        }
    }

    /// Within an `_arguments` specification.
    private func zshEscaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
