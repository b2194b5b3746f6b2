extension AuditEvent {
    /// The kinds of events. Their names are stored and exported, so they never change.
    public enum Kind: String, Sendable, CaseIterable {
        // The operator and the manager itself
        case managerInitialized, configurationApplied, serviceSecretChanged, clientRefused, encryptionKeysRotated
        /// Keys of ID tokens were published, retired or forgotten in their turn, or replaced in an emergency.
        case idTokenKeysRotated, idTokenKeysReplaced
        /// The root keys have signed key material with another online key.
        case keyMaterialEpochBegun
        /// The next key-encryption key begins to seal values; the former one opens no value of the database.
        case keyEncryptionKeyReplaced, keyEncryptionKeyRetired
        case auditExported
        /// Housekeeping has removed events past their retention.
        case auditShortened
        /// The chain of the log begins anew, with another key.
        case auditChainReplaced
        /// A backup has taken the place of the database. Later events of the former one are not in the log.
        case databaseRestored
        /// The rows of the former database are in this one. Nothing has ended.
        case databaseMoved

        // Logins
        case sessionTaken, loginConfirmed, loginRefused
        /// The digits of a pairing were wrong or missing, and the process has ended.
        case pairingFailed
        case loginDeclined, loginDisowned, loginDisownedLater, correctionsExhausted
        case codeIssued, codeRedeemed, codeRefused, codeReused, tokensRefreshed, refreshRefused, tokenRevoked
        /// A refresh token that was replaced was presented again, and the lasting access has ended.
        case refreshTokenReused
        /// A browser remembers a login; it has repeated one; the person has ended one.
        case loginRemembered, rememberedLoginUsed, rememberedLoginEnded
        /// A browser has begun a shared login; a website has used it; a person or a code that came twice has ended it.
        case sharedLoginBegun, sharedLoginUsed, sharedLoginEnded
        case sessionBegun, sessionEnded

        // Devices
        case activationIssued, activationPINWrong, activationVoided, activationAlreadyUsed, activationRefused
        case activationPersonalized, activationRevoked, activationLocked, activationRenamed, activationMerged
        case pinChanged, factorAdded, deviceLocked, deviceStopped, utilityRefused
        /// Recoveries of accounts by their persons.
        case recoveryCodeChanged, recoveryBegun, recoveryStopped, recoveryCompleted
        /// Once a day for each reason.
        case recoveryRefused

        // Accounts
        case accountCreated, accountEnabled, accountDisabled, accountExported, accountRemoved
        case attributesChanged, addressVerified, addressRemoved, membershipAdded, websiteWithdrawn, lastingAccessEnded
        /// A person was put into groups of an organization, or taken out: see `AuditedGroups`.
        case groupsChanged
        /// The name of a person's account at a service was given, changed or taken: see `AuditedAccountName`.
        case accountNameChanged
        /// Housekeeping has removed the account of an invitation that nobody has accepted.
        case invitationExpired
        /// A device has used up a place of a join link, or the open registration has made its account.
        case accountJoined
        case joinLinkMade, joinLinkWithdrawn

        // Acts of administrators
        case deviceUnlocked, recoveryIssued, grantGiven, grantWithdrawn
        /// A login at a website, with all that the website had of it.
        case loginEnded
        /// An act that waits for a second administrator, ended without an effect, or was refused.
        case actRequested, actWithdrawn, actRefused
        /// The second one, or the machine, has confirmed such an act. The event of its effect is the first one's.
        case actApproved
        /// No second administrator has confirmed in time.
        case actExpired
    }
}

/// The definition of a kind of audit events.
public struct AuditDefinition: Sendable {
    /// The party that acts where no operator does.
    public let usualActor: Actor
    /// The topic under which operators find the event: see `AuditEvent.topic`.
    public let topic: AuditTopic
    /// The topic under which a person finds the event: see `AuditEvent.historyTopic`.
    public let historyTopic: HistoryTopic?
    /// The effect that the event has on a restored database which lacks it.
    public let replay: Replay

    init(_ usualActor: Actor, _ topic: AuditTopic, history: HistoryTopic?, replay: Replay) {
        self.usualActor = usualActor
        self.topic = topic
        historyTopic = history
        self.replay = replay
    }
}

