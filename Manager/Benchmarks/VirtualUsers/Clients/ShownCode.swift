import XignProtocol

/// The QR code that a login page shows at its first step, derived as the page's script derives it.
struct ShownCode {
    let session: SessionID
    let secret: SecretOctets

    /// - Throws: `BenchError` if the response is no login page.
    init(on page: ClientResponse) throws {
        let body = page.body[...]
        guard let session = body.text(behind: "data-session=\"", upTo: 0x22).flatMap({ SessionID(text: $0) }),
            let key = body.text(behind: "data-qr-key=\"", upTo: 0x22).flatMap({ Base64URL.decode($0) }),
            let step = body.text(behind: "data-step=\"", upTo: 0x22).flatMap({ Int64($0) })
        else { throw BenchError("the login page shows no code") }
        self.session = session
        secret = SessionSecrets(qrKey: SecretOctets(key)).qrSecret(step: step)
    }
}
