/// The shells for which ``Registry/completions(for:)`` writes a script.
public enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}

extension Registry {
    /// A script for the shell to read; nothing is asked of the program while the user types.
    public func completions(for shell: Shell) -> String {
        switch shell {
        case .bash: bashCompletions()
        case .zsh: zshCompletions()
        case .fish: fishCompletions()
        }
    }

    /// Each path that has words after it, the empty one first, with those words and their purposes.
    var nounPaths: [(path: [String], words: [(word: String, help: String)])] {
        var paths: [[String]] = [[]]
        for command in commands {
            for length in 1..<max(1, command.path.count) where !paths.contains(Array(command.path.prefix(length))) {
                paths.append(Array(command.path.prefix(length)))
            }
        }
        return paths.map { path in (path, words(after: path).map { ($0, wordHelp(path + [$0])) }) }
    }

    private func wordHelp(_ path: [String]) -> String {
        command(path)?.purpose ?? words(after: path).joined(separator: ", ")
    }
}
