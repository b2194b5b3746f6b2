import XignProtocol

/// An authentication process: a user is asked to confirm something with a device.
///
///                        <--------start---------
///     waiting --start--> claimed --prepare--> confirming --finish--> confirmed --continue--> collected
///        |                  |                     |                      |
///        |                  +-abort, wrong digits-+--> declined          |
///        +------------------+------- time --------+----------------------+--> expired
///
/// `start` and `prepare` may come again from the same device; a `finish` with a wrong factor renews the statement.
/// Every arrow is a method that returns a `Transition`, which the repository persists.
public struct Process: Sendable, Equatable {
    public let id: SessionID
    public let goal: Goal
    public let binding: Binding
    public let createdAt: Timestamp
    /// Fixed when the process is created, except that a link turns `crossDevice` into `sameDevice`, permanently.
    public internal(set) var channel: Channel
    public internal(set) var phase: Phase
    /// Nil where the process needs no pairing, and after its end.
    public internal(set) var pairing: Pairing?
    public internal(set) var expiresAt: Timestamp
    /// The end of the access that a website asks for and that continues without the person, fixed at the first `start`;
    /// nil where it asks for none, or may not have any (protocol, section 9).
    public internal(set) var offlineUntil: Timestamp?
    /// The number of times that the device submitted attributes that were not acceptable.
    public let corrections: Int

    public init(
        id: SessionID, goal: Goal, binding: Binding = .anyDevice, channel: Channel, phase: Phase = .waiting,
        pairing: Pairing? = nil, createdAt: Timestamp, expiresAt: Timestamp, offlineUntil: Timestamp? = nil,
        corrections: Int = 0
    ) {
        self.id = id
        self.goal = goal
        self.binding = binding
        self.channel = channel
        self.phase = phase
        self.pairing = pairing
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.offlineUntil = offlineUntil
        self.corrections = corrections
    }

    /// A utility process that its device begins, and that no other device can claim.
    /// - Parameter claimHash: the hash of the token with which the device claims it.
    public static func utility(
        _ utility: Goal.Utility, boundTo activation: ActivationID, claimHash: BearerHash, at now: Timestamp
    ) -> Process {
        Process(
            id: .random(), goal: .utility(utility), binding: .device(activation, claimHash: claimHash), channel: .api,
            createdAt: now, expiresAt: now + boundSeconds)
    }

    /// A login in the service's own app, which a device begins, and that no other device can claim.
    /// - Parameter claimHash: the hash of the token with which the device claims it.
    public static func inApp(
        _ requirements: LoginRequirements, at service: Service, boundTo activation: ActivationID,
        claimHash: BearerHash, at now: Timestamp
    ) -> Process {
        Process(
            id: .random(),
            goal: .inApp(
                Goal.Login(serviceID: service.id, origin: Consent.originOfApps, requirements: requirements)),
            binding: .device(activation, claimHash: claimHash), channel: .inApp, createdAt: now,
            expiresAt: now + boundSeconds)
    }

    // MARK: Limits

    /// The life in seconds of a process that a device begins; lockouts that are waited out prolong it up to
    /// `maximumSeconds`.
    public static let boundSeconds: Int64 = 300

    /// The number of open processes that may be bound to an activation from their creation.
    public static let maximumOpenBound = 5

    /// The longest life of a process in seconds, whatever lockouts are waited out in it (ASVS 6.5.5).
    public static let maximumSeconds: Int64 = 600

    /// The time in seconds for which a confirmed process waits for its browser.
    public static let collectionSeconds: Int64 = 60

    /// The time in seconds for which an unclaimed process is kept after its end, for a page that still shows it.
    /// Anybody can begin processes.
    public static let unclaimedRetentionSeconds: Int64 = 300

    /// The number of codes that a browser gets for one login, by a double click or after an answer that was lost. Each
    /// makes the one before it void.
    public static let maximumCodes = 5

    /// The number of times that a person may correct attributes in one process.
    public static let maximumCorrections = 5

    /// The moment at which the process ends at the latest.
    public var lastMoment: Timestamp { createdAt + Self.maximumSeconds }

    // MARK: State

    /// The phase with the clock taken into account: an open or confirmed process past its time is expired, whatever is
    /// stored. A process from the future, created before the clock was set back, is expired too.
    public func phase(at now: Timestamp) -> Phase {
        switch phase {
        case .waiting, .claimed, .confirming, .confirmed:
            now < expiresAt && createdAt <= now + Timestamp.clockTolerance
                ? phase : .expired(claim, returnHash: returnHash)
        case .declined, .collected, .expired: phase
        }
    }

    /// The claim of the device that the process is bound to; nil before `start`.
    public var claim: Claim? {
        switch phase {
        case .waiting: nil
        case .claimed(let claim), .confirming(let claim, _), .declined(let claim, _): claim
        case .confirmed(let confirmation), .collected(let confirmation, _): confirmation.claim
        case .expired(let claim, _): claim
        }
    }

    /// True if no other device has claimed the process, and it is bound to none.
    public func isOpen(to activation: ActivationID) -> Bool {
        binding.admits(activation) && (claim.map { $0.activationID == activation } ?? true)
    }

    /// The hash of the secret that an app returns; nil unless the process was confirmed with app and browser on one
    /// device.
    public var returnHash: BearerHash? {
        switch phase {
        case .confirmed(let confirmation), .collected(let confirmation, _): confirmation.returnHash
        case .expired(_, let returnHash): returnHash
        case .waiting, .claimed, .confirming, .declined: nil
        }
    }

    /// True where the browser must bring back a secret from the app before it gets a result: its cookie alone would let
    /// somebody who sent a link to the user collect the user's login (protocol, section 6).
    public var needsReturnSecret: Bool {
        switch (goal, channel) {
        case (.website, .sameDevice), (.pages, .sameDevice), (.act, .sameDevice), (.website, .inApp): true
        case (.website, _), (.pages, _), (.act, _), (.inApp, _), (.utility, _): false
        }
    }

    /// Returns true if the browser has brought back the secret that it needs, or needs none.
    public func isReturned(with secret: SecretOctets?) -> Bool {
        guard needsReturnSecret else { return true }
        return secret.map { returnHash == BearerHash(of: $0) } ?? false
    }

    /// The subject that the statement names. The login of an app through a website, its Keycloak, is a login in the app
    /// (protocol, section 8).
    public var subject: ConsentSubject {
        switch (goal, channel) {
        case (.website, .inApp), (.inApp, _): .inAppLogin(offlineUntil: offlineUntil?.seconds)
        case (.website, _), (.pages, _): .login(offlineUntil: offlineUntil?.seconds)
        case (.act(let requested), _): .transaction(requested.text)
        case (.utility(let utility), _): .utility(utility.subject)
        }
    }

    /// The service that the process is for: a declared one, or a built-in one.
    public var serviceID: ServiceID { goal.login?.serviceID ?? BuiltInParties.serviceID(of: goal.surface) }
}
