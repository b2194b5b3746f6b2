import XignDomain
import XignProtocol

// Stored objects as a declaration has them. What equals the default is left out, since a declaration describes an
// organization and its services completely.

extension JSONValue {
    /// An object of the members that have a value.
    /// - Parameter first: an object whose members come first.
    static func members(_ members: [(name: String, value: JSONValue?)], after first: JSONValue = .object([]))
        -> JSONValue
    {
        guard case .object(let others) = first else { return first }
        return .object(others + members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Returns a string; nil where there is none.
    static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    /// Returns an array; nil for an empty one.
    static func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }
}

extension Sequence {
    /// Returns the elements in the order of the bytes of a text, which all databases have in common. Elements with the
    /// same text keep their order.
    func inOrder(_ text: (Element) -> String) -> [Element] {
        sorted { text($0).utf8.lexicographicallyPrecedes(text($1).utf8) }
    }
}

extension Service {
    /// Returns the declaration of the service with its roles.
    func rendered(_ form: Rendering, with roles: [Role]) -> JSONValue {
        .members(
            [("roles", .array(roles.compactMap { $0.declared.rendered(form) }))],
            after: declared.rendered(form, without: []))
    }
}

extension [AttributeValue] {
    /// Returns the values by the name of their attribute; nil where there are none. Of an attribute, the preselected
    /// value is the first, and the others follow by their aliases.
    /// - Parameter kept: the values of declared attributes.
    func declared(with kept: [DeclaredAttributeValue]) -> JSONValue? {
        let byAttribute = Dictionary(grouping: self, by: \.attribute.rawValue).map {
            name, values -> (name: String, value: JSONValue) in
            let ordered = values.inOrder(\.alias)
            return (name, .array((ordered.filter(\.isPrimary) + ordered.filter { !$0.isPrimary }).map(\.declared)))
        }
        let all =
            byAttribute
            + kept.compactMap { kept in
                kept.attribute.claimValue(of: kept.text).map { (name: kept.attribute.name, value: $0) }
            }
        return all.isEmpty ? nil : .object(all.inOrder { $0.name })
    }
}

extension AttributeValue {
    fileprivate var declared: JSONValue {
        .members([
            ("value", (attribute == .address ? AddressText(text)?.declared : nil) ?? .string(text)),
            ("alias", .string(alias)), ("primary", .boolean(isPrimary)),
            ("verified", attribute.isVerifiable ? verification.declared : nil),
        ])
    }
}

extension Verification? {
    fileprivate var declared: JSONValue { self == .code ? .string(Verification.code.rawValue) : .boolean(self != nil) }
}

extension AddressText {
    fileprivate var declared: JSONValue {
        .members([
            ("street", .string(street)), ("postalCode", .text(postalCode)), ("locality", .string(locality)),
            ("region", .text(region)), ("country", .string(country)),
        ])
    }
}
