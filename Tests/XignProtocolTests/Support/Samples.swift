import XignCrypto

@testable import XignProtocol

/// A manager, a device and a session that the tests share. Everything is fixed, so that vectors can be generated.
enum Sample {
    static let origin = ManagerOrigin("https://login.example.org")!  // valid, as its own tests show
    static let idm = "login.example.org"
    static let activation = ActivationID([UInt8](0x10...0x1F))!  // 16 bytes
    static let session = SessionID([UInt8](0x20...0x2F))!  // 16 bytes
    static let secret = SecretOctets([UInt8](0x30...0x3F))
    static let challenge = [UInt8](0x40...0x5F)
    static let device = signingKey(1)
    static let biometric = signingKey(2)
    static let pin = ed25519Key(3)
    static let root = ed25519Key(4)
    static let spareRoot = ed25519Key(5)
    static let online = ed25519Key(6)

    static func signingKey(_ number: UInt8) -> P256.Signing.PrivateKey {
        try! .init(rawRepresentation: [UInt8](repeating: number, count: 32))  // a scalar below the group's order
    }

    static func ed25519Key(_ number: UInt8) -> Curve25519.Signing.PrivateKey {
        try! .init(rawRepresentation: [UInt8](repeating: number, count: 32))  // any 32 bytes are a seed
    }

    static func decryptionKey(_ suite: SealingSuite, _ number: UInt8 = 7) throws -> DecryptionKey {
        try DecryptionKey(suite: suite, secret: SecretOctets([UInt8](repeating: number, count: 32)))
    }

    static func verificationKey(_ key: Curve25519.Signing.PrivateKey) -> StatementVerificationKey {
        StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation))!  // a key just made
    }

    static func publicKey(_ factor: FactorType) -> FactorPublicKey {
        let bytes =
            switch factor {
            case .biometric: Array(biometric.publicKey.rawRepresentation)
            case .pin: Array(pin.publicKey.rawRepresentation)
            default: Array(device.publicKey.rawRepresentation)
            }
        return FactorPublicKey(factor: factor, rawRepresentation: bytes)!  // a key just made
    }

    static func sign(_ factor: FactorType) -> SignedStatement.FactorSignature {
        switch factor {
        case .biometric: { Array(try biometric.signature(for: $0).rawRepresentation) }
        case .pin: { Array(try pin.signature(for: $0)) }
        default: { Array(try device.signature(for: $0).rawRepresentation) }
        }
    }

    static func signed(
        _ payload: [UInt8], _ type: StatementType, by factors: [FactorType] = [.device, .pin]
    ) throws -> SignedStatement {
        try SignedStatement(signing: payload, type: type, with: factors.map { ($0, sign($0)) })
    }

    static var consent: ConsentStatement {
        ConsentStatement(
            subject: .login(offlineUntil: nil), channel: .crossDevice, idmIdentifier: idm, session: session,
            challenge: challenge,
            issuedAt: 1_800_000_000, expiresAt: 1_800_000_300, activation: activation,
            service: .init(id: "canteen", name: "Canteen"), serviceOrigin: "https://canteen.example.org",
            organization: .init(id: "acme", name: "Acme"), role: .init(id: "member", name: "Member"),
            alternatives: [[.biometric, .device], [.device, .pin]],
            attributes: [
                .init(
                    name: "email", isRequired: true, source: .stored, aliasID: "a1", aliasText: "work",
                    digest: [UInt8](0x60...0x7F)),
                .init(
                    name: "givenName", isRequired: false, source: .supplied, aliasID: nil, aliasText: nil,
                    digest: [UInt8](0x80...0x9F)),
            ], policyVersion: 3)
    }

    static var enrolment: EnrolmentStatement {
        EnrolmentStatement(
            idmIdentifier: idm, activation: activation, challenge: challenge,
            keys: [publicKey(.pin), publicKey(.device), publicKey(.biometric)], alias: "Zoë's phone", platform: "Linux",
            keyStore: .file)
    }

    static func keyMaterial(epoch: Int64 = 1, sequence: Int64 = 1) throws -> KeyMaterial {
        KeyMaterial(
            url: origin, appLinkOrigins: [ManagerOrigin("https://app.login.example.org")!], epoch: epoch,
            sequence: sequence, expiresAt: 1_802_592_000,
            rootKeys: [verificationKey(root), verificationKey(spareRoot)],
            threshold: 1, onlineKey: verificationKey(online), encryptionKeys: [try decryptionKey(.x25519).publicKey])
    }
}

extension String {
    /// Replaces a text, which must occur, so that every mutation changes something.
    func with(_ old: String, _ new: String) -> String {
        precondition(contains(old), "nothing to replace: \(old)")
        return replacing(old, with: new, maxReplacements: 1)
    }

    var octets: [UInt8] { Array(utf8) }
}
