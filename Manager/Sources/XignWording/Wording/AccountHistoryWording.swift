/// The history of an account, and what happened since the last visit.
package protocol AccountHistoryWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var empty: String { get }
    /// An upgraded manager still sorts the events of former years.
    var incomplete: String { get }
    /// The name of the filter for screen readers.
    var filter: String { get }
    func filter(_ filter: HistoryFilter) -> String
    /// - Parameters:
    ///   - device: the name of the device concerned.
    ///   - website: the name of the website concerned.
    func sentence(_ kind: HistoryKind, device: String, website: String) -> Phrase
    var byOperator: String { get }
    func network(_ network: String) -> Phrase
    /// A website that is gone, or the account pages.
    var ownPages: String { get }
    var notMe: String { get }
    var disowned: String { get }

    // "This was not me"
    var disownTitle: String { get }
    func disownQuestion(_ website: String) -> Phrase
    var login: String { get }
    var device: String { get }
    var disownEffects: [String] { get }
    var disownLimit: String { get }
    var disown: String { get }
    var disownedTitle: String { get }
    func disownedExplanation(_ device: String) -> Phrase
    var lock: String { get }
    var lockExplanation: String { get }
    var lookAtDevices: String { get }

    // Notices
    var noticesTitle: String { get }
    func notice(_ kind: NoticeKind, device: String) -> Phrase
    var noticesAdvice: String { get }
}

/// The parts of the history that a person can look at alone.
package enum HistoryFilter: String, Sendable, Equatable, CaseIterable { case all, logins, devices, account }

/// The events that a history tells, by the names of the audit log. A wrong PIN and the sessions of the
/// console have none of their own there.
package enum HistoryKind: String, Sendable, Equatable, CaseIterable {
    case loginConfirmed, loginRefused, wrongPIN, pairingFailed, loginDeclined, loginDisowned, loginDisownedLater,
        codeReused, refreshTokenReused
    case loginRemembered, rememberedLoginEnded
    case sessionBegun, sessionEnded, consoleSessionBegun, consoleSessionEnded
    case activationIssued, activationPINWrong, activationVoided, activationAlreadyUsed, activationRefused
    case activationPersonalized, activationRevoked, activationLocked, activationRenamed, activationMerged
    case pinChanged, factorAdded, deviceLocked, utilityRefused
    case accountCreated, accountEnabled, accountDisabled, accountExported, attributesChanged, membershipAdded
    case websiteWithdrawn, lastingAccessEnded, deviceUnlocked, recoveryIssued, grantGiven, grantWithdrawn
}

/// The notices of an account, by the names of the protocol.
package enum NoticeKind: String, Sendable, Equatable, CaseIterable {
    case pinChanged, factorAdded, activationIssued, activationPersonalized, activationRenamed, activationRevoked
    case activationLocked, membershipAdded, accountDisabled, accountEnabled, attributesChanged, loginDisowned
    case deviceLocked, accountExported, deviceUnlocked, recoveryIssued, grantChanged
}
