import Testing

@testable import XignProtocol

extension VectorGenerator {
    static func offers() throws -> [OfferVector] {
        try offerCases.map { what, subject, attributes in
            let start = try startOffering(attributes, subject)
            let answer = try MessageCoding.decode(Start.Response.self, from: start.octets)
            return OfferVector(
                what: what, start: start, shown: shown(answer, showsAdditions: true),
                shownWithoutAdditions: shown(answer, showsAdditions: false),
                shownBefore: try #require(FormerOffers.shown[what], "\(what): nobody has recorded it"))
        }
    }

    static func shown(_ answer: Start.Response, showsAdditions: Bool) -> [OfferVector.Shown]? {
        guard
            let shown = ShownAttributes(
                answer.attributes, of: answer.subject.purpose, showsAdditions: showsAdditions)
        else { return nil }
        let attributes = shown.attributes.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, description in
            OfferVector.Shown(
                name: name.rawValue, kind: nil, isRequired: description.isRequired,
                aliases: description.aliases.map(\.text))
        }
        return attributes
            + shown.additions.map {
                OfferVector.Shown(
                    name: $0.name, kind: $0.kind.rawValue, isRequired: $0.isRequired, aliases: $0.aliases.map(\.text))
            }
    }

    private static func startOffering(
        _ attributes: [String: AttributeDescription], _ subject: ConsentSubject
    ) throws -> String {
        let statement = Sample.consent(subject)
        let answer = Start.Response(
            channel: subject.purpose == .login ? .crossDevice : .inApp, subject: subject,
            service: .init(
                id: statement.service.id, name: statement.service.name, origin: statement.serviceOrigin,
                description: nil),
            organization: .init(
                id: statement.organization.id, name: statement.organization.name, website: nil, address: nil,
                description: nil),
            roles: [.init(id: statement.role.id, name: statement.role.name, alternatives: statement.alternatives)],
            attributes: attributes, sessionToken: OperationCodingTests.secret, expiresInSeconds: 300)
        // A dictionary has no order of its own.
        let bytes = try MessageCoding.encode(answer)
        return String(decoding: try StrictJSON.parse(bytes, limits: .message).sorted.serialized, as: UTF8.self)
    }

    private typealias OfferCase = (what: String, ConsentSubject, [String: AttributeDescription])

    private static let ops = AttributeDescription.value(
        isRequired: false, aliases: [.init(id: "g1", text: "staff, ops", isPrimary: true)])
    private static let requiredOps = AttributeDescription.value(isRequired: true, aliases: ops.aliases)
    private static let permission = AttributeDescription.permission(
        .init(id: "s1", text: "in this browser, for 10 hours", isPrimary: true))
    private static let email = AttributeDescription(
        isRequired: true, isMissing: false, aliases: [.init(id: "a1", text: "work", isPrimary: true)])

    private static func changed(
        _ description: AttributeDescription, _ change: (inout AttributeDescription) -> Void
    ) -> AttributeDescription {
        var description = description
        change(&description)
        return description
    }

    private static var offerCases: [OfferCase] {
        let login = ConsentSubject.login(offlineUntil: nil)
        let two = [
            AttributeDescription.Alias(id: "c1", text: "4711", isPrimary: true),
            AttributeDescription.Alias(id: "c2", text: "4712", isPrimary: false),
        ]
        var cases: [OfferCase] = [
            ("no attributes", login, [:]),
            ("one of the twelve", login, ["email": email]),
            ("an optional value, and one of the twelve", login, ["email": email, "Groups": ops]),
            ("a required value", login, ["Groups": requiredOps]),
            ("a value of several", login, ["Cost centre": .value(isRequired: true, aliases: two)]),
            ("an optional value that is missing", login, ["Groups": .value(isRequired: false, aliases: [])]),
            ("a required value that is missing", login, ["Account name": .value(isRequired: true, aliases: [])]),
            ("a permission", login, ["Stay logged in at the websites of this organization": permission]),
            (
                "values before permissions, each in the order of their bytes", login,
                [
                    "b": ops, "B": ops, "a": permission, "\u{FFFD}": ops, "\u{10000}": ops, "10": ops, "9": ops,
                    "__proto__": ops, "constructor": permission, "email": email, "birthdate": email,
                ]
            ),
            ("a value of a login in an app", .inAppLogin(offlineUntil: nil), ["Groups": ops]),
            ("a permission of a login in an app", .inAppLogin(offlineUntil: nil), ["Stay": permission]),
        ]
        let flawed: [(String, String, AttributeDescription)] = [
            ("of another kind", "Groups", changed(ops) { $0.kind = "list" }),
            ("of a kind in capitals", "Groups", changed(ops) { $0.kind = "Value" }),
            ("of an empty kind", "Groups", changed(ops) { $0.kind = "" }),
            ("without a kind", "Groups", changed(ops) { $0.kind = nil }),
            ("with the name of one of the twelve", "givenName", ops),
            ("with a name of 65 bytes", String(repeating: "é", count: 32) + "a", ops),
            ("that can be typed", "Groups", changed(ops) { $0.mustBeVerified = false }),
            ("that is missing in spite of its alias", "Groups", changed(ops) { $0.isMissing = true }),
            ("that is there without an alias", "Groups", changed(ops) { $0.aliases = [] }),
        ]
        for (what, name, description) in flawed {
            cases.append(("an optional addition \(what)", login, ["email": email, name: description]))
            cases.append(
                (
                    "a required addition \(what)", login,
                    ["email": email, name: changed(description) { $0.isRequired = true }]
                ))
        }
        cases.append(("a name of 64 bytes", login, [String(repeating: "é", count: 32): ops]))
        cases.append(("a required permission", login, ["Stay": changed(permission) { $0.isRequired = true }]))
        cases.append(("a permission with two aliases", login, ["Stay": changed(permission) { $0.aliases = two }]))
        cases.append(
            (
                "a permission without an alias", login,
                [
                    "Stay": changed(permission) { ($0.aliases, $0.isMissing) = ([], true) }
                ]
            ))
        return cases
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted by name.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { ($0.name, $0.value.sorted) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
        case .array(let elements): .array(elements.map(\.sorted))
        case .string, .integer, .boolean: self
        }
    }
}
