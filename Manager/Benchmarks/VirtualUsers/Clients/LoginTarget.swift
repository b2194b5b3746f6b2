import XignCrypto
import XignProtocol

/// The manager and the service that virtual users log in to.
package struct LoginTarget: Sendable {
    static let redirectURI = "https://website.example/callback"
    static let escapedRedirectURI = "https%3A%2F%2Fwebsite.example%2Fcallback"

    let issuer: ManagerOrigin
    let clientID: String
    let encryptionKey: EncryptionKey
    /// The service's credentials as an `Authorization` header (RFC 6749, section 2.3.1).
    let credentials: String

    init(issuer: ManagerOrigin, clientID: String, clientSecret: String, encryptionKey: EncryptionKey) {
        self.issuer = issuer
        self.clientID = clientID
        self.encryptionKey = encryptionKey
        credentials = "Basic \(Base64.encode(Array("\(clientID):\(clientSecret)".utf8)))"
    }

    /// Makes the authorization request to which the website redirects the browser.
    package func authorizationPath(verifier: String) -> String {
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
        return """
            /openid/authenticate?response_type=code&client_id=\(clientID)&redirect_uri=\(Self.escapedRedirectURI)\
            &scope=openid&state=of-the-website&nonce=n-1&code_challenge=\(challenge)&code_challenge_method=S256
            """
    }
}

private enum Base64 {
    /// Encodes with padding (RFC 4648, section 4).
    static func encode(_ bytes: [UInt8]) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
