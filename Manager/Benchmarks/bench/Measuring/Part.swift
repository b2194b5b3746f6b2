import VirtualUsers
import XignCrypto
import XignProtocol

/// The wall-clock time of one operation of the manager, alone on one thread.
struct Part: Sendable {
    let name: String
    /// The median of all runs.
    let nanoseconds: Double

    /// Measures the operations that a login is made of, in the manager's own code. The floor has the bare cryptography.
    static func all(rounds: Int) throws -> [Part] {
        try sealedChannel(rounds) + factors(rounds) + idTokens(rounds)
    }

    private init(_ name: String, rounds: Int, _ body: () throws -> Void) rethrows {
        for _ in 0..<max(1, rounds / 10) { try body() }
        var times: [Double] = []
        for _ in 0..<rounds {
            let begin = Nanoseconds.monotonic()
            try body()
            times.append(Double(Nanoseconds.monotonic() - begin))
        }
        self.name = name
        nanoseconds = Percentiles(times).at(0.5)
    }

    private static func sealedChannel(_ rounds: Int) throws -> [Part] {
        let (key, idm) = (try DecryptionKey.generate(.x25519), "idm.example")
        let body = [UInt8](repeating: 0x20, count: 600)
        let request = try SealedRequest(body, operation: .finish, idmIdentifier: idm, key: key.publicKey)
        let opened = try OpenedRequest(request.bytes, operation: .finish, idmIdentifier: idm) { _ in key }
        return [
            try Part("open a request", rounds: rounds) {
                _ = try OpenedRequest(request.bytes, operation: .finish, idmIdentifier: idm) { _ in key }
            },
            try Part("seal an answer", rounds: rounds) { _ = try opened.seal(answer: body) },
        ]
    }

    private static func factors(_ rounds: Int) throws -> [Part] {
        let device = VirtualDevice(activation: .random())
        let consent = try device.sign([UInt8](repeating: 0x20, count: 700))
        let keys = device.publicKeys
        let verification = try Part("verify a consent, both factors", rounds: rounds) {
            guard consent.isSigned(byExactly: keys) else { throw BenchError("a signature is wrong") }
        }
        return try [verification]
            + keys.map { key in
                try Part("validate the public key of the \(key.factor.rawValue) factor", rounds: rounds) {
                    guard FactorPublicKey(factor: key.factor, rawRepresentation: key.rawRepresentation) != nil else {
                        throw BenchError("a key is invalid")
                    }
                }
            }
    }

    /// Measures both signature algorithms of services, RSA with the key size that managers generate.
    private static func idTokens(_ rounds: Int) throws -> [Part] {
        let input = [UInt8](repeating: 0x20, count: 600)
        let (es256, rs256) = (P256.Signing.PrivateKey(), try RSA.Signing.PrivateKey(bitCount: 3072))
        return [
            try Part("sign an ID token with ES256", rounds: rounds) { _ = try es256.signature(for: input) },
            try Part("sign an ID token with RS256", rounds: rounds) { _ = try rs256.signature(for: input) },
        ]
    }
}
