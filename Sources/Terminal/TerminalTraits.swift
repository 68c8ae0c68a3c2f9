import Glibc

/// What the renderer may assume about where its text goes.
public struct TerminalTraits: Sendable, Equatable {
    /// A person watches: control characters must not pass, progress may be shown.
    public let isTerminal: Bool
    /// Columns a line may take; nil: any number, as in a pipe.
    public let width: Int?
    public let usesColour: Bool

    public init(isTerminal: Bool, width: Int?, usesColour: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.usesColour = usesColour
    }

    /// A pipe or a file.
    public static let pipe = TerminalTraits(isTerminal: false, width: nil, usesColour: false)

    /// Decides from what is known. The width is `COLUMNS` where set, because that was asked for; else the window's; else
    /// 80 on a terminal and unlimited elsewhere. Colour needs a terminal that is not `TERM=dumb`, an unset or empty
    /// `NO_COLOR` (https://no-color.org) and no `--no-color`.
    public init(isTerminal: Bool, windowWidth: Int?, environment: [String: String], refusesColour: Bool = false) {
        let asked = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        self.init(
            isTerminal: isTerminal,
            width: asked ?? (isTerminal ? windowWidth ?? 80 : nil),
            usesColour: isTerminal && !refusesColour && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] != "dumb")
    }

    /// The columns of the window on standard output or, where that is a pipe, on standard error; nil: not known.
    public static func windowWidth() -> Int? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isatty(descriptor) == 1 {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        }
        return nil
    }
}

/// How a piece of text looks where colour is on. It only ever adds: the words must say it, too.
public enum TextStyle: Sendable {
    case plain, heading, faint, good, bad, doubtful

    /// ECMA-48 SGR parameters.
    private var parameters: String? {
        switch self {
        case .plain: nil
        case .heading: "1"
        case .faint: "2"
        case .good: "32"
        case .bad: "1;31"
        case .doubtful: "33"
        }
    }

    public func applied(to text: String, if usesColour: Bool) -> String {
        guard usesColour, !text.isEmpty, let parameters else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
