/// What every positional argument shows to the parser, help and completions.
public struct ArgumentSpec: Sendable {
    public enum Count: Sendable {
        case one, optional, any, atLeastOne
    }

    /// `PATH`: its name in usage lines and errors, unique in a command.
    public let placeholder: String
    public let help: String
    public let count: Count
    public let completion: ValueCompletion
    let parse: @Sendable (String) -> (any Sendable)?
    let expects: String
    let suggest: @Sendable (String) -> String?

    /// `PATH`, `[PATH]`, `[PATH…]`, `PATH…`.
    var usage: String {
        switch count {
        case .one: placeholder
        case .optional: "[\(placeholder)]"
        case .any: "[\(placeholder)…]"
        case .atLeastOne: "\(placeholder)…"
        }
    }

    var takesMany: Bool { count == .any || count == .atLeastOne }
    var isRequired: Bool { count == .one || count == .atLeastOne }

    fileprivate init<Value>(_ type: ValueType<Value>, help: String, count: Count) {
        placeholder = type.placeholder
        self.help = help
        self.count = count
        completion = type.completion
        parse = { type.parse($0) }
        expects = type.expects
        suggest = type.suggest
    }
}

public protocol DeclaresArgument: IsWritten {
    var spec: ArgumentSpec { get }
}

extension DeclaresArgument {
    public var written: String { spec.placeholder }
}

/// A word that must be given.
public struct Argument<Value: Sendable>: DeclaresArgument {
    public let spec: ArgumentSpec
    public init(_ type: ValueType<Value>, help: String) { spec = ArgumentSpec(type, help: help, count: .one) }
}

/// A word that may be given.
public struct OptionalArgument<Value: Sendable>: DeclaresArgument {
    public let spec: ArgumentSpec
    public init(_ type: ValueType<Value>, help: String) { spec = ArgumentSpec(type, help: help, count: .optional) }
}

/// The rest of the words; the last argument of its command.
public struct ArgumentList<Value: Sendable>: DeclaresArgument {
    public let spec: ArgumentSpec
    public init(_ type: ValueType<Value>, help: String, atLeastOne: Bool = true) {
        spec = ArgumentSpec(type, help: help, count: atLeastOne ? .atLeastOne : .any)
    }
}
