import XignCrypto

@testable import XignProtocol

/// The acts of every purpose, with the statements that confirm and complete them.
extension Sample {
    static let target = ActivationID([UInt8](0xA0...0xAF))!  // 16 bytes
    static let consentHash = [UInt8](0xC0...0xDF)

    static let transactionText = TransactionText(
        type: "roleGrant", language: "en-GB",
        parts: [
            .literal("Give the role"), .name("Treasurer"), .literal("at the service"), .name("Canteen"),
            .literal("to the person"), .name("Zoë"),
        ])
    static let activationSubject = ActivationSubject(
        id: target, alias: "Old phone", platform: "Android", since: 1_790_000_000)
    static let invitationSubject = InvitationSubject(
        organization: .init(id: "club", name: "Rowing club"), address: "zoe@example.org",
        roles: [.init(service: "Boats", role: "Member"), .init(service: "Calendar", role: "Editor")])

    /// One act of each purpose, with all its optional members.
    static let subjects: [ConsentSubject] = [
        .login(offlineUntil: 1_830_000_000), .inAppLogin(offlineUntil: 1_830_000_000), .transaction(transactionText),
        .utility(.changePin), .utility(.newActivation), .utility(.delete), .utility(.addFactor(.biometric)),
        .utility(.revoke(activationSubject)), .utility(.merge(invitationSubject)),
    ]

    /// The statement of an act: of `consent`, or, where the act demands the PIN, of the built-in parties.
    static func consent(_ subject: ConsentSubject) -> ConsentStatement {
        var statement = consent
        statement.subject = subject
        switch subject {
        case .login: return statement
        case .inAppLogin:
            (statement.channel, statement.serviceOrigin) = (.inApp, "app")
            return statement
        case .transaction: statement.serviceOrigin = origin.description
        case .utility: (statement.channel, statement.serviceOrigin) = (.api, "app")
        }
        statement.service = .init(id: "xign.account", name: idm)
        statement.organization = .init(id: "xign.operator", name: idm)
        statement.role = .init(id: "xign.person", name: "zoe")
        statement.alternatives = [[.biometric, .device, .pin], [.device, .pin]]
        statement.attributes = []
        return statement
    }

    static let newPIN = ed25519Key(8)
    static var newPINKey: FactorPublicKey {
        FactorPublicKey(factor: .pin, rawRepresentation: Array(newPIN.publicKey.rawRepresentation))!  // a key just made
    }

    /// The change that each kind of grant allows, with all its optional members.
    static let changes: [KeyChangeStatement.Change] = [
        .changePin(newPINKey), .addFactor(publicKey(.biometric)),
        .newActivation(.init(id: target, secretHash: [UInt8](0xE0...0xFF), alias: "Zoë's tablet")), .delete,
    ]

    static func keyChange(_ change: KeyChangeStatement.Change) -> KeyChangeStatement {
        KeyChangeStatement(idmIdentifier: idm, activation: activation, consentHash: consentHash, change: change)
    }

    /// Signs a key change as a device does: with the device key, and with the key in the statement.
    static func signed(_ statement: KeyChangeStatement) throws -> SignedStatement {
        var signers: [(factor: FactorType, sign: SignedStatement.FactorSignature)] = [(.device, sign(.device))]
        switch statement.change {
        case .changePin: signers.append((.pin, { Array(try newPIN.signature(for: $0)) }))
        case .addFactor: signers.append((.biometric, sign(.biometric)))
        case .newActivation, .delete: break
        }
        return try SignedStatement(signing: statement.serialized, type: .keyChange, with: signers)
    }

    /// The enrolment with an attestation.
    static var attestedEnrolment: EnrolmentStatement {
        var statement = enrolment
        statement.keyStore = .tpm
        statement.attestation = Attestation(format: "tpm-2", bytes: [UInt8](0x20...0x3F))
        return statement
    }
}
