import Terminal
import XignSDK

/// What the command line says about attributes: for scripts, which nobody can ask, and instead of being asked.
struct AttributeOptions {
    /// `givenName=Erika`, `email=work`.
    struct Assignment: Sendable {
        let attribute: KnownAttribute
        var text: String

        /// - Throws: ``UsageError``.
        init?(_ argument: String) throws {
            guard let separator = argument.firstIndex(of: "=") else { return nil }
            attribute = try KnownAttribute(named: String(argument[..<separator]))
            text = String(argument[argument.index(after: separator)...])
        }
    }

    var values: [Assignment] = []
    var aliases: [Assignment] = []
    var included: [KnownAttribute] = []
    var leftOut: [KnownAttribute] = []

    static let fromInput = "-"

    var readsInput: Bool { values.contains { $0.text == Self.fromInput } }

    /// - Throws: ``UsageError`` where two options say something about the same attribute.
    func check() throws(UsageError) {
        let names = (values + aliases).map(\.attribute.name) + (included + leftOut).map(\.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw UsageError("say once what to do with \(name)")
        }
    }

    /// Reads the values that are given as `-`, a line each, in their order.
    mutating func read(_ input: LineInput) throws(InputError) {
        for index in values.indices where values[index].text == Self.fromInput {
            values[index].text = try input.readLine()
        }
    }

    /// - Throws: ``Failure`` where the request has no room for what is said.
    func apply(to attributes: RequestedAttributes, of service: String) throws(Failure) {
        for value in values { try supply(value, try requested(value.attribute, attributes, of: service)) }
        for alias in aliases { try choose(alias, try requested(alias.attribute, attributes, of: service)) }
        for known in included {
            let attribute = try requested(known, attributes, of: service)
            attribute.isWanted = true
            if !attribute.needsValue, attribute.offered.count <= 1 { attribute.choose(attribute.offered.first) }
        }
        // Where it is not asked for, it is left out already.
        for attribute in leftOut.compactMap({ attributes[$0] }) {
            guard !attribute.isRequired else {
                throw Failure(
                    .data, "\(service) requires the \(attribute.known.label): without it you cannot log in")
            }
            attribute.leaveOut()
        }
    }

    private func requested(
        _ known: KnownAttribute, _ attributes: RequestedAttributes, of service: String
    ) throws(Failure) -> RequestedAttribute {
        guard let attribute = attributes[known] else {
            throw Failure(.data, "\(service) does not ask for \(known.name)")
        }
        guard !attribute.isUnavailable else {
            throw Failure(.data, "\(known.name) is missing, and must be verified by the manager's operator")
        }
        return attribute
    }

    private func supply(_ value: Assignment, _ attribute: RequestedAttribute) throws(Failure) {
        let name = value.attribute.name
        guard attribute.needsValue else {
            let advice: Text =
                attribute.offered.count > 1 ? "choose with --alias \(name)=..." : "leave out --set \(name)"
            throw Failure(.data, "the manager has your \(value.attribute.label) already: \(advice)")
        }
        if let refusal = attribute.supply(line: value.text) { throw Failure(.data, "--set \(name): \(refusal)") }
    }

    private func choose(_ alias: Assignment, _ attribute: RequestedAttribute) throws(Failure) {
        let name = alias.attribute.name
        guard !attribute.needsValue else {
            throw Failure(
                .data, "the manager has no \(alias.attribute.label) of yours: give one with --set \(name)=...")
        }
        guard let chosen = attribute.offered.first(where: { $0.alias == alias.text }) else {
            let names = attribute.offered.map(\.alias).joined(separator: ", ")
            throw Failure(
                .data,
                """
                --alias \(name)=\(alias.text): there is \(names); a choice that the manager remembers is taken back with \
                xign alias forget
                """)
        }
        attribute.choose(chosen)
    }
}

extension RequestedAttributes {
    /// What is optional and not mentioned, where nobody is asked.
    func leaveOutUnmentioned() {
        for attribute in undecided where !attribute.isWanted { attribute.leaveOut() }
    }

    /// - Throws: ``Failure`` with the options that are needed.
    func requireDecisions() throws(Failure) {
        let open = undecided.map { attribute in
            let name = attribute.known.name
            if attribute.needsValue { return "--set \(name)=..." }
            return attribute.offered.map { "--alias \(name)=\($0.alias)" }.joined(separator: " or ")
        }
        guard open.isEmpty else { throw Failure(.data, "say what to send: \(open.joined(separator: ", and "))") }
    }
}

extension AttributeOptions {
    static let set = Parameter<[Assignment]>.options(
        "set", "NAME=VALUE",
        """
        A value that is missing. NAME=- reads it from standard input, a line for each in their order; other users can see the \
        arguments of a command.
        """
    ) { try Assignment($0) }
    static let alias = Parameter<[Assignment]>.options(
        "alias", "NAME=ALIAS", "Which of several values to send, by its alias."
    ) { try Assignment($0) }
    static let include = Parameter<[KnownAttribute]>.options(
        "include", "NAME", "Send an optional attribute.", completion: .values(KnownAttribute.all.map(\.name))
    ) { try KnownAttribute(named: $0) }
    static let without = Parameter<[KnownAttribute]>.options(
        "without", "NAME", "Leave an optional attribute out.", completion: .values(KnownAttribute.all.map(\.name))
    ) { try KnownAttribute(named: $0) }
}
