import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

/// A device with its keys, enrolled for an account of an `AttributeDirectory`.
struct EnrolledDevice {
    let activation: Activation
    let deviceKey = P256.Signing.PrivateKey()
    let pinKey = Curve25519.Signing.PrivateKey()

    /// Enrols a device with a new activation that expires after an hour.
    init(
        _ directory: AttributeDirectory, of account: AccountID = "ada", alias: String = "phone",
        issuedBy: ActivationID? = nil, coolUntil: Timestamp? = nil
    ) throws {
        let pending = directory.pendingActivation(of: account, issuedBy: issuedBy)
        let keys = [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(pinKey.publicKey.rawRepresentation)),
        ].compactMap(\.self)
        let (enrolment, now) = (
            Enrolment(
                alias: alias, platform: "Linux", keyStore: .file, coolUntil: coolUntil,
                statement: Array("signed enrolment of \(alias)".utf8)), directory.now
        )
        activation = try directory.database.write { transaction in
            let activations = transaction.activations
            try activations.insert(pending, pinProofHash: [1])
            _ = try activations.activate(pending, by: enrolment, at: now)
            for key in keys { _ = try activations.insert(key, of: pending) }
            return try #require(try activations.find(pending.id))
        }
    }

    /// Signs with the keys of device and PIN.
    func sign(_ payload: [UInt8], _ type: StatementType) throws -> SignedStatement {
        try SignedStatement(
            signing: payload, type: type,
            with: [
                (.device, { Array(try deviceKey.signature(for: $0).rawRepresentation) }),
                (.pin, { Array(try pinKey.signature(for: $0)) }),
            ])
    }
}

extension AttributeDirectory {
    func pendingActivation(
        of account: AccountID = "ada", kind: Activation.Kind = .additional, issuedBy: ActivationID? = nil
    ) -> Activation {
        Activation(
            id: .random(), accountID: account, state: .pending, kind: kind, pinOrigin: .userChosen, secretHash: [2],
            createdAt: now, expiresAt: now + 3600, personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none,
            issuedBy: issuedBy)
    }

    /// Inserts activations that wait for their devices.
    func insert(_ activations: Activation...) throws {
        try database.write { transaction in
            for activation in activations { try transaction.activations.insert(activation, pinProofHash: [1]) }
        }
    }
}
