import XignCrypto
import XignDomain
import XignStorage

/// Begins the chain of the audit log anew, with another key: after its key may have leaked, or where it was damaged and
/// no backup has what is missing.
///
/// The managers serve meanwhile. After a minute they link all events again, as these are then.
package struct ReplaceAuditChain: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter name: the operator's, for the audit log.
    /// - Returns: the last head of the former chain, signed; nil where it had none, or one that somebody has changed.
    package func callAsFunction(by name: String) throws -> SignedDocument<AuditHead>? {
        let (now, owner) = (context.clock.now(), Array(SecureRandom.bytes(count: 16)))
        let last = try context.database.write { transaction in
            let chain = transaction.auditChain
            let last = try chain.lastLink()
            try chain.replace(leasedTo: owner, at: now, seconds: LinkAudit.leaseSeconds)
            try transaction.audit.append(
                AuditEvent(
                    .auditChainReplaced, at: now, actor: .machine(name),
                    detail: last.map { "after position \($0.position), link \($0.link.bytes.hexadecimal)" }
                        ?? "the former chain has no end"))
            return last
        }
        return try last.map { try context.sign($0, at: now) }
    }
}

extension AuditChain {
    /// Returns the end of the chain; nil without a link, and where the sealed state is missing or was changed.
    fileprivate func lastLink() throws -> AuditChainEnd? {
        do {
            guard let last = try state()?.last, last.position > 0 else { return nil }
            return last
        } catch is Vault.OpeningError {
            return nil
        }
    }
}
