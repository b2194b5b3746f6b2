import QRCode
import XignCrypto
import XignProtocol

/// The parts that need no manager: the sealed channel, signatures, pids, QR codes.
enum ProtocolParts {
    static func measure(_ site: Site, rounds: Int) throws -> [Part] {
        try sealedChannel(site.target.issuer.idmIdentifier, rounds)
            + signatures(rounds) + idTokens(rounds) + codes(site.target.issuer, rounds)
    }

    private static func sealedChannel(_ idm: String, _ rounds: Int) throws -> [Part] {
        let key = try DecryptionKey.generate(.x25519)
        let body = [UInt8](repeating: 0x20, count: 600)
        let request = try SealedRequest(body, operation: .finish, idmIdentifier: idm, key: key.publicKey)
        let opened = try OpenedRequest(request.bytes, operation: .finish, idmIdentifier: idm) { _ in key }
        let answer = try opened.seal(answer: body)
        return [
            try Part.measure("seal a request (device)", rounds: rounds) {
                _ = try SealedRequest(body, operation: .finish, idmIdentifier: idm, key: key.publicKey)
            },
            try Part.measure("open a request (manager)", rounds: rounds) {
                _ = try OpenedRequest(request.bytes, operation: .finish, idmIdentifier: idm) { _ in key }
            },
            try Part.measure("seal an answer (manager)", rounds: rounds) { _ = try opened.seal(answer: body) },
            try Part.measure("open an answer (device)", rounds: rounds) { _ = try request.open(answer: answer) },
        ]
    }

    private static func signatures(_ rounds: Int) throws -> [Part] {
        let device = VirtualDevice(activation: .random())
        let statement = [UInt8](repeating: 0x20, count: 700)
        let signed = try device.sign(statement)
        let keys = device.publicKeys
        return try [
            Part.measure("sign a consent, both factors (device)", rounds: rounds) { _ = try device.sign(statement) },
            Part.measure("read a signed consent", rounds: rounds) {
                _ = try SignedStatement(parsing: signed.serialized, type: .consent)
            },
            Part.measure("verify a consent, both factors", rounds: rounds) {
                guard signed.isSigned(byExactly: keys) else { throw BenchError("a signature is wrong") }
            },
        ]
            + keys.map { key in
                try Part.measure("read the public key of the \(key.factor.rawValue) factor", rounds: rounds) {
                    guard FactorPublicKey(factor: key.factor, rawRepresentation: key.rawRepresentation) != nil else {
                        throw BenchError("a key is none")
                    }
                }
            }
    }

    /// The floor has ES256, which the measured service declares; RS256 stands beside it, with the size of key that managers draw.
    private static func idTokens(_ rounds: Int) throws -> [Part] {
        let input = [UInt8](repeating: 0x20, count: 600)
        let (es256, rs256) = (P256.Signing.PrivateKey(), try RSA.Signing.PrivateKey(bitCount: 3072))
        return [
            try Part.measure("sign an ID token with ES256", rounds: rounds) { _ = try es256.signature(for: input) },
            try Part.measure("sign an ID token with RS256", rounds: rounds) { _ = try rs256.signature(for: input) },
        ]
    }

    private static func codes(_ issuer: ManagerOrigin, _ rounds: Int) throws -> [Part] {
        let data = InitializationPayload(
            .authenticationByQRCode(.random()), secret: .random(count: 16), origin: issuer)
        let link = InitializationLink.appLink(data, at: issuer)
        let code = try QRCode(link)
        return [
            Part.measure("write a pid as a link", rounds: rounds, batch: 20) {
                _ = InitializationLink.appLink(data, at: issuer)
            },
            try Part.measure("read a link with a pid", rounds: rounds, batch: 20) {
                _ = try InitializationLink(parsing: link)
            },
            try Part.measure("make a QR code", rounds: rounds) { _ = try QRCode(link) },
            Part.measure("draw a QR code as SVG", rounds: rounds) { _ = code.svg(title: "QR code") },
        ]
    }
}
