import Foundation
import Testing
import XignCrypto
import XignProtocol

/// The operator of a manager, who publishes its key material.
struct Operator {
    let material: KeyMaterial
    let root: Curve25519.Signing.PrivateKey
    let online = Curve25519.Signing.PrivateKey()
    let document: [UInt8]

    init(
        _ origin: String = "https://login.example.org", root: Curve25519.Signing.PrivateKey = .init(), epoch: Int64 = 1
    ) throws {
        self.root = root
        material = KeyMaterial(
            url: try #require(ManagerOrigin(origin)),
            appLinkOrigins: [try #require(ManagerOrigin(origin.replacing("://", with: "://app.")))], epoch: epoch,
            sequence: 1,
            expiresAt: 4_000_000_000, rootKeys: [try Self.verification(root)], threshold: 1,
            onlineKey: try Self.verification(online),
            encryptionKeys: [try DecryptionKey(suite: .x25519, secret: SecretOctets.random(count: 32)).publicKey])
        document = try SignedKeyMaterial(signing: material, with: [root, online]).serialized
    }

    var fingerprint: String { material.fingerprint }
    var loginCode: String { code(.authenticationByQRCode(.random())) }
    var linkCode: String { code(.authenticationByLink(.random())) }
    var transactionCode: String { code(.transactionByQRCode(.random())) }
    var transactionLink: String { code(.transactionByLink(.random())) }
    var activationCode: String { code(.personalization(.random())) }

    private func code(_ process: InitializationPayload.Process) -> String {
        InitializationPayload(process, secret: SecretOctets.random(count: 16), origin: material.url).text
    }

    static func verification(_ key: Curve25519.Signing.PrivateKey) throws -> StatementVerificationKey {
        try #require(StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)))
    }
}
