import Terminal
import XignSDK

/// The options about attributes on the command line, for scripts and in place of questions.
struct AttributeOptions {
    /// An option's value such as `givenName=Erika` or `email=work`.
    struct Assignment: Sendable {
        let attribute: PersonalAttribute.Name
        var text: String

        /// - Throws: ``CommandFailure``.
        init?(_ argument: String) throws {
            guard let separator = argument.firstIndex(of: "=") else { return nil }
            attribute = try PersonalAttribute.Name(named: String(argument[..<separator]))
            text = String(argument[argument.index(after: separator)...])
        }
    }

    var values: [Assignment] = []
    var aliases: [Assignment] = []
    var included: [PersonalAttribute.Name] = []
    var leftOut: [PersonalAttribute.Name] = []

    static let fromInput = "-"

    /// True if no option concerns an attribute.
    var isEmpty: Bool { values.isEmpty && aliases.isEmpty && included.isEmpty && leftOut.isEmpty }

    var readsInput: Bool { values.contains { $0.text == Self.fromInput } }

    /// - Throws: ``CommandFailure`` if two options concern the same attribute.
    func check() throws(CommandFailure) {
        let names = ((values + aliases).map(\.attribute) + included + leftOut).map(\.rawValue)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw CommandFailure(.usage) { $0.attributes.givenTwice(name) }
        }
    }

    /// Reads the values given as `-` from the input: one line each, in order.
    mutating func read(_ input: LineInput) throws {
        for index in values.indices where values[index].text == Self.fromInput {
            values[index].text = try input.readLine()
        }
    }

    /// - Throws: ``CommandFailure`` if the request does not allow an option.
    func apply(to attributes: RequestedAttributes, of service: String) throws(CommandFailure) {
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
                let id = attribute.name
                throw CommandFailure(.data) { $0.attributes.cannotLeaveOut(id, for: service) }
            }
            attribute.leaveOut()
        }
    }

    private func requested(
        _ known: PersonalAttribute.Name, _ attributes: RequestedAttributes, of service: String
    ) throws(CommandFailure) -> RequestedAttribute {
        guard let attribute = attributes[known] else {
            throw CommandFailure(.data) { $0.attributes.notRequested(known.rawValue, by: service) }
        }
        guard !attribute.isUnavailable else {
            throw CommandFailure(.data) { $0.attributes.mustBeEntered(known.rawValue) }
        }
        return attribute
    }

    private func supply(_ value: Assignment, _ attribute: RequestedAttribute) throws(CommandFailure) {
        let name = value.attribute.rawValue
        guard attribute.needsValue else {
            let (id, hasSeveral) = (value.attribute, attribute.offered.count > 1)
            throw CommandFailure(.data) { $0.attributes.alreadyStored(id, hasSeveral: hasSeveral) }
        }
        if let refusal = attribute.supply(line: value.text) {
            throw CommandFailure(.data) { "--set \(name): \(refusal($0))" }
        }
    }

    private func choose(_ alias: Assignment, _ attribute: RequestedAttribute) throws(CommandFailure) {
        let name = alias.attribute.rawValue
        guard !attribute.needsValue else {
            throw CommandFailure(.data) { $0.attributes.notStored(alias.attribute) }
        }
        guard let chosen = attribute.offered.first(where: { $0.alias == alias.text }) else {
            let names = attribute.offered.map(\.alias)
            throw CommandFailure(.data) { $0.attributes.noSuchValue(alias.text, of: name, choices: names) }
        }
        attribute.choose(chosen)
    }
}

extension RequestedAttributes {
    /// Leaves out optional attributes without an option, if no person is asked.
    func leaveOutUnmentioned() {
        for attribute in undecided where !attribute.isWanted { attribute.leaveOut() }
    }

    /// - Throws: ``CommandFailure`` with the missing options.
    func requireDecisions() throws(CommandFailure) {
        let open = undecided.map { attribute in
            let name = attribute.name.rawValue
            if attribute.needsValue { return ["--set \(name)=..."] }
            return attribute.offered.map { "--alias \(name)=\($0.alias)" }
        }
        guard open.isEmpty else { throw CommandFailure(.data) { $0.attributes.optionsMissing(open) } }
    }
}

extension AttributeOptions {
    static let set = Parameter<[Assignment]>.options("set", "NAME=VALUE") { try Assignment($0) }
    static let alias = Parameter<[Assignment]>.options("alias", "NAME=ALIAS") { try Assignment($0) }
    static let include = Parameter<[PersonalAttribute.Name]>.options(
        "include", "NAME", completion: .values(PersonalAttribute.Name.names)
    ) { try PersonalAttribute.Name(named: $0) }
    static let without = Parameter<[PersonalAttribute.Name]>.options(
        "without", "NAME", completion: .values(PersonalAttribute.Name.names)
    ) { try PersonalAttribute.Name(named: $0) }
}