extension AuditEvent.Kind {
    /// The catalogue: all kinds, one line each. Their sentences are in `EnglishEvents` and `GermanEvents`.
    public var definition: AuditDefinition {
        switch self {
        // The operator and the manager itself
        case .managerInitialized: .init(.manager, .configuration, history: nil, replay: .none)
        case .configurationApplied: .init(.manager, .configuration, history: nil, replay: .lost(.declarations))
        case .serviceSecretChanged: .init(.manager, .configuration, history: nil, replay: .lost(.secrets))
        case .clientRefused: .init(.website, .security, history: nil, replay: .none)
        case .encryptionKeysRotated: .init(.manager, .configuration, history: nil, replay: .none)
        case .idTokenKeysRotated: .init(.manager, .configuration, history: nil, replay: .none)
        case .idTokenKeysReplaced: .init(.manager, .configuration, history: nil, replay: .repeated(.keys))
        case .keyMaterialEpochBegun: .init(.manager, .configuration, history: nil, replay: .lost(.keyMaterial))
        case .keyEncryptionKeyReplaced: .init(.manager, .configuration, history: nil, replay: .lost(.keyEncryptionKey))
        case .keyEncryptionKeyRetired: .init(.manager, .configuration, history: nil, replay: .lost(.keyEncryptionKey))
        case .auditExported: .init(.person, .administration, history: nil, replay: .none)
        case .auditShortened: .init(.manager, .administration, history: nil, replay: .none)
        case .auditChainReplaced: .init(.manager, .administration, history: nil, replay: .lost(.auditChain))
        case .databaseRestored: .init(.manager, .configuration, history: nil, replay: .none)
        case .databaseMoved: .init(.manager, .configuration, history: nil, replay: .none)
        // Logins
        case .sessionTaken: .init(.person, .security, history: nil, replay: .none)
        case .loginConfirmed: .init(.person, .logins, history: .logins, replay: .repeated(.guesses))
        case .loginRefused: .init(.person, .security, history: .logins, replay: .repeated(.guesses))
        case .pairingFailed: .init(.person, .security, history: .logins, replay: .none)
        case .loginDeclined: .init(.person, .logins, history: .logins, replay: .none)
        case .loginDisowned: .init(.person, .security, history: .logins, replay: .none)
        case .loginDisownedLater: .init(.person, .security, history: .logins, replay: .none)
        case .correctionsExhausted: .init(.person, .security, history: nil, replay: .none)
        case .codeIssued: .init(.person, .steps, history: nil, replay: .none)
        case .codeRedeemed: .init(.website, .steps, history: nil, replay: .none)
        case .codeRefused: .init(.website, .security, history: nil, replay: .none)
        case .codeReused: .init(.website, .security, history: .logins, replay: .none)
        case .tokensRefreshed: .init(.website, .steps, history: nil, replay: .none)
        case .refreshRefused: .init(.website, .security, history: nil, replay: .none)
        case .tokenRevoked: .init(.website, .steps, history: nil, replay: .none)
        case .refreshTokenReused: .init(.website, .security, history: .logins, replay: .none)
        case .loginRemembered: .init(.person, .logins, history: .logins, replay: .none)
        case .rememberedLoginUsed: .init(.person, .logins, history: nil, replay: .none)
        case .rememberedLoginEnded: .init(.person, .logins, history: .logins, replay: .none)
        case .sharedLoginBegun: .init(.person, .logins, history: .logins, replay: .none)
        case .sharedLoginUsed: .init(.person, .logins, history: nil, replay: .none)
        case .sharedLoginEnded: .init(.person, .logins, history: .logins, replay: .none)
        case .sessionBegun: .init(.person, .logins, history: .logins, replay: .none)
        case .sessionEnded: .init(.person, .logins, history: .logins, replay: .none)
        // Devices
        case .activationIssued: .init(.person, .devices, history: .devices, replay: .none)
        case .activationPINWrong: .init(.person, .security, history: .devices, replay: .none)
        case .activationVoided: .init(.person, .devices, history: .devices, replay: .none)
        case .activationAlreadyUsed: .init(.person, .devices, history: .devices, replay: .none)
        case .activationRefused: .init(.person, .security, history: .devices, replay: .none)
        case .activationPersonalized: .init(.person, .devices, history: .devices, replay: .lost(.devices))
        case .activationRevoked: .init(.person, .devices, history: .devices, replay: .repeated(.removals))
        case .activationLocked: .init(.person, .security, history: .devices, replay: .repeated(.locks))
        case .activationRenamed: .init(.person, .devices, history: .devices, replay: .none)
        case .activationMerged: .init(.person, .devices, history: .devices, replay: .lost(.devices))
        case .pinChanged: .init(.person, .devices, history: .devices, replay: .repeated(.removals))
        case .factorAdded: .init(.person, .devices, history: .devices, replay: .lost(.entries))
        case .deviceLocked: .init(.person, .devices, history: .devices, replay: .repeated(.locks))
        case .deviceStopped: .init(.person, .devices, history: .devices, replay: .repeated(.locks))
        case .utilityRefused: .init(.person, .security, history: .devices, replay: .none)
        case .recoveryCodeChanged: .init(.person, .devices, history: .devices, replay: .repeated(.recoveryCodes))
        case .recoveryBegun: .init(.person, .security, history: .devices, replay: .none)
        case .recoveryStopped: .init(.person, .security, history: .devices, replay: .none)
        case .recoveryCompleted: .init(.person, .security, history: .devices, replay: .repeated(.recoveryCodes))
        case .recoveryRefused: .init(.person, .security, history: .devices, replay: .none)
        // Accounts
        case .accountCreated: .init(.person, .accounts, history: .account, replay: .lost(.users))
        case .accountEnabled: .init(.person, .accounts, history: .account, replay: .repeated(.disabling))
        case .accountDisabled: .init(.person, .accounts, history: .account, replay: .repeated(.disabling))
        case .accountExported: .init(.person, .accounts, history: .account, replay: .none)
        case .accountRemoved: .init(.person, .accounts, history: nil, replay: .repeated(.accounts))
        case .attributesChanged: .init(.person, .accounts, history: .account, replay: .lost(.values))
        case .addressVerified: .init(.person, .accounts, history: .account, replay: .lost(.values))
        case .addressRemoved: .init(.person, .accounts, history: .account, replay: .lost(.values))
        case .membershipAdded: .init(.person, .accounts, history: .account, replay: .lost(.entries))
        case .groupsChanged: .init(.person, .accounts, history: .account, replay: .repeated(.groups))
        case .accountNameChanged: .init(.person, .accounts, history: .account, replay: .repeated(.accountNames))
        case .websiteWithdrawn: .init(.person, .accounts, history: .account, replay: .repeated(.withdrawals))
        case .lastingAccessEnded: .init(.person, .accounts, history: .account, replay: .none)
        case .invitationExpired: .init(.manager, .accounts, history: nil, replay: .none)
        case .accountJoined: .init(.person, .accounts, history: nil, replay: .repeated(.joins))
        case .joinLinkMade: .init(.manager, .administration, history: nil, replay: .lost(.joinLinks))
        case .joinLinkWithdrawn: .init(.manager, .administration, history: nil, replay: .repeated(.joins))
        // Acts of administrators
        case .deviceUnlocked: .init(.person, .devices, history: .devices, replay: .repeated(.locks))
        case .recoveryIssued: .init(.person, .devices, history: .devices, replay: .lost(.devices))
        // Nothing of a login outlives a restoration.
        case .loginEnded: .init(.person, .logins, history: .logins, replay: .none)
        case .grantGiven: .init(.person, .administration, history: .account, replay: .repeated(.grants))
        case .grantWithdrawn: .init(.person, .administration, history: .account, replay: .repeated(.grants))
        case .actRequested: .init(.person, .administration, history: nil, replay: .none)
        case .actWithdrawn: .init(.person, .administration, history: nil, replay: .none)
        case .actRefused: .init(.person, .security, history: nil, replay: .none)
        case .actApproved: .init(.person, .administration, history: nil, replay: .none)
        case .actExpired: .init(.manager, .administration, history: nil, replay: .none)
        }
    }
}
