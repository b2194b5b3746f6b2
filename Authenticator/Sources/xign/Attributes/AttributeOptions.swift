import Spelling
import Terminal
import XignSDK

/// The options about attributes on the command line, for scripts and in place of questions.
struct AttributeOptions {
    /// An option's value such as `givenName=Erika`.
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

    /// The name of an attribute or, as the manager calls it, of an addition.
    enum Name: Hashable, Sendable {
        case attribute(PersonalAttribute.Name)
        case addition(String)

        init(_ name: String) { self = PersonalAttribute.Name(rawValue: name).map(Self.attribute) ?? .addition(name) }

        var text: String {
            switch self {
            case .attribute(let name): name.rawValue
            case .addition(let name): name
            }
        }
    }

    /// An option's value such as `email=work`.
    struct Choice: Sendable {
        let name: Name
        let alias: String

        init?(_ argument: String) {
            guard let separator = argument.firstIndex(of: "=") else { return nil }
            name = Name(String(argument[..<separator]))
            alias = String(argument[argument.index(after: separator)...])
        }
    }

    var values: [Assignment] = []
    var aliases: [Choice] = []
    var included: [Name] = []
    var leftOut: [PersonalAttribute.Name] = []

    static let fromInput = "-"

    /// True if no option concerns an attribute.
    var isEmpty: Bool { values.isEmpty && aliases.isEmpty && included.isEmpty && leftOut.isEmpty }

    var readsInput: Bool { values.contains { $0.text == Self.fromInput } }

    /// - Throws: ``CommandFailure`` if two options concern the same attribute.
    func check() throws(CommandFailure) {
        let names =
            (values.map(\.attribute) + leftOut).map(\.rawValue) + (aliases.map(\.name) + included).map(\.text)
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
        for choice in aliases {
            switch choice.name {
            case .attribute(let known):
                try choose(choice.alias, of: try requested(known, attributes, of: service))
            case .addition(let name):
                let addition = try requested(name, attributes, of: service)
                addition.include(try value(choice.alias, of: name, among: addition.offered))
            }
        }
        for name in included {
            switch name {
            case .attribute(let known):
                let attribute = try requested(known, attributes, of: service)
                attribute.isWanted = true
                if !attribute.needsValue, attribute.offered.count <= 1 { attribute.choose(attribute.offered.first) }
            case .addition(let name):
                let addition = try requested(name, attributes, of: service)
                addition.isWanted = true
                if let only = addition.offered.first, addition.offered.count == 1 { addition.include(only) }
            }
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
            throw CommandFailure(.data) { $0.attributes.notRequested(known.rawValue, by: service, nearest: nil) }
        }
        guard !attribute.isUnavailable else {
            throw CommandFailure(.data) { $0.attributes.mustBeEntered(known.rawValue) }
        }
        return attribute
    }

    private func requested(
        _ name: String, _ attributes: RequestedAttributes, of service: String
    ) throws(CommandFailure) -> RequestedAddition {
        guard let addition = attributes.addition(named: name) else {
            let known = PersonalAttribute.Name.names + attributes.additions.map(\.name)
            let nearest = Spelling.nearest(to: name, among: known)
            throw CommandFailure(.data) { $0.attributes.notRequested(name, by: service, nearest: nearest) }
        }
        guard !addition.isUnavailable else {
            throw CommandFailure(.data) { $0.attributes.mustBeEntered(name) }
        }
        return addition
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

    private func choose(_ alias: String, of attribute: RequestedAttribute) throws(CommandFailure) {
        let name = attribute.name
        guard !attribute.needsValue else {
            throw CommandFailure(.data) { $0.attributes.notStored(name) }
        }
        attribute.choose(try value(alias, of: name.rawValue, among: attribute.offered))
    }

    private func value(
        _ alias: String, of name: String, among offered: [PersonalInformationAlias]
    ) throws(CommandFailure) -> PersonalInformationAlias {
        guard let chosen = offered.first(where: { $0.alias == alias }) else {
            let names = offered.map(\.alias)
            throw CommandFailure(.data) { $0.attributes.noSuchValue(alias, of: name, choices: names) }
        }
        return chosen
    }
}

extension RequestedAttributes {
    /// Leaves out optional attributes without an option, if no person is asked.
    func leaveOutUnmentioned() {
        for attribute in undecided where !attribute.isWanted { attribute.leaveOut() }
        for addition in undecidedAdditions where !addition.isWanted { addition.leaveOut() }
    }

    /// - Throws: ``CommandFailure`` with the missing options.
    func requireDecisions() throws(CommandFailure) {
        let open =
            undecided.map { attribute in
                let name = attribute.name.rawValue
                if attribute.needsValue { return ["--set \(name)=..."] }
                return attribute.offered.map { "--alias \(name)=\($0.alias)" }
            }
            + undecidedAdditions.map { addition in
                addition.offered.map { "--alias \"\(addition.name)=\($0.alias)\"" }
            }
        guard open.isEmpty else { throw CommandFailure(.data) { $0.attributes.optionsMissing(open) } }
    }
}

extension AttributeOptions {
    static let set = Parameter<[Assignment]>.options("set", "NAME=VALUE") { try Assignment($0) }
    static let alias = Parameter<[Choice]>.options("alias", "NAME=ALIAS") { Choice($0) }
    static let include = Parameter<[Name]>.options(
        "include", "NAME", completion: .values(PersonalAttribute.Name.names)
    ) { Name($0) }
    static let without = Parameter<[PersonalAttribute.Name]>.options(
        "without", "NAME", completion: .values(PersonalAttribute.Name.names)
    ) { try PersonalAttribute.Name(named: $0) }
}
