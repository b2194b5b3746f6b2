/// A topic by which operators filter the audit log. Each event has exactly one.
public enum AuditTopic: String, Sendable, CaseIterable, Codable {
    /// Logins at websites, and visits of the manager's own pages.
    case logins
    case devices
    /// Accounts, their data and their websites.
    case accounts
    /// Grants, acts that two administrators confirm, exports of the log, and the ends of its chain.
    case administration
    case configuration
    /// Refusals, and signs of an attack.
    case security
    /// Steps of an event that has an entry of its own: the codes of a login, and the confirmation of an act.
    case steps
}

extension AuditEvent {
    /// The topic under which operators find the event.
    public var topic: AuditTopic {
        switch kind {
        // A confirmation at the manager's own services is followed by the act, or by the beginning of the session.
        case .loginConfirmed: BuiltInParties.contains(serviceID) ? .steps : .logins
        case .loginDeclined, .sessionBegun, .sessionEnded, .loginRemembered, .rememberedLoginUsed,
            .rememberedLoginEnded:
            .logins
        case .activationIssued, .activationVoided, .activationAlreadyUsed, .activationPersonalized,
            .activationRevoked, .activationRenamed, .activationMerged, .pinChanged, .factorAdded, .deviceLocked,
            .deviceUnlocked, .recoveryIssued:
            .devices
        case .accountCreated, .accountEnabled, .accountDisabled, .accountRemoved, .accountExported,
            .attributesChanged, .membershipAdded, .websiteWithdrawn, .lastingAccessEnded, .invitationExpired:
            .accounts
        case .grantGiven, .grantWithdrawn, .actRequested, .actWithdrawn, .actApproved, .actExpired, .auditExported,
            .auditShortened, .auditChainReplaced:
            .administration
        case .managerInitialized, .configurationApplied, .serviceSecretChanged, .encryptionKeysRotated,
            .idTokenKeysRotated, .idTokenKeysReplaced, .keyMaterialEpochBegun, .keyEncryptionKeyReplaced,
            .keyEncryptionKeyRetired, .databaseRestored:
            .configuration
        case .clientRefused, .activationPINWrong, .activationRefused, .activationLocked, .sessionTaken, .loginRefused,
            .loginDisowned, .loginDisownedLater, .correctionsExhausted, .pairingFailed, .codeRefused, .codeReused,
            .refreshRefused, .refreshTokenReused, .utilityRefused, .actRefused:
            .security
        case .codeIssued, .codeRedeemed, .tokensRefreshed, .tokenRevoked: .steps
        }
    }
}
