import XignCrypto
import XignProtocol

/// A manager and the service that people log in to.
struct Target: Sendable {
    static let redirectURI = "https://website.example/callback"

    let port: UInt16
    let issuer: ManagerOrigin
    let clientID: String
    let encryptionKey: EncryptionKey
    /// `Basic ...`: the service's credentials.
    let credentials: String

    init(port: UInt16, issuer: ManagerOrigin, clientID: String, clientSecret: String, encryptionKey: EncryptionKey) {
        self.port = port
        self.issuer = issuer
        self.clientID = clientID
        self.encryptionKey = encryptionKey
        credentials = "Basic \(Base64.encode(Array("\(clientID):\(clientSecret)".utf8)))"
    }

    /// Where the website sends the browser.
    func authorizationPath(verifier: String) -> String {
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
        return """
            /openid/authenticate?response_type=code&client_id=\(clientID)&redirect_uri=\(Self.escapedRedirectURI)\
            &scope=openid&state=of-the-website&nonce=n-1&code_challenge=\(challenge)&code_challenge_method=S256
            """
    }

    static let escapedRedirectURI = "https%3A%2F%2Fwebsite.example%2Fcallback"
}

private enum Base64 {
    /// With padding (RFC 4648, section 4), from the alphabet of URLs.
    static func encode(_ bytes: [UInt8]) -> String {
        let text = String(
            Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
