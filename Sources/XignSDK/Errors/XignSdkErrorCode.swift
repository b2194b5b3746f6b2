/// A stable code for an error of a flow, to match on.
///
/// New codes may be added, so a `switch` needs a `default`. The documentation of each code says what to do.
///
/// Source: XignSys SDK documentation, "Error handling"; the codes of the manager's refusals: `docs/protocol.md`,
/// section 3, "Errors".
public struct XignSdkErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name, used in logs.
    public let rawValue: String

    /// Makes a code from its name; unknown names are allowed.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name, for logs.
    public var description: String { rawValue }

    // MARK: Always possible

    /// An error without a code of its own. The cause is in the error's `underlying`. Report it to us.
    public static let unexpected = Self(rawValue: "unexpected")
    /// The calling task was cancelled. The manager may or may not have received the request.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The SDK was used before ``XignSdk/initialize(_:)``. Initialize it when the app starts.
    public static let notInitialized = Self(rawValue: "notInitialized")
    /// This version of the SDK, the platform or the manager does not offer the function.
    public static let notSupported = Self(rawValue: "notSupported")
    /// The storage location could not be read or written. Check free space, owner and permissions. ``StorageProblem``
    /// in the underlying ``KeyStoreError`` tells frequent reasons apart. Run the same again when there is room:
    /// ``Personalizer/pendingPersonalizations`` has an activation that the manager may have, and nothing is lost.
    public static let storageFailed = Self(rawValue: "storageFailed")
    /// The key store refused or lost a key. If it persists, depersonalize and activate again.
    public static let keyUnavailable = Self(rawValue: "keyUnavailable")

    // MARK: Reaching the manager

    /// The manager could not be reached: no network, name not found, a proxy that refuses, connection lost. The error's
    /// `underlying` is a ``TransportError`` that names the cause. Try again when there is a network.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The certificate of the manager's server is not trusted; no request was sent. Try another network, or tell the
    /// operator. The authority of a private installation is given to `CurlTransport` on Linux. On Apple's systems the
    /// device has to trust it.
    public static let certificateUntrusted = Self(rawValue: "certificateUntrusted")
    /// The manager did not answer in time. Try again.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The answer was an HTTP error outside the sealed channel; see ``XignSdkHttpError/httpStatus``. The `underlying`
    /// is a ``ForeignAnswer`` where the answer is of a kind that no manager gives. Try again later.
    public static let httpError = Self(rawValue: "httpError")
    /// The answer could not be decrypted or parsed: it is not from the pinned manager, or was altered. Do not continue.
    public static let responseInvalid = Self(rawValue: "responseInvalid")
    /// The manager refused the request as malformed. Update the app.
    public static let requestRejected = Self(rawValue: "requestRejected")
    /// The manager limits the rate of requests. Wait a minute, then try again.
    public static let tooManyRequests = Self(rawValue: "tooManyRequests")
    /// The manager had an internal error. Try again later.
    public static let managerFailed = Self(rawValue: "managerFailed")
    /// The manager no longer accepts this version of the SDK. Update the app.
    public static let clientTooOld = Self(rawValue: "clientTooOld")
    /// The manager's key material has expired, and newer material could not be fetched. Check the network, or update
    /// the app.
    public static let keyMaterialExpired = Self(rawValue: "keyMaterialExpired")
    /// The manager does not know the key that it published itself, and has no newer one: an older copy may have taken
    /// the place of its database. Nothing was done, and the activation remains. Try again once, then tell the operator.
    public static let encryptionKeyUnknown = Self(rawValue: "encryptionKeyUnknown")
    /// Fetched key material contradicts the pinned material and was not adopted: another manager answers at the
    /// address, or it was set up anew. Do not continue; ask the operator.
    public static let keyMaterialInvalid = Self(rawValue: "keyMaterialInvalid")

    // MARK: Initialization data

    /// The text is not process initialization data, an App-Link or a Deep-Link. Scan the code again.
    public static let initializationDataInvalid = Self(rawValue: "initializationDataInvalid")
    /// A link is incomplete: what follows its `#` is missing or was cut off. Copy the whole link.
    public static let linkIncomplete = Self(rawValue: "linkIncomplete")
    /// A link was broken into lines. Copy it as one line.
    public static let linkWrapped = Self(rawValue: "linkWrapped")
    /// Something was added at the end of a link or around it, such as a full stop or brackets. Copy the link alone.
    public static let linkExtended = Self(rawValue: "linkExtended")
    /// A link was put into another address, such as that of a network that looks at all links. Copy the link itself, or
    /// scan the code.
    public static let linkEmbedded = Self(rawValue: "linkEmbedded")
    /// A link or pasted text contains the data of a QR code, and the service demands that the code is scanned: the
    /// sender may have begun that process. Show the scanner. The process keeps waiting.
    public static let scanRequired = Self(rawValue: "scanRequired")
    /// The app has no key material of the manager in the data. Add it if the app trusts this manager.
    public static let managerUnknown = Self(rawValue: "managerUnknown")
    /// The QR code has expired. Scan the code that is shown now; the session continues.
    public static let qrCodeExpired = Self(rawValue: "qrCodeExpired")

    // MARK: Activation

    /// There is no activation for this manager on the device. Personalize first.
    public static let notPersonalized = Self(rawValue: "notPersonalized")
    /// The device already has an activation for this manager. Depersonalize it first, or use it.
    public static let alreadyPersonalized = Self(rawValue: "alreadyPersonalized")
    /// The manager does not know the activation or its secret: it was used, expired, revoked, or locked by wrong PINs.
    /// Request a new one.
    public static let activationUnknown = Self(rawValue: "activationUnknown")
    /// The operator has disabled the account. Keep the activation, which works again once the account is enabled, and
    /// tell the user to contact the operator.
    public static let accountDisabled = Self(rawValue: "accountDisabled")
    /// The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; nothing was sent. The manager's
    /// requirements for a new PIN, by default 6 digits, are in ``PinSpecification``.
    public static let pinInvalid = Self(rawValue: "pinInvalid")
    /// A new PIN must be set with ``PinSpecification/setPin(_:)`` before the process can be finished.
    public static let pinMissing = Self(rawValue: "pinMissing")
    /// The name of a device is empty, longer than 256 bytes, or contains invisible characters. Ask the user for another
    /// one; nothing was sent.
    public static let aliasInvalid = Self(rawValue: "aliasInvalid")
    /// The manager refused the enrolment, for example because a key is in use elsewhere. Start the process again.
    public static let enrolmentRejected = Self(rawValue: "enrolmentRejected")
    /// Another attempt, earlier or concurrent, has activated the device. The PIN of that attempt is valid, not the PIN
    /// of this one: tell the user.
    public static let activatedByAnotherAttempt = Self(rawValue: "activatedByAnotherAttempt")

    // MARK: Authentication

    /// A lockout is running; see ``XignSdkLockoutError``. Wait, then start again with new initialization data.
    public static let lockout = Self(rawValue: "lockout")
    /// The device or app does not meet the security requirements of the service or the manager. Tell the user what to
    /// change, by ``XignSdkSecurityInsufficientError/findings``; then start again with new initialization data.
    public static let securityInsufficient = Self(rawValue: "securityInsufficient")
    /// The session is over or unknown. Start again with new initialization data.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// Another device has claimed the session. Tell the user; start again with a new code.
    public static let sessionTaken = Self(rawValue: "sessionTaken")
    /// The user may not use this service. Tell the user; the website sees an ordinary cancellation.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// The process is for another account than this activation's: the website requires the one that is logged in there,
    /// for example, or the transaction belongs to another person. Tell the user; the session keeps waiting for that
    /// account's device.
    public static let otherAccount = Self(rawValue: "otherAccount")
    /// The website requires a kind of authentication that none of the user's roles has. Tell the user to contact the
    /// website's operator.
    public static let unmetRequirements = Self(rawValue: "unmetRequirements")
    /// The page in the browser shows two digits, and none were set. Ask the user for them, pass them to
    /// ``AuthenticateRequest/setPairingDigits(_:)``, and repeat the call. Nothing was sent.
    public static let pairingMissing = Self(rawValue: "pairingMissing")
    /// The digits were not those of the page, and the process is over. Tell the user to begin again on the page, and to
    /// stop if somebody sent them the link.
    public static let pairingFailed = Self(rawValue: "pairingFailed")
    /// No role was chosen although there are several. Call ``AuthenticateRequest/setSelection(_:)``.
    public static let roleMissing = Self(rawValue: "roleMissing")
    /// The attributes were wrong too often. The process is over; start again.
    public static let tooManyCorrections = Self(rawValue: "tooManyCorrections")
    /// The statement to be signed differs from what the user saw. Nothing was signed. Do not repeat; report it.
    public static let consentMismatch = Self(rawValue: "consentMismatch")
    /// The biometric key is gone, since the enrolled biometrics have changed. Choose another combination. Only a new
    /// activation makes another key: offer the user to activate the app again.
    public static let biometricsChanged = Self(rawValue: "biometricsChanged")
    /// The user cancelled the biometric recognition, or was not recognized. Try again, or choose another combination.
    public static let userNotRecognized = Self(rawValue: "userNotRecognized")
    /// The factor is not enrolled, or it is not available on this device, perhaps only for now. Choose another
    /// combination.
    public static let factorUnavailable = Self(rawValue: "factorUnavailable")
    /// The signing factors are not a requested combination. Sign with all factors of one combination, and with no
    /// other. No attempt was counted.
    public static let factorSetMismatch = Self(rawValue: "factorSetMismatch")
    /// The object was used again after its process had ended, or a function that changes something runs with it in
    /// another call. Finishing an authentication twice is no error. Start again.
    public static let wrongOrder = Self(rawValue: "wrongOrder")
    /// Permissions or requirements changed while the user decided. Start again.
    public static let policyChanged = Self(rawValue: "policyChanged")

    /// The SDK has no configuration of the service, which InApp-Authentication needs. Add it to the configuration with
    /// ``XignSdkConfig/Builder/addServiceConfiguration(_:)``.
    public static let serviceNotConfigured = Self(rawValue: "serviceNotConfigured")
    /// The Keycloak shows a page for a person, such as its login form or a profile, in place of continuing. The message
    /// says what to change in the Keycloak.
    public static let keycloakInteractionRequired = Self(rawValue: "keycloakInteractionRequired")
    /// The Keycloak, or the manager as its identity provider, ended the login with an OAuth error or an HTTP error. The
    /// message contains it. Start again; if it persists, look into the Keycloak's log.
    public static let keycloakRefused = Self(rawValue: "keycloakRefused")
    /// The Keycloak, its client, its identity provider or ``KeycloakServiceConfiguration`` is set up so that the SDK
    /// does not continue: a redirect to a foreign host, a loop, plain HTTP, a wrong `state` or `iss`, or no answer of
    /// the manager. The message says which, and what to change.
    public static let keycloakMisconfigured = Self(rawValue: "keycloakMisconfigured")

    // MARK: Changes of activation and account

    /// The manager mails no codes. Nothing was spent: show the data instead, and finish again without mail.
    public static let mailUnavailable = Self(rawValue: "mailUnavailable")
    /// The operator's rules or limits do not allow the act, for example a fourth activation that waits for its device.
    public static let notAllowed = Self(rawValue: "notAllowed")
    /// The activation has the factor already, or the manager does not accept it. Each factor can be added once; an
    /// invalidated one needs a new activation.
    public static let factorRefused = Self(rawValue: "factorRefused")
    /// The activation is less than a day old and stands beside an older one, so it may not do this yet. Use an older
    /// device, or wait.
    public static let coolDown = Self(rawValue: "coolDown")
    /// The new PIN is the present one. Nothing was sent: let the user choose another PIN, set it, and finish again.
    public static let samePin = Self(rawValue: "samePin")
    /// The permission was granted for another act, or another factor. Start again.
    public static let grantMismatch = Self(rawValue: "grantMismatch")
    /// The permission has expired, five minutes after the authentication. Start again.
    public static let grantExpired = Self(rawValue: "grantExpired")
    /// The permission was used before, with another request. Start again.
    public static let grantSpent = Self(rawValue: "grantSpent")
}
