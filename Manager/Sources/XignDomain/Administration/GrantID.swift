import XignCrypto
import XignProtocol

/// The kind of `GrantID`.
public enum GrantKind {}

/// The identifier of an account among the administrators of one organization.
///
/// It stands beside the user name: in the list of the organization, in its addresses, and in the sentences that name
/// somebody there. The public id of the account would tell more than its organization may know.
public typealias GrantID = Identifier<GrantKind>

extension AdministratorGrant {
    /// The first 16 bytes of SHA-256("xign/1 grant id" || public id || organization id). Nothing is stored for it, and
    /// an account that gets no grant has one, too.
    public static func id(of account: PublicAccountID, in organization: OrganizationID) -> GrantID {
        let digest = SHA256.hash(data: Array("xign/1 grant id".utf8) + account.bytes + Array(organization.text.utf8))
        // Proof: the prefix has the 16 bytes that an identifier takes.
        return GrantID(Array(digest).prefix(GrantID.byteCount))!
    }
}
