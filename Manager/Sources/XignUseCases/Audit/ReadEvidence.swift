import XignDomain
import XignProtocol
import XignStorage

/// Reads the signed statements that confirmed an event of the audit log, and verifies them anew.
///
/// No signature but the device's own leaves the manager: with the device's secrets, that of a PIN would allow guesses
/// at the PIN to be tested. Operators of an organization get the result of the verification, and the text of an act on
/// a grant of theirs: by the key or the id of the device, or by the account that other texts name, two organizations
/// would find out that they know the same person.
package struct ReadEvidence: Sendable {
    package struct Found: Sendable {
        package let entry: AuditEntry
        /// The statement of the first person, then that of a second administrator.
        package let statements: [Statement]
    }

    package struct Statement: Sendable {
        package let process: SessionID
        /// The account that has signed; nil where it was removed.
        package let signer: AuditPerson?
        package let at: Timestamp
        /// The device that has signed; nil for an operator of an organization.
        package let device: Device?
        /// Nil where the statement was erased with its account.
        package let content: Content?
    }

    package struct Device: Sendable {
        package let id: ActivationID
        /// The alias; without one, the beginning of the id.
        package let name: String
        /// The SHA-256 of the bytes that it has signed. It stays when the statement is erased.
        package let hash: [UInt8]
    }

    package struct Content: Sendable {
        /// The text that the device has shown; nil for a statement without a text of its own. An operator of an
        /// organization sees it of an act on a grant there alone.
        package let text: TransactionText?
        package let verification: SignatureVerification
        /// Nil for an operator of an organization.
        package let signed: Signed?
    }

    package struct Signed: Sendable {
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
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: `AuditEntry.id`.
    /// - Returns: nil for an unknown event, and for one that the operator may not see.
    package func callAsFunction(_ id: String, for party: Actor) throws -> Found? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .readEvidence, at: now, transaction),
                let place = AuditPlace.event.place(id, transaction.sharedVault),
                let entry = try transaction.audit.entries([place]).first
            else { return nil }
            let scope = try AuditScope(authority, transaction)
            guard scope.contains(entry.event) else { return nil }
            var names = AuditNames(transaction, scope)
            guard let described = try names.described([entry]).first else { return nil }
            return Found(
                entry: described,
                statements: try entry.event.processes.compactMap {
                    try transaction.statement(of: $0, confirming: entry.event, &names)
                })
        }
    }
}

extension Transaction {
    /// - Parameter event: the event that the process has confirmed; nil for an operator of the manager without one.
    func statement(
        of process: SessionID, confirming event: AuditEvent?, _ names: inout AuditNames
    ) throws -> ReadEvidence.Statement? {
        guard let record = try evidence.record(of: process) else { return nil }
        let activation = try activations.find(record.activationID)
        let signer = try activation.flatMap { try names.person($0.accountID, in: event) }
        return ReadEvidence.Statement(
            process: process, signer: signer, at: record.at,
            device: names.isOfManager
                ? .init(id: record.activationID, name: try names.device(record.activationID), hash: record.hash) : nil,
            content: try record.consent.map {
                // The text of any act but one on a grant names the account.
                try content(
                    of: $0, hash: record.hash, by: activation, isSaved: names.isOfManager,
                    showsText: names.isOfManager || event?.organizationID != nil)
            })
    }

    private func content(
        of consent: SignedStatement, hash: [UInt8], by activation: Activation?, isSaved: Bool, showsText: Bool
    ) throws -> ReadEvidence.Content {
        let key = try activation.flatMap { try activations.enrolledDeviceKey(of: $0) }
        let isSigned = key.map { consent.isSigned(by: $0) && Evidence.hash(of: consent.payload) == hash }
        let statement = try ConsentStatement(parsing: consent.payload)
        return ReadEvidence.Content(
            text: showsText ? statement.transactionText : nil,
            verification: isSigned.map { $0 ? .valid : .invalid } ?? .keyUnknown,
            signed: isSaved
                ? .init(
                    statement: statement, payload: consent.payload, factors: consent.factors,
                    deviceKey: key?.rawRepresentation, deviceSignature: try DeviceSignature(consent)?.compact) : nil)
    }
}

extension ConsentStatement {
    fileprivate var transactionText: TransactionText? {
        if case .transaction(let text) = subject { text } else { nil }
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
