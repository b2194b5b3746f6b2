import XignDomain
import XignStorage

extension Context {
    /// Lists the active services that demand a verified mail address and take one that the person has verified, a
    /// sentence each; none where the manager has no mail server, since people cannot verify theirs then.
    package func demandsOfVerifiedMail() throws -> [String] {
        guard installation.sendsMail else { return [] }
        return try database.read { try $0.services.all() }
            .filter { service in
                service.isActive && service.attributes.contains { $0.name == .email && $0.verification == .any }
            }
            .map {
                "service \($0.name): attributes: it takes mail addresses that people have verified themselves by a "
                    + "mailed code: somebody reads the mailbox, perhaps a shared one. Declare `verified: operator` if an "
                    + "operator must vouch for them"
            }
    }
}
