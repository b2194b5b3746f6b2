/// What a command understands on its command line: a flag, an option with a value, or an argument, declared once with
/// the type of its value. Parsing, help and completion follow from the declarations.
///
///     let port = Parameter.option("port", "PORT", "Where to listen.", default: 8080)
///     let json = Parameter.flag("json", "Print JSON.")
///     Command("serve", "Start the server.", [port, json]) { given, console in
///         listen(on: given[port])
///     }
public struct Parameter<Value: Sendable>: Declaration {
    public let declared: DeclaredParameter

    init(_ definition: DeclaredParameter.Definition, decode: @escaping @Sendable ([String]) throws -> Value) {
        declared = DeclaredParameter(definition: definition, decode: decode)
    }
}

/// A ``Parameter`` of any type.
public protocol Declaration: Sendable {
    var declared: DeclaredParameter { get }
}

/// What there is to say about a parameter whatever its type.
public struct DeclaredParameter: Sendable {
    struct Definition: Sendable {
        enum Kind: Hashable, Sendable {
            case flag
            case option(placeholder: String)
            case argument
        }

        let kind: Kind
        /// Without hyphens; for an argument the placeholder.
        let name: String
        var short: Character?
        let help: String
        var isRequired = false
        var repeats = false
        var completion = Completion.none
    }

    let definition: Definition
    let decode: @Sendable ([String]) throws -> any Sendable
}

/// What a shell offers for a value.
public enum Completion: Hashable, Sendable {
    case none
    case files
    case directories
    case values([String])
}

extension Parameter where Value == Bool {
    /// Present or not.
    public static func flag(_ name: String, short: Character? = nil, _ help: String) -> Parameter {
        Parameter(.init(kind: .flag, name: name, short: short, help: help)) { !$0.isEmpty }
    }

    /// `--json`, the same everywhere.
    public static var json: Parameter { flag("json", "Print JSON, for programs.") }

    /// `--pin-stdin`, the same everywhere; see ``Console/askSecret(_:fromInput:)``.
    public static var pinStdin: Parameter { flag("pin-stdin", "Read the PIN from standard input, as one line.") }
}

extension Parameter {
    /// An option that may be given once; nil when it is absent.
    /// - Parameter parse: turns the text into the value; what it throws is reported as the reason, as is nil.
    public static func option<Wrapped>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) -> Parameter where Value == Wrapped? {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, completion: completion)
        ) { try $0.last.map { try parsed($0, parse) } }
    }

    /// An option with a value of its own when it is absent.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, default absent: Value,
        completion: Completion = .none, parse: @escaping @Sendable (String) throws -> Value?
    ) -> Parameter {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, completion: completion)
        ) { try $0.last.map { try parsed($0, parse) } ?? absent }
    }

    /// An option that may be given once, whose value says itself how it is written.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, default absent: Value,
        completion: Completion = .none
    ) -> Parameter where Value: LosslessStringConvertible {
        option(name, short: short, placeholder, help, default: absent, completion: completion) { Value($0) }
    }

    /// An option that may be given any number of times.
    public static func options<Element>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Element?
    ) -> Parameter where Value == [Element] {
        Parameter(
            .init(
                kind: .option(placeholder: placeholder), name: name, short: short, help: help, repeats: true,
                completion: completion)
        ) { try $0.map { try parsed($0, parse) } }
    }

    /// An argument that must be there.
    public static func argument(
        _ placeholder: String, _ help: String, completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Value?
    ) -> Parameter {
        Parameter(.init(kind: .argument, name: placeholder, help: help, isRequired: true, completion: completion)) {
            try parsed($0[0], parse)
        }
    }

    /// An argument that may be left out; only others of its kind may follow it.
    public static func optionalArgument<Wrapped>(
        _ placeholder: String, _ help: String, completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) -> Parameter where Value == Wrapped? {
        Parameter(.init(kind: .argument, name: placeholder, help: help, completion: completion)) {
            try $0.last.map { try parsed($0, parse) }
        }
    }

    /// All arguments that are left, possibly none.
    public static func arguments<Element>(
        _ placeholder: String, _ help: String, completion: Completion = .none,
        parse: @escaping @Sendable (String) throws -> Element?
    ) -> Parameter where Value == [Element] {
        Parameter(.init(kind: .argument, name: placeholder, help: help, repeats: true, completion: completion)) {
            try $0.map { try parsed($0, parse) }
        }
    }
}

// Text is the usual value.

extension Parameter where Value == String? {
    /// An option that may be given once; nil when it is absent.
    public static func option(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, completion: Completion = .none
    ) -> Parameter { option(name, short: short, placeholder, help, completion: completion) { $0 } }

    /// An argument that may be left out; only others of its kind may follow it.
    public static func optionalArgument(
        _ placeholder: String, _ help: String, completion: Completion = .none
    ) -> Parameter { optionalArgument(placeholder, help, completion: completion) { $0 } }
}

extension Parameter where Value == String {
    /// An argument that must be there.
    public static func argument(
        _ placeholder: String, _ help: String, completion: Completion = .none
    ) -> Parameter { argument(placeholder, help, completion: completion) { $0 } }
}

extension Parameter where Value == [String] {
    /// An option that may be given any number of times.
    public static func options(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, completion: Completion = .none
    ) -> Parameter { options(name, short: short, placeholder, help, completion: completion) { $0 } }

    /// All arguments that are left, possibly none.
    public static func arguments(
        _ placeholder: String, _ help: String, completion: Completion = .none
    ) -> Parameter { arguments(placeholder, help, completion: completion) { $0 } }
}

private func parsed<V>(_ text: String, _ parse: (String) throws -> V?) throws -> V {
    guard let value = try parse(text) else { throw InvalidValue() }
    return value
}

/// A value that its parameter does not take, without more to say.
struct InvalidValue: Error {}
