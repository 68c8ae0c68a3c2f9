/// What a command line says, read and typed; nothing has been opened or done yet.
public enum Request: Sendable {
    case run(Invocation)
    /// Help on a command, a noun or, where empty, everything.
    case help(path: [String], isLong: Bool)
    case version
}

/// A command with the values of its arguments and options.
public struct Invocation: Sendable {
    public let command: CommandSpec
    let flags: Set<String>
    let values: [String: [any Sendable]]
    let arguments: [String: [any Sendable]]

    public subscript(_ flag: Flag) -> Bool { flags.contains(flag.spec.name) }

    public subscript<Value>(_ option: Option<Value>) -> Value? { typed(values[option.spec.name], Value.self).first }

    public subscript<Value>(_ option: DefaultedOption<Value>) -> Value {
        typed(values[option.spec.name], Value.self).first ?? option.defaultValue
    }

    /// The value of the option of this name, where the command takes one of this type and it was given: for what holds of every
    /// command that has it.
    public func value<Value>(of name: String, as _: Value.Type) -> Value? { values[name]?.first as? Value }

    /// Was it written on the command line?
    public func isGiven(_ option: any DeclaresOption) -> Bool {
        flags.contains(option.spec.name) || values[option.spec.name] != nil
    }

    /// By the name that ``DeclaresOption/carried(as:)`` gives: what goes on to the commands typed next, as text.
    public var carried: [String: String] {
        var carried: [String: String] = [:]
        for option in command.options {
            if let name = option.carriedAs, let value = values[option.name]?.first { carried[name] = "\(value)" }
        }
        return carried
    }

    public subscript<Value>(_ option: RepeatableOption<Value>) -> [Value] { typed(values[option.spec.name], Value.self) }

    public subscript<Value>(_ argument: Argument<Value>) -> Value {
        guard let value = typed(arguments[argument.spec.placeholder], Value.self).first else {
            preconditionFailure("\(command.name) does not declare the argument \(argument.spec.placeholder)")
        }
        return value
    }

    public subscript<Value>(_ argument: OptionalArgument<Value>) -> Value? {
        typed(arguments[argument.spec.placeholder], Value.self).first
    }

    public subscript<Value>(_ argument: ArgumentList<Value>) -> [Value] {
        typed(arguments[argument.spec.placeholder], Value.self)
    }

    private func typed<Value>(_ values: [any Sendable]?, _: Value.Type) -> [Value] {
        (values ?? []).map { value in
            guard let typed = value as? Value else {
                preconditionFailure("\(command.name) declares an option of this name with another type")
            }
            return typed
        }
    }
}
