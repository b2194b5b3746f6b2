import XignDomain
import XignProtocol
import XignStorage

/// Exports signed statements with the manager's own signature, for readers without the manager.
///
/// For operators of the manager alone: by the device's key and id, two organizations would find out that they know the
/// same person. Each export is an event of the audit log, recorded before anything of it is written.
package struct ExportEvidence: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Returns the bytes of an `EvidenceFile`.
    /// - Parameter processes: the processes that were confirmed, 1 to `EvidenceFile.maximumStatements`.
    /// - Throws: `ManagerError` for a process without evidence, and where the device's signature is not valid: then
    ///   nothing is recorded.
    package func callAsFunction(_ processes: [SessionID], by party: Actor) throws -> [UInt8] {
        let (now, issuer) = (context.clock.now(), context.issuer.description)
        let (assertions, documents) = try context.database.write { transaction in
            guard let authority = try Authority(party, for: .readEvidence, at: now, transaction),
                authority.includes(.manager)
            else { throw ManagerError(.noEvidence, "This operator may not export evidence.") }
            var names = AuditNames(transaction, try AuditScope(authority, transaction))
            var assertions: [EvidenceAssertion] = []
            for process in processes {
                guard let statement = try transaction.statement(of: process, confirming: nil, &names),
                    let signer = statement.signer?.party, let device = statement.device
                else {
                    throw ManagerError(
                        .noEvidence,
                        "There is no signed statement of \(process): look for `sessionId` in an export of the audit "
                            + "log. With its account, and after the retention, a statement is erased.")
                }
                assertions.append(try statement.assertion(of: signer, with: device.id, issuer: issuer, at: now))
                let account = try transaction.activations.find(device.id)?.accountID
                try transaction.audit.append(
                    AuditEvent(
                        .auditExported, at: now, accountID: account, actor: party, network: party.network,
                        detail: "evidence of \(process)"))
            }
            return (assertions, try transaction.keys.keyMaterial(after: 0))
        }
        let online = context.keys.online
        let evidence = try assertions.map { try SignedDocument($0, type: .evidence, with: online).serialized }
        // Those that were superseded within their epoch verify nothing that the others do not.
        let chain = try KeyMaterialChain(trusting: documents.map { try SignedKeyMaterial(parsing: $0) })
        return try MessageCoding.encode(EvidenceFile(evidence: evidence, keyMaterial: chain.documents))
    }
}

extension ReadEvidence.Statement {
    /// - Throws: `ManagerError` where the signature is not valid now.
    fileprivate func assertion(
        of signer: AuditEntry.Party, with device: ActivationID, issuer: String, at now: Timestamp
    ) throws -> EvidenceAssertion {
        guard case .valid? = content?.verification, let signed = content?.signed, let key = signed.deviceKey,
            let signature = signed.deviceSignature
        else {
            throw ManagerError(
                .noEvidence,
                "The statement of \(process) cannot be verified: its evidence was changed, or an older version has not "
                    + "kept the device's key.")
        }
        guard signed.statement.couldBeConfirmed(at: at.seconds) else {
            throw ManagerError(
                .noEvidence,
                "The time of confirmation of \(process) is not in the time of its statement: somebody has changed it in "
                    + "the database.")
        }
        return EvidenceAssertion(
            issuer: issuer, process: process, confirmedAt: at.seconds, exportedAt: now.seconds,
            factors: signed.factors, statement: signature, activationId: device, deviceKey: Octets(key),
            userId: signer.id.description, user: signer.name)
    }
}
