import XignDomain
import XignProtocol

/// A declared field as an operator reads it; the text is nil where the field is absent.
typealias DeclaredField = (name: String, text: String?)

/// Lists the fields that a change replaces, so that an operator sees what it erases: `website: https://a.example ->
/// none`.
func differences(from old: [DeclaredField], to new: [DeclaredField]) -> String {
    let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    return names.compactMap { name in
        let before = old.first { $0.name == name }?.text, after = new.first { $0.name == name }?.text
        return before == after ? nil : "\(name): \(before ?? "none") -> \(after ?? "none")"
    }.joined(separator: "; ")
}

extension Organization {
    var fields: [DeclaredField] {
        [("name", name), ("website", website), ("address", address), ("description", description)]
    }
}

extension Service {
    /// The fields without the secret.
    var fields: [DeclaredField] {
        [
            ("displayName", displayName), ("description", description), ("website", website),
            ("redirectUris", redirectURIs.joined(separator: ", ")), ("signingAlgorithm", signingAlgorithm.rawValue),
            ("pkce", proofKey.rawValue), ("active", isActive ? "yes" : "no"), ("inApp", allowsInApp ? "yes" : "no"),
            ("openedQRCodes", openedQRCodes.rawValue), ("sessionSeconds", "\(sessionSeconds)"),
            ("attributes", attributes.isEmpty ? nil : attributes.map(\.text).joined(separator: ", ")),
            ("claimsIn", claimsIn.rawValue), ("security", security.text),
        ] + client.fields
    }
}

extension ClientSettings {
    /// Nil for the values of the standard.
    var fields: [DeclaredField] {
        [
            ("rememberedLogin", rememberedLogin.map { "\($0.minutes) minutes, \($0.idleMinutes) idle" }),
            ("offlineAccess", offlineAccess.map { "\($0.days) days, \($0.idleDays) idle" }),
            (
                "postLogoutRedirectUris",
                postLogoutRedirectURIs.isEmpty ? nil : postLogoutRedirectURIs.joined(separator: ", ")
            ),
            ("backChannelLogoutUri", backChannelLogoutURI),
            ("keys", keys.isEmpty ? nil : keys.map(\.text).joined(separator: ", ")),
            ("pushedRequests", pushedRequests == .required ? pushedRequests.rawValue : nil),
            ("dpop", dpop == .required ? dpop.rawValue : nil), ("profile", profile?.rawValue),
            ("popups", opensPopups ? "yes" : nil), ("native", isNative ? "yes" : nil),
        ]
    }
}

extension ClientKey {
    /// The algorithm with the beginning of the key, which tells two keys apart.
    fileprivate var text: String {
        "\(algorithm.rawValue) \(Base64URL.encode(bytes.prefix(6)))\(id.map { " (\($0))" } ?? "")"
    }
}

extension Role {
    var field: DeclaredField {
        let factors = alternatives.map { $0.map(\.rawValue).joined(separator: " + ") }.joined(separator: " or ")
        let terms = [isDefault ? nil : "assigned", platformsText, channelsText].compactMap(\.self)
        return ("role \(name)", ([factors] + terms).joined(separator: ", "))
    }

    private var platformsText: String? { platforms.map { "on \($0.map(\.rawValue).joined(separator: " or "))" } }
    private var channelsText: String? { channels.map { "by \($0.map(\.rawValue).joined(separator: " or "))" } }
}

extension ServiceAttribute {
    fileprivate var text: String {
        let terms = (isRequired ? [] : ["optional"]) + (name.isVerifiable && !mustBeVerified ? ["unverified"] : [])
        return terms.isEmpty ? name.rawValue : "\(name.rawValue) (\(terms.joined(separator: ", ")))"
    }
}

extension SecurityRequirements {
    /// Nil where nothing is required.
    package var text: String? {
        let findings = refusedWords.isEmpty ? [] : ["not \(refusedWords.joined(separator: " or "))"]
        let systems = minimumSystem.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            "\($0.key.rawValue) \($0.value) or later"
        }
        let terms = findings + systems
        return terms.isEmpty ? nil : terms.joined(separator: ", ")
    }

    /// The refused findings in a fixed order.
    var refusedWords: [String] { Self.refusable.filter(refused.contains).map(\.rawValue) }
}

extension BiometricPolicy {
    fileprivate var text: String {
        switch self {
        case .none: "no"
        case .all: "yes"
        case .platforms(let platforms): "on \(platforms.map(\.rawValue).joined(separator: " or "))"
        }
    }
}

extension OperatorProfile {
    var fields: [DeclaredField] {
        [
            ("name", name), ("language", language.rawValue), ("help", help), ("imprint", imprint),
            ("privacy", privacy), ("app.name", app.name), ("app.appStore", app.appStore),
            ("app.googlePlay", app.googlePlay), ("app.other", app.other),
        ]
    }
}

extension Policy {
    var fields: [DeclaredField] {
        [
            ("lockoutSeconds", lockoutSeconds.map { "\($0)" }.joined(separator: ", ")),
            ("permanentLockoutAfter", "\(permanentLockoutAfter)"),
            ("pin.minimumLength", "\(pin.minimumLength)"), ("pin.maximumLength", "\(pin.maximumLength)"),
            ("biometric", biometric.text), ("security", security.text),
            ("permanentUnlock", allowsPermanentUnlock ? "yes" : "no"),
            ("audit.retentionDays", auditRetentionDays.map { "\($0)" }),
        ]
    }
}
