import XignCrypto
import XignProtocol

/// An enrolled authenticator whose keys are known here. Its PIN's key is drawn, not stretched from digits.
struct VirtualDevice: Sendable {
    let activation: ActivationID
    private let deviceKey = P256.Signing.PrivateKey()
    private let pinKey = Curve25519.Signing.PrivateKey()

    static let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil)

    init(activation: ActivationID) { self.activation = activation }

    /// What stands in the manager's database.
    var publicKeys: [FactorPublicKey] {
        [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation)),
        ].compactMap { $0 }
    }

    func seal<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, proven: Bool = false, for target: Target
    ) throws -> SealedRequest {
        try SealedRequest(
            try MessageCoding.encode(request), operation: operation.name, idmIdentifier: target.issuer.idmIdentifier,
            key: target.encryptionKey,
            device: proven
                ? (activation, { [deviceKey] in Array(try deviceKey.signature(for: $0).rawRepresentation) }) : nil)
    }

    /// Signs a statement with both factors.
    func sign(_ statement: [UInt8]) throws -> SignedStatement {
        try SignedStatement(
            signing: statement, type: .consent,
            with: [
                (.device, { Array(try deviceKey.signature(for: $0).rawRepresentation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ])
    }
}
