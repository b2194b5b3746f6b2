import Logging
import Threads
import XignAdmission
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// One identity provider: what all its parts share. Any number of them may run on one database.
///
/// Safe to use from any thread. Everything that outlives a request stands in the database; what is kept here are copies of what
/// rarely changes, dropped as soon as the database says that it did.
package final class Manager: Sendable {
    package let issuer: ManagerOrigin
    /// Where links that open an app lead.
    package let appLinkOrigin: ManagerOrigin
    package let database: any Database
    package let keys: KeyRing
    package let clock: Clock
    package let log: Log
    /// Whom it answers, and whom it asks to wait.
    package let admission: Admission
    /// To be looked at; decisions are made on what a transaction reads.
    package let services: ServiceCopies
    private let policyCopy = Locked(PolicyCopy())

    /// Brings the schema up to date and reads the keys.
    /// - Throws: `ManagerError` where the database was never initialized or belongs to another key-encryption key or issuer;
    ///   `StorageError`.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock, log: Log, limits: Limits = Limits()
    ) throws {
        try database.migrate(Schema.migrations)
        try Initialization.check(database: database, issuer: issuer)
        self.database = database
        self.issuer = issuer
        self.clock = clock
        self.log = log
        admission = Admission(limits, clock: clock, log: log)
        keys = try KeyRing(database: database)
        appLinkOrigin = keys.material.material.appLinkOrigins.first ?? issuer
        services = ServiceCopies(database)
        let (policyTopic, serviceTopic) = (Settings.topic.description, Services.topic.description)
        let sessionTopic = LoginSessionNotice.topic.description
        database.observe { [policyCopy, keys, services, unfinished = admission.unfinishedLogins] notice in
            switch notice {
            case .message(policyTopic, _), .reconnected, .changedElsewhere:
                policyCopy.withLock { $0 = PolicyCopy(generation: $0.generation + 1) }
                keys.invalidate()
                services.drop()
            case .message(serviceTopic, _): services.drop()
            case .message(sessionTopic, let payload):
                if let notice = LoginSessionNotice(payload: payload), notice.state == .scanned {
                    unfinished.remove(notice.id)
                }
            case .message: break
            }
        }
    }

    package var vault: Vault { database.vault }

    package var idmIdentifier: String { issuer.idmIdentifier }

    /// The rules that operators set, as they are now.
    package func policy() throws -> Policy {
        let copy = policyCopy.withLock { $0 }
        if let policy = copy.policy { return policy }
        let policy = try database.read { try $0.settings.policy() }
        // Good for this once, but not to be kept, if it was said to be outdated meanwhile.
        policyCopy.withLock { if $0.generation == copy.generation { $0.policy = policy } }
        return policy
    }

    private struct PolicyCopy {
        var policy: Policy?
        /// How often it was said to be outdated.
        var generation = 0
    }
}
