import XignDomain
import XignProtocol
import XignStorage

/// The dependencies of every use case: the manager's identity, database, keys, settings and clock.
///
/// Any number of processes may have a context of the same database. Safe to use from any thread. The database holds
/// everything that outlives a request; keys and settings are cached until the database says that they have changed.
package final class Context: Sendable {
    package let issuer: ManagerOrigin
    /// The origin of links that open an authenticator app.
    package let appLinkOrigin: ManagerOrigin
    /// All origins of such links that devices accept: those of the signed key material.
    package let appLinkOrigins: [ManagerOrigin]
    package let database: any Database
    package let keys: KeyRing
    package let clock: Clock
    let activationPINStretching: ActivationPINProof.Stretching
    private let settingsCache = NoticedCache<CachedSettings>()
    /// Apart from the settings, which each login reads: a service that cannot be read must not end the logins of all
    /// others.
    private let featuresCache = NoticedCache<ProviderFeatures>()

    /// Brings the schema up to date and reads the keys.
    ///
    /// - Parameters:
    ///   - database: opened with the vault of the manager's key-encryption key.
    ///   - activationPINStretching: of the activations that this process issues.
    /// - Throws: `ManagerError` for a database that was never initialized, or that belongs to another key-encryption
    ///   key or issuer; `StorageError`.
    package init(
        database: any Database, issuer: ManagerOrigin, clock: Clock,
        activationPINStretching: ActivationPINProof.Stretching = .standard
    ) throws {
        try database.migrate(Schema.migrations)
        try Initialization.check(database: database, issuer: issuer)
        self.database = database
        self.issuer = issuer
        self.clock = clock
        self.activationPINStretching = activationPINStretching
        keys = try KeyRing(database: database)
        appLinkOrigins = keys.material.material.appLinkOrigins
        appLinkOrigin = appLinkOrigins.first ?? issuer
        let topic = Settings.topic.description
        database.observe { [settingsCache, featuresCache, keys, vault = database.vault] notice in
            switch notice {
            case .message(topic, _), .reconnected, .changedElsewhere:
                settingsCache.invalidate()
                featuresCache.invalidate()
                keys.invalidate()
                vault.invalidate()
            case .message: break
            }
        }
    }

    /// Drops the cached settings after a change by this process, of which PostgreSQL gives notice a moment later.
    func forgetSettings() {
        settingsCache.invalidate()
        featuresCache.invalidate()
    }

    /// Returns the operator's policy, cached until the database gives notice of a change.
    package func policy() throws -> Policy { try settings().policy }

    /// Returns the operator's profile, cached until the database gives notice of a change.
    package func operatorProfile() throws -> OperatorProfile { try settings().operatorProfile }

    /// The operator's profile if it is cached: for threads that must not wait for the database.
    package var cachedOperatorProfile: OperatorProfile? { settingsCache.cached?.operatorProfile }

    /// Returns the features that the active services use, cached until the database gives notice of a change.
    package func providerFeatures() throws -> ProviderFeatures {
        try featuresCache.value { ProviderFeatures(of: try database.read { try $0.services.all() }) }
    }

    private func settings() throws -> CachedSettings {
        try settingsCache.value {
            try database.read { transaction in
                CachedSettings(
                    policy: try transaction.settings.policy(),
                    operatorProfile: try transaction.settings.operatorProfile())
            }
        }
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
        let topic = ProcessNotice.topic.description
        database.observe { notice in
            switch notice {
            case .message(topic, let payload):
                if let id = ProcessNotice.process(of: payload) {
                    observer(.changed(id, to: ProcessNotice(payload: payload)?.phase))
                }
            case .message: break
            case .reconnected, .changedElsewhere: observer(.unknown)
            }
        }
    }

    /// A class, so that reading one of the two does not copy both.
    private final class CachedSettings: Sendable {
        let policy: Policy
        let operatorProfile: OperatorProfile

        init(policy: Policy, operatorProfile: OperatorProfile) {
            self.policy = policy
            self.operatorProfile = operatorProfile
        }
    }
}

/// A change of a process that a transaction has committed.
package enum ProcessChange: Sendable {
    /// - Parameter to: the new phase; nil where another version of this program sent a notice in a form of its own.
    case changed(SessionID, to: Phase.Name?)
    /// Notices may have been lost: any process may have changed.
    case unknown
}
