/// The values on the command line by declaration: `given[port]` is an `Int` if `port` was declared as one.
public struct ParsedArguments: Sendable {
    let values: [String: any Sendable]

    /// The value of a parameter that the command or the program has declared.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        guard let value = values[parameter.declared.definition.label] as? Value else {
            // Every declared parameter has a value of its type before a command runs. So this parameter is not
            // declared: a programming error that the first run of the command reveals.
            preconditionFailure("\(parameter.declared.definition.label) is not declared by this command")
        }
        return value
    }
}

extension DeclaredParameter.Definition {
    /// The name shown to people, such as `--port` or `FILE`.
    var label: String { kind == .argument ? name : "--" + name }

    /// True for a parameter whose values are paths, as its completion says.
    var isPath: Bool { completion == .files || completion == .directories }
}
