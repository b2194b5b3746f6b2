import Terminal
import XignSDK

/// The options about attributes on the command line, for scripts and in place of questions.
struct AttributeOptions {
    /// An option's value such as `givenName=Erika` or `email=work`.
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

    /// True if no option concerns an attribute.
    var isEmpty: Bool { values.isEmpty && aliases.isEmpty && included.isEmpty && leftOut.isEmpty }

    var readsInput: Bool { values.contains { $0.text == Self.fromInput } }

    /// - Throws: ``UsageError`` if two options concern the same attribute.
    func check() throws(UsageError) {
        let names = (values + aliases).map(\.attribute.name) + (included + leftOut).map(\.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw UsageError("more than one option concerns \(name): give only one")
        }
    }

    /// Reads the values given as `-` from the input: one line each, in order.
    mutating func read(_ input: LineInput) throws(InputError) {
        for index in values.indices where values[index].text == Self.fromInput {
            values[index].text = try input.readLine()
        }
    }

    /// - Throws: ``Failure`` if the request does not allow an option.
    func apply(to attributes: RequestedAttributes, of service: String) throws(Failure) {
        for value in values { try supply(value, try requested(value.attribute, attributes, of: service)) }
        for alias in aliases { try choose(alias, try requested(alias.attribute, attributes, of: service)) }
        for known in included {
            let attribute = try requested(known, attributes, of: service)
            attribute.isWanted = true
            if !attribute.needsValue, attribute.offered.count <= 1 { attribute.choose(attribute.offered.first) }
        }
        // An attribute that is not requested is left out anyway.
        for attribute in leftOut.compactMap({ attributes[$0] }) {
            guard !attribute.isRequired else {
                throw Failure(
                    .data, "\(service) requires your \(attribute.known.label): you cannot log in without it")
            }
            attribute.leaveOut()
        }
    }

    private func requested(
        _ known: KnownAttribute, _ attributes: RequestedAttributes, of service: String
    ) throws(Failure) -> RequestedAttribute {
        guard let attribute = attributes[known] else {
            throw Failure(.data, "\(service) does not request \(known.name)")
        }
        guard !attribute.isUnavailable else {
            throw Failure(.data, "\(known.name) is missing: the manager's operator must enter and verify it")
        }
        return attribute
    }

    private func supply(_ value: Assignment, _ attribute: RequestedAttribute) throws(Failure) {
        let name = value.attribute.name
        guard attribute.needsValue else {
            let advice: Text =
                attribute.offered.count > 1 ? "choose one with --alias \(name)=..." : "omit --set \(name)"
            throw Failure(.data, "the manager already has your \(value.attribute.label): \(advice)")
        }
        if let refusal = attribute.supply(line: value.text) { throw Failure(.data, "--set \(name): \(refusal)") }
    }

    private func choose(_ alias: Assignment, _ attribute: RequestedAttribute) throws(Failure) {
        let name = alias.attribute.name
        guard !attribute.needsValue else {
            throw Failure(
                .data, "the manager does not have your \(alias.attribute.label): give it with --set \(name)=...")
        }
        guard let chosen = attribute.offered.first(where: { $0.alias == alias.text }) else {
            let names = attribute.offered.map(\.alias).joined(separator: ", ")
            throw Failure(
                .data,
                """
                --alias \(name)=\(alias.text): the choices are \(names); to revoke a choice that the manager \
                remembers, use xign alias forget
                """)
        }
        attribute.choose(chosen)
    }
}

extension RequestedAttributes {
    /// Leaves out optional attributes without an option, if no person is asked.
    func leaveOutUnmentioned() {
        for attribute in undecided where !attribute.isWanted { attribute.leaveOut() }
    }

    /// - Throws: ``Failure`` with the missing options.
    func requireDecisions() throws(Failure) {
        let open = undecided.map { attribute in
            let name = attribute.known.name
            if attribute.needsValue { return "--set \(name)=..." }
            return attribute.offered.map { "--alias \(name)=\($0.alias)" }.joined(separator: " or ")
        }
        guard open.isEmpty else { throw Failure(.data, "options are missing: \(open.joined(separator: ", and "))") }
    }
}

extension AttributeOptions {
    static let set = Parameter<[Assignment]>.options(
        "set", "NAME=VALUE",
        """
        Supply a missing value. NAME=- reads it from standard input, one line for each option in order: other users \
        can see the arguments of a command.
        """
    ) { try Assignment($0) }
    static let alias = Parameter<[Assignment]>.options(
        "alias", "NAME=ALIAS", "Choose one of several stored values by its alias."
    ) { try Assignment($0) }
    static let include = Parameter<[KnownAttribute]>.options(
        "include", "NAME", "Send an optional attribute.", completion: .values(KnownAttribute.all.map(\.name))
    ) { try KnownAttribute(named: $0) }
    static let without = Parameter<[KnownAttribute]>.options(
        "without", "NAME", "Leave an optional attribute out.", completion: .values(KnownAttribute.all.map(\.name))
    ) { try KnownAttribute(named: $0) }
}
