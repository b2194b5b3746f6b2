import XignDomain
import XignProtocol
import XignUseCases

/// An ID token that a website sends back to name the user who is to log in: `id_token_hint` (OpenID Connect Core,
/// section 3.1.2.1).
///
/// Nothing in it is trusted before its signature is verified. It may have expired: it only names a user.
struct IDTokenHint {
    static let limits = StrictJSON.Limits(size: 8192, depth: 8)

    private let header: JSONValue
    private let payload: JSONValue
    private let signingInput: [UInt8]
    private let signature: [UInt8]

    /// Reads a JWS in compact serialization (RFC 7515, section 7.1); nil where it is none.
    init?(parsing text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limits.size else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let header = Self.json(parts[0]), let payload = Self.json(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Returns the subject; nil where none of the keys has signed the token, for this issuer and this client.
    func subject(for clientID: String, issuer: ManagerOrigin, keys: [IDTokenKey]) -> String? {
        guard let key = keys.first(where: { Self.text("kid", header, is: $0.id) }),
            Self.text("alg", header, is: key.algorithm.rawValue), key.isValid(signature, for: signingInput),
            Self.text("iss", payload, is: issuer.description), Self.text("aud", payload, is: clientID)
        else { return nil }
        return Self.text("sub", payload)
    }

    private static func json(_ part: String) -> JSONValue? {
        Base64URL.decode(part).flatMap { try? StrictJSON.parse($0, limits: limits) }
    }

    private static func text(_ name: String, _ object: JSONValue) -> String? {
        guard case .object(let members) = object,
            case .string(let text)? = members.first(where: { $0.name.hasSameBytes(as: name) })?.value
        else { return nil }
        return text
    }

    private static func text(_ name: String, _ object: JSONValue, is expected: String) -> Bool {
        text(name, object)?.hasSameBytes(as: expected) ?? false
    }
}
