/// The reasons why the authenticator goes no further.
package enum AuthenticatorRefusal: String, Sendable, CaseIterable {
    // The manager's, by the names that the protocol gives them (section 3). `lockedOut` has steps of its own, with the
    // time.
    case malformed, notSupported, clientTooOld, securityInsufficient, unauthenticated, activationUnknown
    case accountDisabled, activationInvalid, enrolmentRefused, alreadyPersonalized, sessionEnded, sessionTaken
    case wrongChannel, qrCodeExpired, scanRequired, pairingFailed, otherAccount, notAMember, unmetRequirements
    case roleUnknown, policyChanged, statementMismatch, factorSetMismatch, tooManyCorrections, notAllowed, coolDown
    case factorRefused, mailUnavailable, samePin, grantMismatch, grantExpired, grantSpent, tooManyRequests
    case internalError

    // The authenticator's own.
    case noAnswer, responseInvalid, consentMismatch, keyMaterialInvalid, keyMaterialExpired, encryptionKeyUnknown
    case wrongManager
    case factorUnavailable, storageUnavailable, storageNewer, otherTab
    /// A change was not written: before the manager has activated this browser, or after it.
    case notStored, unfinished
    /// Storage or cryptography of the browser does not answer.
    case browserSilent
    /// The link is not from Xign.
    case notInitializationData
    /// The link was changed on its way.
    case linkIncomplete, linkWrapped, linkExtended, linkEmbedded
    /// The link is from a later version.
    case unsupportedFormat
    /// A page led here with the code of a login that somebody else may have begun.
    case openedByPage
    /// An error that nobody expected.
    case unexpected
}
