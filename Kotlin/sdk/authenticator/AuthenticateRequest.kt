package org.xign.sdk

import java.time.Instant
import org.xign.protocol.PairingDigits

/**
 * An authentication that has started: the act to confirm, the service, its organization, and what they request from
 * the user.
 *
 * Show it to the user, who chooses a role and decides about the attributes. Instances may be used from any thread.
 * Source: `docs/protocol.md`, section 5.
 *
 * @property subject the act that the user is asked to confirm. Show it.
 * @property info the attributes that the service requests.
 * @property expiresAt the moment, by the device's clock, at which an unfinished session ends.
 */
public class AuthenticateRequest internal constructor(
    internal val process: AuthenticationProcess, public val subject: AuthenticationSubject,
    public val info: AuthenticationPersonalInformation, public val expiresAt: Instant,
) {
    /** The manager's identifier. */
    public val idmIdentifier: String get() = process.activation.idmIdentifier

    /** The service that requests the login. Show it. */
    public val serviceInformation: ServiceInformation = ServiceInformation(process.answer.service)

    /** The organization that runs the service. Show it. */
    public val organizationInformation: OrganizationInformation = OrganizationInformation(process.answer.organization)

    /** The roles to choose from. A single role is preselected. */
    public val roles: List<Role> = process.answer.roles.map { Role(it) }

    /**
     * True if the page in the browser shows two digits that the user must type: ask for them, and pass them to
     * [setPairingDigits].
     *
     * It is so where the data of a QR code were opened and not scanned, unless the service decides otherwise. Nobody
     * but the browser in which the process began is shown the digits.
     */
    public val isPairingRequired: Boolean get() = process.answer.pairing

    /** The chosen role; null if there are several and none is chosen yet. */
    @Volatile
    public var selectedRole: Role? = roles.singleOrNull()
        private set

    /** The digits that were typed; null if there are none yet. */
    @Volatile
    internal var pairingDigits: PairingDigits? = null
        private set

    /**
     * Chooses one of [roles].
     *
     * @return the adopted role; null if [role] is null or not one of [roles]. The earlier choice then stays.
     */
    public fun setSelection(role: Role?): Role? {
        if (role == null || role !in roles) return null
        selectedRole = role
        return role
    }

    /**
     * Takes the two digits that the page in the browser shows, as the user typed them.
     *
     * The manager compares them when the request is prepared, once: a wrong pair ends the process.
     *
     * @param digits two digits, of any script; white space and hyphens are ignored.
     * @return true if the text consists of two digits. Otherwise nothing is set and earlier digits are removed: ask
     * the user again.
     */
    public fun setPairingDigits(digits: String): Boolean {
        pairingDigits = PairingDigits.readTyped(digits)
        return pairingDigits != null
    }

    public companion object {
        /**
         * Returns whether a text is two digits, as [setPairingDigits] takes them: to check it before a process begins.
         */
        @JvmStatic
        public fun arePairingDigits(text: String): Boolean = PairingDigits.readTyped(text) != null
    }
}
