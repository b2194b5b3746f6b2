package org.xign.sdk

import org.xign.protocol.ActivationId
import org.xign.protocol.InitializationData
import org.xign.protocol.Octets
import org.xign.protocol.SessionClaim
import org.xign.protocol.SessionId

/** The parsed data of a QR code or link, which begin a process. Source: `docs/protocol.md`, section 2. */
public sealed class ProcessInitializationData {
    /**
     * Data for a personalization.
     *
     * @property data the data to pass to [Personalizer.decryptPersonalizationInitializationDataSynchronous] with the
     * activation PIN.
     */
    public class Personalization internal constructor(public val data: PersonalizationInitializationData) :
        ProcessInitializationData()

    /**
     * Data for an authentication.
     *
     * @property data the data to pass to [Authenticator.startAuthenticationSynchronous].
     */
    public class Authentication internal constructor(public val data: AuthenticationInitializationData) :
        ProcessInitializationData()

    /**
     * Data for the confirmation of an act that a page of the manager asks for.
     *
     * @property data the data to pass to [Authenticator.startAuthenticationSynchronous]. Show the text in
     * [TransactionRequest].
     */
    public class Transaction internal constructor(public val data: TransactionInitializationData) :
        ProcessInitializationData()

    /**
     * The way in which initialization data reached the app. Only the app knows it.
     *
     * Anyone can send a link. An attacker could begin a login and send its QR code's data as a link; a person who
     * opened the link would confirm the attacker's login. So the user types two digits that the page shows
     * ([AuthenticateRequest.isPairingRequired]) where the data of a QR code were opened, or scans the code, as the
     * service decides.
     */
    public enum class Source {
        /** The app's own scanner read a QR code: from the camera, or from a picture that the user chose. */
        SCANNED,

        /**
         * Any other way: a link opened the app, including a link read by the system's camera; or a text was typed or
         * pasted.
         */
        OPENED,
    }
}

/**
 * The data of an activation that waits for a device.
 *
 * @property idmIdentifier the identifier of the activation's manager.
 */
public class PersonalizationInitializationData internal constructor(
    public val idmIdentifier: String, internal val pid: InitializationData,
) {
    internal val activationId: ActivationId get() = ActivationId(pid.id)
    internal val secret: Octets get() = pid.secret
}

/**
 * The data of an authentication that waits for a device. They are valid for one authentication and a short time.
 *
 * @property idmIdentifier the identifier of the manager at which to authenticate.
 */
public open class AuthenticationInitializationData internal constructor(
    public val idmIdentifier: String,
    internal val sessionId: SessionId,
    internal val claim: SessionClaim,
    /** The way in which the process began. The device signs no statement that does not fit it. */
    internal val beginning: Beginning,
)

/** The data of an authentication that the app began for its own service (InApp-Authentication). */
public class AuthenticationInitializationDataInApp internal constructor(
    idmIdentifier: String, sessionId: SessionId, claim: SessionClaim, beginning: Beginning,
) : AuthenticationInitializationData(idmIdentifier, sessionId, claim, beginning)

/**
 * The data of an authentication whose session is bound to this device's activation from the start: a merge, or a
 * utility process.
 */
public class AuthenticationInitializationDataWithSession internal constructor(
    idmIdentifier: String, sessionId: SessionId, claim: SessionClaim, beginning: Beginning,
) : AuthenticationInitializationData(idmIdentifier, sessionId, claim, beginning)

/** The data of a transaction that waits for a device. They are valid for one authentication and a short time. */
public class TransactionInitializationData internal constructor(
    idmIdentifier: String, sessionId: SessionId, claim: SessionClaim, beginning: Beginning,
) : AuthenticationInitializationData(idmIdentifier, sessionId, claim, beginning)
