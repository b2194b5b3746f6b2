package org.xign.sdk

import org.xign.protocol.ActivationId
import org.xign.protocol.FactorPublicKey
import org.xign.protocol.Octets
import org.xign.protocol.OpenAnswer
import org.xign.protocol.Pin
import org.xign.protocol.crypto.sha256

/**
 * An activation that the user is about to confirm. Instances may be used from any thread.
 *
 * Source: `docs/protocol.md`, section 4.
 */
public class PersonalizationRequest internal constructor(
    internal val opened: OpenAnswer.Personalize,
    data: PersonalizationInitializationData,
    private val activationPin: Pin,
    alias: String,
) {
    /** The manager's identifier. */
    public val idmIdentifier: String = data.idmIdentifier

    /** The user name of the account. */
    public val userName: String get() = opened.userName

    /** The organization that invited the user, if there is one. */
    public val organizationInformation: OrganizationInformation? = opened.organization?.let(::OrganizationInformation)

    /** The service to which the user was invited, if there is one. */
    public val serviceInformation: ServiceInformation? = opened.service?.let(::ServiceInformation)

    /** True if the activation PIN was assigned by others, so that the user must set a new PIN. */
    public val newPinRequired: Boolean get() = opened.newPinRequired

    /** The place for a new PIN. If none is required and none is set, the activation PIN remains the PIN. */
    public val pinSpecification: PinSpecification =
        PinSpecification(opened.pinPolicy, if (opened.newPinRequired) activationPin else null)

    /** The factors that the activation must have. */
    public val requiredAuthenticators: Set<AuthenticatorType> =
        opened.requiredFactors.map(AuthenticatorType.Companion::of).toSet()

    /** The factors that the activation may also have. */
    public val optionalAuthenticators: Set<AuthenticatorType> =
        opened.optionalFactors.map(AuthenticatorType.Companion::of).toSet()

    /** The number of wrong activation PINs before this one. Show it: more than the user remembers are an alarm. */
    public val wrongPinAttempts: Long get() = opened.wrongPins

    /**
     * The name of the activation, by which the user tells devices apart: at most 256 bytes.
     *
     * Preset to the name that was typed when the activation was made, on the manager's page or on another device;
     * otherwise to the device's own name.
     */
    @Volatile
    public var alias: String = alias

    internal val activationId: ActivationId = data.activationId

    /** The hash that identifies this attempt, on the device and at the manager. */
    internal val openTokenHash: Octets = Octets(sha256(opened.openToken.bytes))

    private var isFinishing = false

    /** The public PIN keys that were sent, in memory only. */
    private val sentPinKeys = HashSet<Octets>()

    /** True if the app knows that this attempt has succeeded. */
    internal var isFinished = false
        private set

    /**
     * Returns the PIN that becomes a factor.
     * @throws XignSdkException `pinMissing`.
     */
    internal fun finalPin(): Pin = pinSpecification.pin ?: if (newPinRequired) {
        throw XignSdkException(
            XignSdkErrorCode.PIN_MISSING,
            "The activation PIN must be replaced: set a new one in pinSpecification.",
        )
    } else {
        activationPin
    }

    /** Records the PIN key that is about to be sent, in memory only. */
    internal fun willSend(pinKey: FactorPublicKey) {
        synchronized(sentPinKeys) { sentPinKeys += pinKey.publicKey }
    }

    /**
     * Returns true if no other PIN key was ever sent. If the manager has keys of this attempt, they belong to this PIN
     * then.
     */
    internal fun hasSentOnly(pinKey: FactorPublicKey): Boolean =
        synchronized(sentPinKeys) { sentPinKeys.all { it == pinKey.publicKey } }

    /** Runs [body], and refuses concurrent calls. */
    internal fun <T> finishing(body: () -> T): T {
        synchronized(sentPinKeys) {
            if (isFinishing) throw wrongOrder("Another call is finishing this personalization.")
            isFinishing = true
        }
        try {
            return body().also { isFinished = true }
        } finally {
            synchronized(sentPinKeys) { isFinishing = false }
        }
    }
}
