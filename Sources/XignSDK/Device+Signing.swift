import Foundation
internal import XignCrypto
internal import XignProtocol

// The signatures of an activation's keys, used by personalization and authentication (docs/protocol.md, section 4).

extension Device {
    /// Signs a message with the device key of an activation (ES256).
    func deviceSignature(_ message: [UInt8], _ activation: ActivationRecord) throws -> [UInt8] {
        Array(try keyStore.deviceSignature(activation.label, over: Data(message)))
    }

    /// Derives the signing key of a PIN.
    ///
    /// The key exists only in memory, as long as the process that needs it. A wrong PIN yields another key.
    func pinKey(_ pin: PIN, _ activation: ActivationRecord) throws -> Curve25519.Signing.PrivateKey {
        var digits = pin.withUnsafeBytes { Data($0) }
        defer { digits.resetBytes(in: digits.startIndex..<digits.endIndex) }
        let bound = try keyStore.bind(pin: digits, activation.label)
        return try PINKey.derive(
            bound: SymmetricKey(data: bound.secret), salt: Array(bound.salt), idmIdentifier: activation.idmIdentifier,
            activation: activation.activationId)
    }
}

extension FactorPublicKey {
    /// The public key of a PIN.
    init(_ pinKey: Curve25519.Signing.PrivateKey) throws {
        guard let key = FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation))
        else { throw KeyStoreError.unusable("The key store derived a key that is not on its curve.") }
        self = key
    }
}
