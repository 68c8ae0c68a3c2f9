extension Registry {
    /// Bash 4 or newer, without the bash-completion package. Reads the words before the cursor: command words make the
    /// path, an option that takes a value uses up the next word. Bash splits `--format=json` into three words.
    func bashCompletions() -> String {
        let name = "_" + program
        return """
            # bash completion for \(program); made by: \(program) completion bash
            \(name)() {
                local cur="${COMP_WORDS[COMP_CWORD]}" path="" option="" word i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word="${COMP_WORDS[i]}"
                    if [[ $word == "=" ]]; then continue; fi
                    if [[ -n $option ]]; then option=""; continue; fi
                    case "$word" in
                        -*) if \(name)_takes_value "$path" "$word"; then option="$word"; fi ;;
                        *) if \(name)_words "$path" | grep -qxF -- "$word"; then path="${path:+$path }$word"; fi ;;
                    esac
                done
                if [[ $cur == "=" ]]; then cur=""; fi
                if [[ -n $option ]]; then
                    \(name)_values "$path" "$option" "$cur"
                elif [[ $cur == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$(\(name)_options "$path")" -- "$cur")
                else
                    mapfile -t COMPREPLY < <(compgen -W "$(\(name)_words "$path")" -- "$cur")
                    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then \(name)_values "$path" "" "$cur"; fi
                fi
            }

            \(name)_words() {
                case "$1" in
            \(nounPaths.map { bashCase($0.path, "printf '%s\\n' " + $0.words.map(\.word).joined(separator: " ")) }.joined())\
                esac
            }

            \(name)_options() {
                case "$1" in
            \(commands.map { bashCase($0.path, "echo '\(optionWords($0))'") }.joined())\
                    *) echo '\(optionWords(nil))' ;;
                esac
            }

            \(name)_takes_value() {
                case "$1 $2" in
            \(valuePatterns.map { "        \($0)) return 0 ;;\n" }.joined())\
                esac
                return 1
            }

            \(name)_values() {
                local words="" before="" last="$3"
                case "$1 $2" in
            \(bashValueCases.joined())\
                    *) return ;;
                esac
                # A list is completed after its last comma.
                if [[ $words == *,* ]]; then
                    if [[ $3 == *,* ]]; then before="${3%,*},"; last="${3##*,}"; fi
                    mapfile -t COMPREPLY < <(compgen -P "$before" -W "${words//,/ }" -- "$last")
                else
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$3")
                fi
            }

            complete -F \(name) \(program)

            """
    }

    private func bashCase(_ path: [String], _ body: String) -> String {
        "        '\(path.joined(separator: " "))') \(body) ;;\n"
    }

    private func optionWords(_ command: CommandSpec?) -> String {
        options(of: command).map { "--\($0.name)" }.joined(separator: " ")
    }

    /// `'crash-free --from'` for each option of each command that takes a value, and `*' --store'` for global ones. A flag
    /// of a command that hides a global option of its name has none such; the registry's `--version` is one, a flag first.
    private var valuePatterns: [String] {
        let own = commands.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { "'\(command.name) --\($0.name)'" }
        }
        return own + globalOptions.filter { $0.placeholder != nil }.map { "*' --\($0.name)'" }
    }

    private var bashValueCases: [String] {
        var cases: [String] = []
        for command in commands {
            for option in command.options {
                bashValues(option.completion).map { cases.append("        '\(command.name) --\(option.name)') \($0) ;;\n") }
            }
            if let argument = command.arguments.last {
                bashValues(argument.completion).map { cases.append("        '\(command.name) ') \($0) ;;\n") }
            }
        }
        for option in globalOptions {
            bashValues(option.completion).map { cases.append("        *' --\(option.name)') \($0) ;;\n") }
        }
        return cases
    }

    private func bashValues(_ completion: ValueCompletion) -> String? {
        switch completion {
        case .none: nil
        case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$3\"); compopt -o filenames 2>/dev/null; return"
        case .directories: "mapfile -t COMPREPLY < <(compgen -d -- \"$3\"); compopt -o filenames 2>/dev/null; return"
        case .words(let words): "words='\(words.joined(separator: " "))'"
        case .wordList(let words): "words='\(words.joined(separator: ","))'"
        }
    }
}
