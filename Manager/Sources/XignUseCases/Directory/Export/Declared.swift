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
        case .platforms(let platforms): JSONValue.texts(platforms.map(\.rawValue)) ?? .boolean(false)
        }
    }
}

extension SecurityRequirements {
    var declared: JSONValue {
        let systems: [(name: String, value: JSONValue)] =
            minimumSystem
            .map { ($0.key.rawValue, .string("\($0.value)")) }.sorted { $0.name < $1.name }
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
        var members = DeclaredMembers()
        members.set("name", .string(name))
        members.set("displayName", .string(displayName), unless: displayName.hasSameBytes(as: name))
        members.set("description", .text(description))
        members.set("website", .text(website))
        members.set("redirectUris", .array(redirectURIs.map(JSONValue.string)))
        members.set("signingAlgorithm", .string(signingAlgorithm.rawValue))
        members.set("pkce", .string(proofKey.rawValue), unless: !isConfidential || proofKey != .optional)
        members.set("legacy", .boolean(true), unless: !isConfidential || proofKey != .legacy)
        members.set("confidential", .boolean(false), unless: isConfidential || client.isNative)
        members.set("active", .boolean(false), unless: isActive)
        members.set("inApp", .boolean(true), unless: !allowsInApp)
        members.set("openedQRCodes", .string(openedQRCodes.rawValue), unless: openedQRCodes == .pair)
        members.set(
            "sessionSeconds", .integer(sessionSeconds), unless: sessionSeconds == Self.defaultSessionSeconds)
        members.set("attributes", .list(attributes.map(\.declared)))
        members.set("claimsIn", .string(claimsIn.rawValue), unless: claimsIn == .userInfo)
        members.set("security", security.declared, unless: security == .none)
        client.declare(in: &members)
        members.set("roles", .array(roles.map(\.declared)))
        return .object(members.all)
    }
}

extension ClientSettings {
    fileprivate func declare(in members: inout DeclaredMembers) {
        members.set("rememberedLogin", rememberedLogin?.declared)
        members.set("offlineAccess", offlineAccess?.declared)
        members.set("postLogoutRedirectUris", .texts(postLogoutRedirectURIs))
        members.set("backChannelLogoutUri", .text(backChannelLogoutURI))
        members.set("keys", .list(keys.map(\.declared)))
        // A profile demands both, and is refused beside the contrary.
        let isDemanded = profile != nil
        members.set("pushedRequests", .string("required"), unless: isDemanded || pushedRequests == .optional)
        members.set("dpop", .string("required"), unless: isDemanded || dpop == .optional)
        members.set("profile", .text(profile?.rawValue))
        members.set("popups", .boolean(true), unless: !opensPopups)
        members.set("native", .boolean(true), unless: !isNative)
    }
}

/// The members of an object, in their order.
private struct DeclaredMembers {
    private(set) var all: [(name: String, value: JSONValue)] = []

    /// Adds a member that has a value.
    /// - Parameter isDefault: true for the value that a declaration without the member has.
    mutating func set(_ name: String, _ value: JSONValue?, unless isDefault: Bool = false) {
        if let value, !isDefault { all.append((name, value)) }
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
            ("street", .string(street)), ("postalCode", .text(postalCode)), ("locality", .string(locality)),
            ("region", .text(region)), ("country", .string(country)),
        ])
    }
}
