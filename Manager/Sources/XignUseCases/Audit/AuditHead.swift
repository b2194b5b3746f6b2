import XignDomain
import XignProtocol
import XignStorage

/// A signed statement about the chain of the audit log at one moment: which link stands at which position.
///
/// A copy that is kept elsewhere shows later that the chain was rewritten or cut, even by somebody with all keys.
package struct AuditHead: Codable, Sendable, Equatable {
    package let issuer: String
    package let position: Int64
    package let link: Octets
    /// The moment of the event that was linked at the position, in Unix seconds.
    package let eventAt: Int64
    /// The moment of the signature, in Unix seconds.
    package let signedAt: Int64
}

extension Collection<UInt8> {
    /// The bytes in hexadecimal digits, as operators see links and ids.
    package var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// Signs the newest head of the chain.
package struct SignAuditHead: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Returns the head, and its signed form as one line of text.
    /// - Throws: `ManagerError` where no event was linked yet.
    package func callAsFunction() throws -> SignedDocument<AuditHead> {
        guard let last = try context.database.read({ try $0.auditChain.state() })?.last, last.position > 0 else {
            throw ManagerError(
                .auditChainEmpty, "No event was linked yet: start the manager, and wait for some minutes.")
        }
        return try context.sign(last, at: context.clock.now())
    }
}

extension Context {
    /// Signs an end of the chain.
    func sign(_ end: AuditChainEnd, at now: Timestamp) throws -> SignedDocument<AuditHead> {
        let head = AuditHead(
            issuer: issuer.description, position: end.position, link: end.link,
            eventAt: TimeOrderedID.moment(of: end.auditID.bytes).seconds, signedAt: now.seconds)
        return try SignedDocument(head, type: .auditHead, with: keys.online)
    }

    /// Reads a head that this manager has signed, with its present online key or a former one; nil for any other text.
    func auditHead(_ text: String) throws -> AuditHead? {
        let documents = try self.keys.documents(after: 0).compactMap { try? SignedKeyMaterial(parsing: $0) }
        // Rows that do not verify each other were written by hand: then only the present key is certain.
        let chain = try? KeyMaterialChain(trusting: documents)
        let keys = (chain?.documents ?? [self.keys.material]).map(\.material.onlineKey)
        let head = SignedDocument<AuditHead>(text, type: .auditHead, by: keys)?.payload
        return head?.issuer == issuer.description ? head : nil
    }
}
