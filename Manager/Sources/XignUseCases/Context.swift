import Threads
import XignDomain
import XignProtocol
import XignStorage

/// The dependencies of every use case: the manager's identity, database, keys, settings and clock.
///
/// Any number of processes may have a context of the same database. Safe to use from any thread. The database holds
/// everything that outlives a request; keys, the operator's profile and the features of the services are cached until
/// the database says that they have changed.
package final class Context: Sendable {
    package let issuer: ManagerOrigin
    /// The origin of links that open an authenticator app.
    package let appLinkOrigin: ManagerOrigin
    /// All origins of such links that devices accept: those of the signed key material.
    package let appLinkOrigins: [ManagerOrigin]
    /// The origin of the pages on which people join: that of the account pages.
    package let joinOrigin: ManagerOrigin
    package let database: any Database
    package let keys: KeyRing
    package let clock: Clock
    /// The configuration's part of the operator's profile.
    package let installation: OperatorProfile.Installation
    let activationPINStretching: ActivationPINProof.Stretching
    private let profileCache = NoticedCache<OperatorProfile>()
    /// A cache apart from that of the profile: a service that cannot be read must not take the profile from the pages.
    private let featuresCache = NoticedCache<ProviderFeatures>()
    private let processObservers = Locked<[@Sendable (ProcessChange) -> Void]>([])

    /// Brings the schema up to date and reads the keys.
    ///
    /// - Parameters:
    ///   - database: opened with the vault of the manager's key-encryption key.
    ///   - installation: the configuration's part of the operator's profile.
    ///   - joinOrigin: the origin of the account pages; nil for the issuer's.
    ///   - activationPINStretching: of the activations that this process issues.
    /// - Throws: `ManagerError` for a database that was never initialized, or that belongs to another key-encryption
    ///   key or issuer; `StorageError`.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock,
        installation: OperatorProfile.Installation = OperatorProfile.Installation(), joinOrigin: ManagerOrigin? = nil,
        activationPINStretching: ActivationPINProof.Stretching = .standard
    ) throws {
        try database.migrate(Schema.migrations)
        try Initialization.check(database: database, issuer: issuer)
        self.database = database
        self.issuer = issuer
        self.clock = clock
        self.installation = installation
        self.joinOrigin = joinOrigin ?? issuer
        self.activationPINStretching = activationPINStretching
        keys = try KeyRing(database: database)
        appLinkOrigins = keys.material.material.appLinkOrigins
        appLinkOrigin = appLinkOrigins.first ?? issuer
        let (topic, processTopic) = (Settings.topic.description, ProcessNotice.topic.description)
        database.observe { [profileCache, featuresCache, keys, processObservers, vault = database.vault] notice in
            var change: ProcessChange?
            switch notice {
            case .message(processTopic, let payload):
                change = ProcessNotice(payload: payload).map { .changed($0.id, to: $0.news) }
            case .message(topic, _), .reconnected, .changedElsewhere:
                profileCache.invalidate()
                featuresCache.invalidate()
                keys.invalidate()
                vault.invalidate()
                if case .message = notice { break }
                change = .unknown
            case .message: break
            }
            guard let change else { return }
            for observer in processObservers.withLock({ $0 }) { observer(change) }
        }
    }

    /// Drops the cached profile and features after a change by this process, of which PostgreSQL gives notice a moment
    /// later.
    func forgetSettings() {
        profileCache.invalidate()
        featuresCache.invalidate()
    }

    /// Returns the operator's profile, cached until the database gives notice of a change: for texts, which judge
    /// nothing.
    package func operatorProfile() throws -> OperatorProfile {
        try profileCache.value { try database.read { try $0.declared.operatorProfile() } }
    }

    /// The operator's profile if it is cached: for threads that must not wait for the database.
    package var cachedOperatorProfile: OperatorProfile? { profileCache.cached }

    /// Returns the features that services use, cached until the database gives notice of a change.
    package func providerFeatures() throws -> ProviderFeatures {
        try featuresCache.value {
            try database.read { transaction in
                let policy = try transaction.declared.policy()
                let registration = policy.registration
                return ProviderFeatures(
                    of: try transaction.services.readable(), attributes: policy.attributes,
                    registration: registration.isOpen && !registration.memberships.isEmpty
                        && installation.registrationAddress != nil)
            }
        }
    }

    /// Returns the address of the page on which people register on the way to a service; nil where they cannot: the
    /// page is not served, the service is switched off, or nobody becomes a member of its organization.
    package func registrationAddress(for declared: DeclaredService) -> String? {
        declared.service.isActive && declared.policy.registration.makesMembers(of: declared.organization)
            ? installation.registrationAddress : nil
    }

    /// The secrets that claim a process, for its login page and for `start` (protocol, section 6).
    package func secrets(of process: SessionID) -> SessionSecrets {
        SessionSecrets(managerSecret: database.vault.managerSecret, session: process)
    }

    /// The `sid` of the ID tokens of a login.
    package func logoutSessionID(of process: SessionID) -> LogoutSessionID {
        LogoutSessionID(of: process, managerSecret: keys.logoutSecret)
    }

    /// The nonces of proofs of possession (RFC 9449, section 8).
    package var proofNonce: ProofNonce {
        ProofNonce(managerSecret: database.vault.managerSecret, at: clock.now())
    }

    /// The secret with which an app claims a process that it began through its own Keycloak (protocol, section 8).
    package func inAppSecret(of process: SessionID) -> SecretOctets {
        InAppAnswer.secret(of: process, managerSecret: database.vault.managerSecret)
    }

    /// Calls `observer` for each change of a process, on a thread of the database: it must be quick and must not call
    /// the database.
    package func observeProcesses(_ observer: @escaping @Sendable (ProcessChange) -> Void) {
        processObservers.withLock { $0.append(observer) }
    }
}

/// A change of a process that a transaction has committed.
package enum ProcessChange: Sendable {
    /// - Parameter to: nil where the process has to be read.
    case changed(SessionID, to: ProcessNews?)
    /// Notices may have been lost: any process may have changed.
    case unknown
}
