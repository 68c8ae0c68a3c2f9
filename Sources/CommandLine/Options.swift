/// What every option shows to the parser, help and completions, whatever the type of its value.
public struct OptionSpec: Sendable {
    /// Without dashes: `store`.
    public let name: String
    public let short: Character?
    /// One line, no final full stop.
    public let help: String
    /// Nil for a flag.
    public let placeholder: String?
    public let completion: ValueCompletion
    public let isRepeatable: Bool
    /// As shown in help.
    public let defaultText: String?
    /// The variable that is read where the option is not given.
    public let environmentVariable: String?
    /// Reads a value; nil where it is not one. A flag is never asked.
    let parse: @Sendable (String) -> (any Sendable)?
    let expects: String
    /// What may be meant by a text that is no value.
    let suggest: @Sendable (String) -> String?
    /// Of these, options (`--compare`) and arguments (`METRIC`), one must be given with it: else it does nothing.
    var needs: [String] = []
    /// Of these none may be given with it.
    var excludes: [String] = []
    /// Under which name its value goes on to what is typed next; nil: it doesn't.
    var carriedAs: String?
}

/// A command's option, or a flag: something that declares an ``OptionSpec``.
public protocol DeclaresOption: IsWritten {
    var spec: OptionSpec { get set }
}

extension DeclaresOption {
    public var written: String { "--" + spec.name }

    /// The option for a command that refuses it unless one of `others` is given too, options or arguments that may be missing:
    /// without, it would do nothing.
    ///
    /// ```swift
    /// static let every = Option("every", .duration, help: "how long between").needing(watch)
    /// ```
    public func needing(_ others: any IsWritten...) -> Self {
        var copy = self
        copy.spec.needs += others.map(\.written)
        return copy
    }

    /// The option whose value goes on to the commands that an answer names next: they get it by the option that they declare
    /// under the same name, whatever that is called.
    public func carried(as name: String) -> Self {
        var copy = self
        copy.spec.carriedAs = name
        return copy
    }

    /// The option for a command that refuses it together with any of `others`.
    public func excluding(_ others: any IsWritten...) -> Self {
        var copy = self
        copy.spec.excludes += others.map(\.written)
        return copy
    }
}

/// What a command line may hold, by the name that messages use: `--compare`, `METRIC`.
public protocol IsWritten: Sendable {
    var written: String { get }
}

/// `--name`: on or off.
public struct Flag: DeclaresOption {
    public var spec: OptionSpec

    public init(_ name: String, short: Character? = nil, help: String) {
        spec = OptionSpec(
            name: name, short: short, help: help, placeholder: nil, completion: .none, isRepeatable: false, defaultText: nil,
            environmentVariable: nil, parse: { _ in nil }, expects: "", suggest: { _ in nil })
    }
}

/// `--name VALUE` or `--name=VALUE`, at most once: `invocation[option]` is nil where it was not given.
///
/// ```swift
/// static let from = Option("from", .day, help: "first day of the window")
/// static let days = Option("days", .integer("N", 1...400), help: "how long a fleet lives").defaulting(to: 14, shown: "14")
/// ```
public struct Option<Value: Sendable>: DeclaresOption {
    public var spec: OptionSpec

    /// - Parameter defaultText: says in help what the command does without the option.
    public init(
        _ name: String, short: Character? = nil, _ type: ValueType<Value>, help: String, defaultText: String? = nil,
        environmentVariable: String? = nil
    ) {
        spec = OptionSpec(
            name: name, short: short, help: help, placeholder: type.placeholder, completion: type.completion,
            isRepeatable: false, defaultText: defaultText, environmentVariable: environmentVariable,
            parse: { type.parse($0) }, expects: type.expects, suggest: type.suggest)
    }

    /// The option with a value for when it is not given.
    public func defaulting(to value: Value, shown: String) -> DefaultedOption<Value> {
        DefaultedOption(spec: spec.replacing(defaultText: shown, isRepeatable: false), defaultValue: value)
    }

    /// The option that may be given several times.
    public func repeatable() -> RepeatableOption<Value> {
        RepeatableOption(spec: spec.replacing(defaultText: spec.defaultText, isRepeatable: true))
    }
}

/// An option that always has a value.
public struct DefaultedOption<Value: Sendable>: DeclaresOption {
    public var spec: OptionSpec
    public let defaultValue: Value
}

/// An option whose values, in the order given, are a list.
public struct RepeatableOption<Value: Sendable>: DeclaresOption {
    public var spec: OptionSpec
}

extension OptionSpec {
    fileprivate func replacing(defaultText: String?, isRepeatable: Bool) -> OptionSpec {
        OptionSpec(
            name: name, short: short, help: help, placeholder: placeholder, completion: completion, isRepeatable: isRepeatable,
            defaultText: defaultText, environmentVariable: environmentVariable, parse: parse, expects: expects,
            suggest: suggest, needs: needs, excludes: excludes, carriedAs: carriedAs)
    }
}
