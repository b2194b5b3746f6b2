import XignDomain
import XignProtocol
import XignStorage

/// Reads the signed statements that confirmed an event of the audit log, and verifies them anew.
///
/// No signature but the device's own leaves the manager: with the device's secrets, that of a PIN would allow guesses
/// at the PIN to be tested.
package struct ReadEvidence: Sendable {
    package struct Found: Sendable {
        package let entry: AuditEntry
        /// The statement of the first person, then that of a second administrator.
        package let statements: [Statement]
    }

    package struct Statement: Sendable {
        package let process: SessionID
        /// The account that has signed; nil where it was removed.
        package let signer: AuditEntry.Party?
        /// The alias of the device that has signed; without one, the beginning of its id.
        package let device: String
        package let deviceID: ActivationID
        package let at: Timestamp
        /// The SHA-256 of the signed bytes. It stays when the statement is erased.
        package let hash: [UInt8]
        /// Nil where the statement was erased with its account.
        package let content: Content?
    }

    package struct Content: Sendable {
        /// The signed text with its names.
        package let statement: ConsentStatement
        /// The bytes that were signed.
        package let payload: [UInt8]
        /// The factors that have signed.
        package let factors: [FactorType]
        /// The public key of the device, x || y.
        package let deviceKey: [UInt8]?
        /// The statement with the signature of the device alone, as a compact JWS (RFC 7515, section 7.1).
        package let deviceSignature: String?
        package let verification: Verification
    }

    package enum Verification: Sendable {
        /// The device's signature is valid, and the statement is the one of its hash.
        case valid
        case invalid
        /// The key was removed with the device, and an older version has not kept its enrolment.
        case keyUnknown
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: `AuditEntry.id`.
    /// - Returns: nil for an unknown event, and for one that the operator may not see.
    package func callAsFunction(_ id: String, for party: Operator) throws -> Found? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .readEvidence, at: now, transaction),
                let place = AuditPlace.event.place(id, transaction.sharedVault),
                let entry = try transaction.audit.entries([place]).first
            else { return nil }
            let scope = try AuditScope(authority, transaction)
            guard scope.contains(entry.event) else { return nil }
            var names = AuditNames(transaction, showsNetworks: scope.isOfManager)
            guard let described = try names.described([entry]).first else { return nil }
            return Found(
                entry: described,
                statements: try entry.event.processes.compactMap { try transaction.statement(of: $0, &names) })
        }
    }
}

extension Transaction {
    func statement(of process: SessionID, _ names: inout AuditNames) throws -> ReadEvidence.Statement? {
        guard let record = try evidence.record(of: process) else { return nil }
        let activation = try activations.find(record.activationID)
        return ReadEvidence.Statement(
            process: process, signer: try activation.flatMap { try names.party($0.accountID) },
            device: try names.device(record.activationID), deviceID: record.activationID, at: record.at,
            hash: record.hash,
            content: try record.consent.map { try content(of: $0, hash: record.hash, by: activation) })
    }

    private func content(
        of consent: SignedStatement, hash: [UInt8], by activation: Activation?
    ) throws -> ReadEvidence.Content {
        let key = try activation.flatMap { try activations.enrolledDeviceKey(of: $0) }
        let isSigned = key.map { consent.isSigned(by: $0) && Evidence.hash(of: consent.payload) == hash }
        return ReadEvidence.Content(
            statement: try ConsentStatement(parsing: consent.payload), payload: consent.payload,
            factors: consent.factors, deviceKey: key?.rawRepresentation,
            deviceSignature: try DeviceSignature(consent)?.compact,
            verification: isSigned.map { $0 ? .valid : .invalid } ?? .keyUnknown)
    }
}

/// The signature of the device in a signed statement.
private struct DeviceSignature {
    /// The stored form (protocol, "Signatures").
    private struct Document: Decodable {
        struct Signature: Decodable {
            let protected: String
            let signature: String
        }

        let payload: String
        let signatures: [Signature]
    }

    private struct Header: Decodable { let kid: String }

    let compact: String

    init?(_ statement: SignedStatement) throws {
        let document = try MessageCoding.decode(Document.self, from: statement.serialized, limits: .statement)
        let device = try document.signatures.first { signature in
            let header = Base64URL.decode(signature.protected) ?? []
            return try MessageCoding.decode(Header.self, from: header).kid == FactorType.device.rawValue
        }
        guard let device else { return nil }
        compact = "\(device.protected).\(document.payload).\(device.signature)"
    }
}
