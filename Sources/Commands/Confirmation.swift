import FleetCore
import Terminal

extension CommandContext {
    /// Asks on the terminal; only `y` or `yes` is a yes.
    /// - Throws: `ToolError` with `.usage` where there is no terminal to ask on, with `.interrupted` after Ctrl-C, whatever
    ///   was typed.
    func confirm(_ question: String) throws -> Bool {
        guard input.isTerminal else {
            throw ToolError(
                .usage, "nobody can be asked without a terminal", next: "read what would be done, then run it again with --yes")
        }
        try surroundings.errors.write(escapingControls(question) + " [y/N] ")
        var line: [UInt8] = []
        while line.count < 100, input.waits(unless: stop), let byte = try input.read(upTo: 1).first, byte != 0x0A {
            line.append(byte)
        }
        if stop.isSet {
            try surroundings.errors.write("\n")
            throw ToolError(.interrupted, "interrupted; nothing was done")
        }
        return ["y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased())
    }
}
