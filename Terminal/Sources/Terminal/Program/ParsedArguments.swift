/// What was given on the command line, by declaration: `given[port]` is an `Int` if `port` was declared so.
public struct ParsedArguments: Sendable {
    let values: [String: any Sendable]

    /// The value of a parameter, which the command or the program must have declared.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        guard let value = values[parameter.declared.definition.label] as? Value else {
            // Every declared parameter has a value of its type before a command runs; so this one is not declared, a
            // mistake in the program that the first run of the command shows.
            preconditionFailure("\(parameter.declared.definition.label) is not declared by this command")
        }
        return value
    }
}

extension DeclaredParameter.Definition {
    /// How people know it: `--port`, `FILE`.
    var label: String { kind == .argument ? name : "--" + name }
}
