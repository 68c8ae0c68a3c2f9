extension Registry {
    /// A line an option or word, each with the condition under which it is offered: the command words so far.
    func fishCompletions() -> String {
        let function = "__\(program)_path"
        let takesValue = (commands.flatMap(\.options) + globalOptions).filter { $0.placeholder != nil }.map { "--\($0.name)" }
        var unique: [String] = []
        for name in takesValue where !unique.contains(name) { unique.append(name) }
        var lines = [
            "# fish completion for \(program); made by: \(program) completion fish",
            "# True where the words of commands before the cursor are exactly the arguments.",
            "function \(function)",
            "    set -l words (commandline -opc)",
            "    set -l path",
            "    set -l skip 0",
            "    for word in $words[2..-1]",
            "        if test $skip -eq 1",
            "            set skip 0",
            "        else if contains -- $word \(unique.joined(separator: " "))",
            "            set skip 1",
            "        else if not string match -q -- '-*' $word",
            "            set -a path $word",
            "        end",
            "    end",
            "    set -l wanted (count $argv)",
            "    if test \"$argv[1]\" = --begins",
            "        set wanted (math $wanted - 1)",
            "        set -e argv[1]",
            "        test (count $path) -ge $wanted; and test \"$path[1..$wanted]\" = \"$argv\"",
            "    else",
            "        test (count $path) -eq $wanted; and test \"$path\" = \"$argv\"",
            "    end",
            "end",
            "complete -c \(program) -f",
        ]
        for noun in nounPaths {
            for word in noun.words {
                lines.append(fishLine(([function] + noun.path).joined(separator: " "), "-a \(word.word)", word.help))
            }
        }
        for option in globalOptions { lines.append(fishLine(nil, fishOption(option), option.help)) }
        for command in commands {
            let condition = "\(function) --begins \(command.name)"
            for option in command.options { lines.append(fishLine(condition, fishOption(option), option.help)) }
            if let argument = command.arguments.last, let values = fishValues(argument.completion) {
                lines.append(fishLine(condition, values, argument.help))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishLine(_ condition: String?, _ what: String, _ help: String) -> String {
        let when = condition.map { "-n '\($0)' " } ?? ""
        return "complete -c \(program) \(when)\(what) -d \(fishQuoted(help))"
    }

    private func fishOption(_ option: OptionSpec) -> String {
        let short = option.short.map { "-s \($0) " } ?? ""
        guard option.placeholder != nil else { return "\(short)-l \(option.name)" }
        return "\(short)-l \(option.name) -x" + (fishValues(option.completion).map { " \($0)" } ?? "")
    }

    private func fishValues(_ completion: ValueCompletion) -> String? {
        switch completion {
        case .none: nil
        case .files: "-a '(__fish_complete_path)'"
        case .directories: "-a '(__fish_complete_directories)'"
        case .words(let words): "-a '\(words.joined(separator: " "))'"
        case .wordList(let words): "-a '(__fish_append , \(words.joined(separator: " ")))'"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        var result = ""
        for character in text {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return "'\(result)'"
    }
}
