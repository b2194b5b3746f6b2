import Threads
import XignDomain

/// The operator's policy and profile, as one transaction has read them. A class, so that reading one of the two does
/// not copy both.
final class DeclaredSettings: Sendable {
    let policy: Policy
    let operatorProfile: OperatorProfile

    init(policy: Policy, operatorProfile: OperatorProfile) {
        self.policy = policy
        self.operatorProfile = operatorProfile
    }
}

/// The declared things that transactions of one database have read, kept under the token that the same transaction has
/// read.
///
/// Each change of a declared thing replaces the token, in the transaction that makes the change. So what was read with
/// a token is what every other transaction reads that sees this token, on any number of managers: no right is judged by
/// an outdated declaration. Tokens are random: one that was rolled back never comes again. A restored token comes with
/// the content that it had.
///
/// Safe to use from any thread.
package final class DeclarationCache: Sendable {
    /// The largest number of services that are kept.
    private static let maximumCount = 1_000

    private struct Content {
        let token: String
        var services: [ServiceID: DeclaredService] = [:]
        var settings: DeclaredSettings?
    }

    private let content = Locked<Content?>(nil)

    init() {}

    func service(_ id: ServiceID, under token: String) -> DeclaredService? {
        content.withLock { $0?.token == token ? $0?.services[id] : nil }
    }

    func settings(under token: String) -> DeclaredSettings? {
        content.withLock { $0?.token == token ? $0?.settings : nil }
    }

    func keep(_ service: DeclaredService, under token: String) {
        content.withLock { content in
            if content?.token != token || content?.services.count == Self.maximumCount {
                content = Content(token: token, settings: content?.token == token ? content?.settings : nil)
            }
            content?.services[service.service.id] = service
        }
    }

    func keep(_ settings: DeclaredSettings, under token: String) {
        content.withLock { content in
            if content?.token != token { content = Content(token: token) }
            content?.settings = settings
        }
    }
}
