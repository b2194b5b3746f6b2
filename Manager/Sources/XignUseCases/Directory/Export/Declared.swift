import XignDomain
import XignProtocol

// Stored objects as a declaration has them. What equals the default is left out, since a declaration describes an
// organization and its services completely.

extension JSONValue {
    /// An object of the members that have a value.
    static func members(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Returns a string; nil where there is none.
    static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    /// Returns an array; nil for an empty one.
    static func list(_ values: [JSONValue]) -> JSONValue? { values.isEmpty ? nil : .array(values) }

    /// Returns an array of strings; nil for an empty one.
    static func texts(_ texts: [String]) -> JSONValue? { list(texts.map(JSONValue.string)) }
}

extension Sequence {
    /// Returns the elements in the order of the bytes of a text, which all databases have in common. Elements with the
    /// same text keep their order.
    func inOrder(_ text: (Element) -> String) -> [Element] {
        sorted { text($0).utf8.lexicographicallyPrecedes(text($1).utf8) }
    }
}

extension BiometricPolicy {
    var declared: JSONValue {
        switch self {
        case .none: .boolean(false)
        case .all: .boolean(true)
        // Platforms that a later version has stored allow nothing here.
        case .platforms(let platforms): .texts(platforms.map(\.rawValue)) ?? .boolean(false)
        }
    }
}

extension SecurityRequirements {
    var declared: JSONValue {
        let systems = minimumSystem.map { ($0.key.rawValue, JSONValue.string("\($0.value)")) }.sorted { $0.0 < $1.0 }
        return .members([
            ("refuse", .texts(refusedWords)), ("minimumSystem", systems.isEmpty ? nil : .object(systems)),
        ])
    }
}

extension OperatorProfile {
    var declared: JSONValue {
        .members([
            ("name", .text(name)), ("language", .string(language.rawValue)), ("help", .text(help)),
            ("imprint", .text(imprint)), ("privacy", .text(privacy)),
            (
                "app",
                app == .none
                    ? nil
                    : .members([
                        ("name", .text(app.name)), ("appStore", .text(app.appStore)),
                        ("googlePlay", .text(app.googlePlay)), ("other", .text(app.other)),
                    ])
            ),
        ])
    }
}

extension Service {
    func declared(with roles: [Role]) -> JSONValue {
        // A profile demands the other two; it is refused beside the contrary.
        let isFree = client.profile == nil
        return .members([
            ("name", .string(name)), ("displayName", displayName.hasSameBytes(as: name) ? nil : .string(displayName)),
            ("description", .text(description)), ("website", .text(website)),
            ("redirectUris", .array(redirectURIs.map(JSONValue.string))),
            ("signingAlgorithm", .string(signingAlgorithm.rawValue)),
            ("pkce", isConfidential && proofKey == .optional ? .string(proofKey.rawValue) : nil),
            ("legacy", isConfidential && proofKey == .legacy ? .boolean(true) : nil),
            ("confidential", isConfidential || client.isNative ? nil : .boolean(false)),
            ("active", isActive ? nil : .boolean(false)), ("inApp", allowsInApp ? .boolean(true) : nil),
            ("openedQRCodes", openedQRCodes == .pair ? nil : .string(openedQRCodes.rawValue)),
            ("sessionSeconds", sessionSeconds == Self.defaultSessionSeconds ? nil : .integer(sessionSeconds)),
            ("attributes", .list(attributes.map(\.declared))),
            ("claimsIn", claimsIn == .userInfo ? nil : .string(claimsIn.rawValue)),
            ("security", security == .none ? nil : security.declared),
            ("rememberedLogin", client.rememberedLogin?.declared), ("offlineAccess", client.offlineAccess?.declared),
            ("postLogoutRedirectUris", .texts(client.postLogoutRedirectURIs)),
            ("backChannelLogoutUri", .text(client.backChannelLogoutURI)),
            ("keys", .list(client.keys.map(\.declared))),
            ("pushedRequests", isFree && client.pushedRequests == .required ? .string("required") : nil),
            ("dpop", isFree && client.dpop == .required ? .string("required") : nil),
            ("profile", .text(client.profile?.rawValue)), ("popups", client.opensPopups ? .boolean(true) : nil),
            ("native", client.isNative ? .boolean(true) : nil), ("roles", .array(roles.map(\.declared))),
        ])
    }
}

extension ServiceAttribute {
    fileprivate var declared: JSONValue {
        let isUsual = isRequired && mustBeVerified == name.isVerifiable
        return isUsual
            ? .string(name.rawValue)
            : .members([
                ("name", .string(name.rawValue)), ("required", isRequired ? nil : .boolean(false)),
                ("verified", mustBeVerified == name.isVerifiable ? nil : .boolean(mustBeVerified)),
            ])
    }
}

extension ClientSettings.RememberedLogin {
    fileprivate var declared: JSONValue {
        .object([("minutes", .integer(minutes)), ("idleMinutes", .integer(idleMinutes))])
    }
}

extension ClientSettings.OfflineAccess {
    fileprivate var declared: JSONValue { .object([("days", .integer(days)), ("idleDays", .integer(idleDays))]) }
}

extension ClientKey {
    fileprivate var declared: JSONValue {
        let (x, y) = (Base64URL.encode(bytes.prefix(32)), Base64URL.encode(bytes.dropFirst(32)))
        return switch algorithm {
        case .es256:
            .members([
                ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(x)), ("y", .string(y)),
                ("kid", .text(id)),
            ])
        case .edDSA:
            .members([("kty", .string("OKP")), ("crv", .string("Ed25519")), ("x", .string(x)), ("kid", .text(id))])
        }
    }
}

extension Role {
    fileprivate var declared: JSONValue {
        .members([
            ("name", .string(name)),
            ("alternatives", .array(alternatives.map { .array($0.map { .string($0.rawValue) }) })),
            ("assigned", isDefault ? nil : .boolean(true)),
            ("platforms", platforms.flatMap { .texts($0.map(\.rawValue)) }),
            ("channels", channels.flatMap { .texts($0.map(\.rawValue)) }),
        ])
    }
}

extension [AttributeValue] {
    /// The values by the name of their attribute; nil where there are none. Of an attribute, the preselected value is
    /// the first, and the others follow by their aliases.
    var declared: JSONValue? {
        guard !isEmpty else { return nil }
        let byAttribute = Dictionary(grouping: self, by: \.attribute.rawValue).sorted { $0.key < $1.key }
        return .object(
            byAttribute.map { name, values in
                let ordered = values.inOrder(\.alias)
                return (name, .array((ordered.filter(\.isPrimary) + ordered.filter { !$0.isPrimary }).map(\.declared)))
            })
    }
}

extension AttributeValue {
    fileprivate var declared: JSONValue {
        .members([
            ("value", (attribute == .address ? AddressText(text)?.declared : nil) ?? .string(text)),
            ("alias", .string(alias)), ("primary", .boolean(isPrimary)),
            ("verified", attribute.isVerifiable ? .boolean(isVerified) : nil),
        ])
    }
}

extension AddressText {
    fileprivate var declared: JSONValue {
        .members([
            ("street", .string(street)), ("postalCode", .string(postalCode)), ("locality", .string(locality)),
            ("region", .text(region)), ("country", .string(country)),
        ])
    }
}
