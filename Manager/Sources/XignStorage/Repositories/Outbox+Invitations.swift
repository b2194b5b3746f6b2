import XignCrypto
import XignDomain
import XignProtocol

/// Mails with an invitation to an organization.
extension Outbox {
    /// Adds a mail with the code of a join link. It is composed when it is delivered.
    /// - Returns: false where one of this link waits already: it will have the link's present end.
    package func append(invitationBy link: JoinLinkID, at now: Timestamp) throws -> Bool {
        let name = Array("xign/1 invitation mail \(link)".utf8)
        return try append(
            .invitationMail, id: Array(SHA256.hash(data: name).prefix(16)), at: now,
            InvitationMailPayload(link: link))
    }
}

/// The invitation of a mail. Code and address stay with the join link.
package struct InvitationMailPayload: Codable, Sendable, Equatable {
    package let link: JoinLinkID
}
