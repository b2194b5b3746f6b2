import XignCrypto
import XignProtocol

/// An activated authenticator whose private keys this process holds.
///
/// The PIN factor's key is random. A real device stretches it from the PIN's digits, which costs the manager nothing.
package struct VirtualDevice: Sendable {
    let activation: ActivationID
    private let deviceKey = P256.Signing.PrivateKey()
    private let pinKey = Curve25519.Signing.PrivateKey()

    static let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil)

    package init(activation: ActivationID) { self.activation = activation }

    /// The public keys that the manager stores.
    package var publicKeys: [FactorPublicKey] {
        [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation)),
        ].compactMap { $0 }
    }

    /// Seals a request of the device API.
    /// - Parameter isProven: whether the device signs the request, to prove which activation it is.
    func seal<Operation: DeviceOperation>(
        _ request: Operation.Request, of operation: Operation.Type, isProven: Bool, for target: LoginTarget
    ) throws -> SealedRequest {
        try SealedRequest(
            try MessageCoding.encode(request), operation: operation.name, idmIdentifier: target.issuer.idmIdentifier,
            key: target.encryptionKey,
            device: isProven
                ? (activation, { [deviceKey] in Array(try deviceKey.signature(for: $0).rawRepresentation) }) : nil)
    }

    /// Signs a statement with both factors.
    package func sign(_ statement: [UInt8]) throws -> SignedStatement {
        try SignedStatement(
            signing: statement, type: .consent,
            with: [
                (.device, { Array(try deviceKey.signature(for: $0).rawRepresentation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ])
    }
}
