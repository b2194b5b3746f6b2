internal import XignProtocol

/// The parsed data of a QR code or link, which begin a process.
///
/// Source: XignSys SDK documentation, "Starting a process"; `docs/protocol.md`, section 2.
public enum ProcessInitializationData: Sendable {
    /// Data for a personalization. Pass them to
    /// ``Personalizer/decryptPersonalizationInitializationData(data:pin:)->_`` with the activation PIN.
    case personalization(PersonalizationInitializationData)
    /// Data for an authentication. Pass them to ``Authenticator/startAuthentication(data:)->_``.
    case authentication(AuthenticationInitializationData)
    /// Data for the confirmation of an act that a page of the manager asks for. Pass them to
    /// ``Authenticator/startAuthentication(data:)->_``, and show the text in ``TransactionRequest``.
    case transaction(TransactionInitializationData)

    /// The way in which initialization data reached the app. Only the app knows it.
    ///
    /// Anyone can send a link. An attacker could begin a login and send its QR code's data as a link; a person who
    /// opened the link would confirm the attacker's login. So the user types two digits that the page shows
    /// (``AuthenticateRequest/isPairingRequired``) where the data of a QR code were opened, or scans the code, as the
    /// service decides.
    public enum Source: Sendable {
        /// The app's own scanner read a QR code: from the camera, or from a picture that the user chose.
        case scanned
        /// Any other way: a link opened the app, including a link read by the system's camera; or a text was typed or
        /// pasted.
        case opened
    }
}

/// The data of an activation that waits for a device.
public final class PersonalizationInitializationData: Sendable {
    /// The identifier of the activation's manager.
    public let idmIdentifier: String

    let activationId: ActivationID
    let secret: SecretOctets

    init(idmIdentifier: String, activationId: ActivationID, secret: SecretOctets) {
        self.idmIdentifier = idmIdentifier
        self.activationId = activationId
        self.secret = secret
    }
}

/// The data of an authentication that waits for a device. They are valid for one authentication and a short time.
// @unchecked: a class that may be subclassed cannot be checked. Every stored property is a `let` of a Sendable type,
// the subclasses below add none, and no subclass can be made outside the module.
public class AuthenticationInitializationData: @unchecked Sendable {
    /// The identifier of the manager at which to authenticate.
    public let idmIdentifier: String

    let sessionId: SessionID
    let claim: Start.Claim
    /// The way in which the process began. The device signs no statement that does not fit it.
    let beginning: ProcessBeginning

    init(idmIdentifier: String, sessionId: SessionID, claim: Start.Claim, beginning: ProcessBeginning) {
        self.idmIdentifier = idmIdentifier
        self.sessionId = sessionId
        self.claim = claim
        self.beginning = beginning
    }
}

/// The data of an authentication that the app began for its own service (InApp-Authentication).
// @unchecked: inherited; it adds no stored property.
public final class AuthenticationInitializationDataInApp: AuthenticationInitializationData, @unchecked Sendable {}

/// The data of an authentication whose session is bound to this device's activation from the start: a merge, or a
/// utility process.
// @unchecked: inherited; it adds no stored property.
public final class AuthenticationInitializationDataWithSession: AuthenticationInitializationData, @unchecked Sendable {}

/// The data of a transaction that waits for a device. They are valid for one authentication and a short time.
// @unchecked: inherited; it adds no stored property.
public final class TransactionInitializationData: AuthenticationInitializationData, @unchecked Sendable {}
