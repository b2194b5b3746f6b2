/// What went wrong, as a stable code to match on.
///
/// New codes may be added, so a `switch` needs a `default`. The documentation of each code says what to do.
public struct XignSdkErrorCode: RawRepresentable, Hashable, Sendable {
    /// The code's stable name, as it appears in logs.
    public let rawValue: String

    /// Makes a code from its name, whether the SDK knows it or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    // MARK: Always possible

    /// Something that no other code names. The error's `underlying` holds the cause. Report it to us.
    public static let unexpected = Self(rawValue: "unexpected")
    /// The task that called was cancelled. Nothing further happens; whether the manager saw the call is unknown.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The SDK was used before ``XignSdk/initialize(_:)``. Initialize it when the app starts.
    public static let notInitialized = Self(rawValue: "notInitialized")
    /// This version of the SDK, or this platform, does not offer the function.
    public static let notSupported = Self(rawValue: "notSupported")
    /// The storage location could not be read or written. Check free space, owner and permissions.
    public static let storageFailed = Self(rawValue: "storageFailed")
    /// The key store refused or lost a key. If it persists, depersonalize and activate again.
    public static let keyUnavailable = Self(rawValue: "keyUnavailable")

    // MARK: Reaching the manager

    /// No answer from the manager: no network, name not found, connection lost. Try again when there is a network.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// The certificate of the manager's server is not trusted; nothing was sent. Try another network, or tell the operator; in
    /// a private installation give its authority to the transport, or install it on the device.
    public static let certificateUntrusted = Self(rawValue: "certificateUntrusted")
    /// The manager did not answer in time. Try again.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The answer was an HTTP error outside the sealed channel; see ``XignSdkHttpError/httpStatus``. Try again later.
    public static let httpError = Self(rawValue: "httpError")
    /// The answer could not be opened or read: it was not the pinned manager's, or was altered. Do not continue.
    public static let responseInvalid = Self(rawValue: "responseInvalid")
    /// The manager refused the request as malformed. Update the app.
    public static let requestRejected = Self(rawValue: "requestRejected")
    /// The manager asks for patience. Wait a minute, then try again.
    public static let tooManyRequests = Self(rawValue: "tooManyRequests")
    /// The manager failed. Try again later.
    public static let managerFailed = Self(rawValue: "managerFailed")
    /// The manager no longer accepts this version of the SDK. Update the app.
    public static let clientTooOld = Self(rawValue: "clientTooOld")
    /// The manager's key material has expired and newer could not be fetched. Check the network, or update the app.
    public static let keyMaterialExpired = Self(rawValue: "keyMaterialExpired")
    /// Fetched key material contradicts the pinned one and was not adopted. Do not continue; ask the operator.
    public static let keyMaterialInvalid = Self(rawValue: "keyMaterialInvalid")

    // MARK: Initialization data

    /// The text is no process initialization data, App-Link or Deep-Link. Scan the code again.
    public static let initializationDataInvalid = Self(rawValue: "initializationDataInvalid")
    /// A link, or a text that was pasted, has the data of a login's QR code. Whoever sent it may have begun that login. Show
    /// the scanner: the code must be scanned from the page.
    public static let scanRequired = Self(rawValue: "scanRequired")
    /// The data name a manager whose key material the app does not hold. Add it, if the manager is to be trusted.
    public static let managerUnknown = Self(rawValue: "managerUnknown")
    /// The QR code was too old. Scan the code that is shown now; its session lives on.
    public static let qrCodeExpired = Self(rawValue: "qrCodeExpired")

    // MARK: Activation

    /// There is no activation for this manager on the device. Personalize first.
    public static let notPersonalized = Self(rawValue: "notPersonalized")
    /// The device already has an activation for this manager. Depersonalize it first, or use it.
    public static let alreadyPersonalized = Self(rawValue: "alreadyPersonalized")
    /// The manager does not know the activation or its secret: it was used, has expired, became void by wrong PINs, or was
    /// revoked. Ask for a new one.
    public static let activationUnknown = Self(rawValue: "activationUnknown")
    /// The operator has disabled the account. Keep the activation, which is good again once the account is enabled; tell the user to
    /// contact the operator.
    public static let accountDisabled = Self(rawValue: "accountDisabled")
    /// The text cannot be a PIN: every PIN has 5 to 32 digits. Ask the user again; nothing was sent. What a manager demands of a
    /// new PIN, 6 digits where it demands nothing else, is in ``PinSpecification``.
    public static let pinInvalid = Self(rawValue: "pinInvalid")
    /// A new PIN must be set with ``PinSpecification/setPin(_:)`` before the process can be finished.
    public static let pinMissing = Self(rawValue: "pinMissing")
    /// What was to be enrolled was refused, for example a key that is in use elsewhere. Start the personalization anew.
    public static let enrolmentRejected = Self(rawValue: "enrolmentRejected")

    /// The device is activated, but by another attempt, earlier or at the same time. The PIN of that attempt counts, not the one
    /// that was set for this: tell the user.
    public static let activatedByAnotherAttempt = Self(rawValue: "activatedByAnotherAttempt")

    // MARK: Authentication

    /// A lockout is running; see ``XignSdkLockoutError``. Wait, then start anew with new initialization data.
    public static let lockout = Self(rawValue: "lockout")
    /// The device or app does not meet the service's security requirements. Tell the user what to change.
    public static let securityInsufficient = Self(rawValue: "securityInsufficient")
    /// The session is over or unknown. Start anew with new initialization data.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// Somebody else's device has already taken the session. Show the user; start anew with a new code.
    public static let sessionTaken = Self(rawValue: "sessionTaken")
    /// The user may not use this service. Tell the user; the website sees an ordinary cancellation.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// The website demands another account than the one of this activation, for example the one that is logged in there. Tell the
    /// user; the process goes on waiting for that account's device.
    public static let otherAccountRequired = Self(rawValue: "otherAccountRequired")
    /// The website demands a kind of authentication that no role of the user's has. Tell the user to ask the website's operator.
    public static let requirementsUnmet = Self(rawValue: "requirementsUnmet")
    /// More than one role is available and none was chosen. Call ``AuthenticateRequest/setSelection(_:)``.
    public static let roleMissing = Self(rawValue: "roleMissing")
    /// The attributes were wrong too often. The process is over; start anew.
    public static let tooManyCorrections = Self(rawValue: "tooManyCorrections")
    /// What the manager asked to sign is not what the user saw. Nothing was signed. Do not repeat; report it.
    public static let consentMismatch = Self(rawValue: "consentMismatch")
    /// The factor is not enrolled, or not available on this device. Choose another combination.
    public static let factorUnavailable = Self(rawValue: "factorUnavailable")
    /// The factors that signed are no requested combination. Sign with all of one, and no other; nothing was counted.
    public static let factorSetMismatch = Self(rawValue: "factorSetMismatch")
    /// The object was used out of order, for example finished twice. Start anew.
    public static let wrongOrder = Self(rawValue: "wrongOrder")
    /// Rights or requirements changed while the user decided. Start anew.
    public static let policyChanged = Self(rawValue: "policyChanged")
}
