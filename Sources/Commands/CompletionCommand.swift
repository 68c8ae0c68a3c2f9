import CommandLine
import FleetCore

/// `chatfleet completion bash|zsh|fish`.
enum CompletionCommand {
    static let shell = Argument(.cases("SHELL") as ValueType<Shell>, help: "the shell")

    static let command = Command(
        CommandSpec(
            "completion", group: .tools, purpose: "print a completion script for a shell",
            discussion: """
                For every shell that starts from now on; zsh wants a directory of its $fpath:
                  chatfleet completion bash > ~/.local/share/bash-completion/completions/chatfleet
                  chatfleet completion zsh > ~/.zfunc/_chatfleet
                  chatfleet completion fish > ~/.config/fish/completions/chatfleet.fish
                """,
            arguments: [shell],
            examples: [Example("source <(chatfleet completion bash)", "commands, options and their words on Tab, in this shell")])
    ) { invocation, context in
        try context.emit(text: registry.completions(for: invocation[shell]))
        return .success
    }
}
