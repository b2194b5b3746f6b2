internal import XignProtocol

/// What was scanned or followed: the beginning of a process.
public enum ProcessInitializationData: Sendable {
    /// Hand it to ``Personalizer/decryptPersonalizationInitializationData(data:pin:)->_`` with the activation PIN.
    case personalization(PersonalizationInitializationData)
    /// Hand it to ``Authenticator/startAuthentication(data:)->_``.
    case authentication(AuthenticationInitializationData)

    /// The way on which initialization data reached the app. The app knows it; the data do not say it.
    ///
    /// A link is a message from somebody. Whoever begins a login of their own can send the data of its QR code as a link,
    /// and the person who opens it would confirm the sender's login. So data of a QR code count only where they were
    /// scanned.
    public enum Source: Sendable {
        /// The app's own scanner read a QR code: from the camera, or from a picture that the user chose.
        case scanned
        /// Everything else: the app was opened by a link, also by one that the system's camera had read; or a text was
        /// typed or pasted.
        case opened
    }
}

/// An activation that waits for a device.
public final class PersonalizationInitializationData: Sendable {
    /// The manager of the activation.
    public let idmIdentifier: String

    let activationId: ActivationID
    let secret: SecretOctets

    init(idmIdentifier: String, activationId: ActivationID, secret: SecretOctets) {
        self.idmIdentifier = idmIdentifier
        self.activationId = activationId
        self.secret = secret
    }
}

/// An authentication that waits for a device. It is good for one authentication, and not for long.
// @unchecked: a class that may be subclassed cannot be checked; here and in the subclasses every stored property is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class AuthenticationInitializationData: @unchecked Sendable {
    /// The manager at which to authenticate.
    public let idmIdentifier: String

    let sessionId: SessionID
    let claim: Start.Claim
    /// How the process began fixes what may be signed in its course, whatever the manager says later.
    let purpose: Purpose
    let channel: Channel

    init(idmIdentifier: String, sessionId: SessionID, claim: Start.Claim, purpose: Purpose, channel: Channel) {
        self.idmIdentifier = idmIdentifier
        self.sessionId = sessionId
        self.claim = claim
        self.purpose = purpose
        self.channel = channel
    }
}

/// An authentication that the app has begun for a service of its own.
public final class AuthenticationInitializationDataInApp: AuthenticationInitializationData, @unchecked Sendable {}

/// An authentication whose session belongs to this device's activation from the start: a merge, or a utility process.
public final class AuthenticationInitializationDataWithSession: AuthenticationInitializationData, @unchecked Sendable {}
