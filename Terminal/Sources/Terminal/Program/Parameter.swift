/// A parameter of a command: a flag, an option with a value, or an argument. Each is declared once with the type of its
/// value; parsing, help and completion are derived from the declaration.
///
///     let port = Parameter.option("port", "PORT", "The port to listen on.", default: 8080)
///     let json = Parameter.flag("json", "Print JSON.")
///     Command("serve", "Start the server.", [port, json]) { given, console in
///         listen(on: given[port])
///     }
public struct Parameter<Value: Sendable>: Declaration {
    public let declared: DeclaredParameter

    init(_ definition: DeclaredParameter.Definition, decode: @escaping @Sendable ([String]) throws -> Value) {
        declared = DeclaredParameter(definition: definition, decode: decode)
    }

    private init(_ declared: DeclaredParameter) { self.declared = declared }

    /// Returns the parameter with a help, for a parameter that was declared without one, since its help depends on the
    /// person's language.
    public func explained(by help: String) -> Parameter {
        var explained = declared
        explained.definition.help = help
        return Parameter(explained)
    }
}

/// A ``Parameter`` with any type of value.
public protocol Declaration: Sendable {
    var declared: DeclaredParameter { get }
}

/// A parameter with erased type of value.
public struct DeclaredParameter: Sendable {
    struct Definition: Sendable {
        enum Kind: Hashable, Sendable {
            case flag
            case option(placeholder: String)
            case argument
        }

        let kind: Kind
        /// The name without hyphens; for an argument, the placeholder.
        let name: String
        var short: Character?
        var help: String
        var isRequired = false
        var repeats = false
        var completion = Completion.none
    }

    var definition: Definition
    let decode: @Sendable ([String]) throws -> any Sendable
}

/// The values that a shell offers for completion.
public enum Completion: Hashable, Sendable {
    case none
    case files
    case directories
    case values([String])
}

extension Parameter where Value == Bool {
    /// Declares a flag: true if it is present.
    public static func flag(_ name: String, short: Character? = nil, _ help: String = "") -> Parameter {
        Parameter(.init(kind: .flag, name: name, short: short, help: help)) { !$0.isEmpty }
    }

    /// The flag `--json`, common to many commands.
    public static var json: Parameter { flag("json", "Print JSON, for programs.") }

    /// The flag `--pin-stdin`, common to many commands; see ``Console/askSecret(_:fromInput:)``.
    public static var pinStdin: Parameter { flag("pin-stdin", "Read the PIN from standard input, as one line.") }
}

extension Parameter {
    /// Declares an option that may be given once; nil if it is absent.
    /// - Parameter parse: converts the text to the value. If it returns nil or throws, the command line is refused; the
    ///   error is reported as the reason.
    public static func option<Wrapped>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "",
        completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) -> Parameter where Value == Wrapped? {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, completion: completion)
        ) { try $0.last.map { try parsed($0, parse) } }
    }

    /// Declares an option with a default value.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "", default absent: Value,
        completion: Completion = .none, parse: @escaping @Sendable (String) throws -> Value?
    ) -> Parameter {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, completion: completion)
        ) { try $0.last.map { try parsed($0, parse) } ?? absent }
    }

    /// Declares an option with a default value, of a type that parses itself.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "", default absent: Value,
        completion: Completion = .none
    ) -> Parameter where Value: LosslessStringConvertible {
        option(name, short: short, placeholder, help, default: absent, completion: completion) { Value($0) }
    }

    /// Declares an option that may be repeated.
    public static func options<Element>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "",
        completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Element?
    ) -> Parameter where Value == [Element] {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, repeats: true,
                completion: completion)
        ) { try $0.map { try parsed($0, parse) } }
    }

    /// Declares a required argument.
    public static func argument(
        _ placeholder: String, _ help: String = "", completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Value?
    ) -> Parameter {
        Parameter(.init(kind: .argument, name: placeholder, help: help, isRequired: true, completion: completion)) {
            try parsed($0[0], parse)
        }
    }

    /// Declares an optional argument; only optional arguments may follow it.
    public static func optionalArgument<Wrapped>(
        _ placeholder: String, _ help: String = "", completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) -> Parameter where Value == Wrapped? {
        Parameter(.init(kind: .argument, name: placeholder, help: help, completion: completion)) {
            try $0.last.map { try parsed($0, parse) }
        }
    }

    /// Declares an argument for all remaining words, possibly none.
    public static func arguments<Element>(
        _ placeholder: String, _ help: String = "", completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Element?
    ) -> Parameter where Value == [Element] {
        Parameter(.init(kind: .argument, name: placeholder, help: help, repeats: true, completion: completion)) {
            try $0.map { try parsed($0, parse) }
        }
    }
}

// The usual type of value is text.

extension Parameter where Value == String? {
    /// Declares an option that may be given once; nil if it is absent.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "",
        completion: Completion = .none
    ) -> Parameter { option(name, short: short, placeholder, help, completion: completion) { $0 } }

    /// Declares an optional argument; only optional arguments may follow it.
    public static func optionalArgument(
        _ placeholder: String, _ help: String = "", completion: Completion = .none
    ) -> Parameter { optionalArgument(placeholder, help, completion: completion) { $0 } }
}

extension Parameter where Value == String {
    /// Declares a required argument.
    public static func argument(
        _ placeholder: String, _ help: String = "", completion: Completion = .none
    ) -> Parameter { argument(placeholder, help, completion: completion) { $0 } }
}

extension Parameter where Value == [String] {
    /// Declares an option that may be repeated.
    public static func options(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String = "",
        completion: Completion = .none
    ) -> Parameter { options(name, short: short, placeholder, help, completion: completion) { $0 } }

    /// Declares an argument for all remaining words, possibly none.
    public static func arguments(
        _ placeholder: String, _ help: String = "", completion: Completion = .none
    ) -> Parameter { arguments(placeholder, help, completion: completion) { $0 } }
}

private func parsed<V>(_ text: String, _ parse: (String) throws -> V?) throws -> V {
    guard let value = try parse(text) else { throw InvalidValue() }
    return value
}

/// The error for a value that its parameter refuses without a reason.
struct InvalidValue: Error {}
