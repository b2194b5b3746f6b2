package org.xign.sdk

import java.net.URL

/**
 * An activation of this device.
 *
 * @property idmIdentifier the manager's identifier. A device has at most one activation for each manager.
 * @property userName the user name of the account.
 * @property alias the name that the user gave the activation.
 * @property authenticators the factors that the activation has.
 */
public class PersonalizationResult internal constructor(
    public val idmIdentifier: String, private val url: String?, public val userName: String?,
    public val alias: String?, public val authenticators: Set<AuthenticatorType>,
) {
    /** The manager's URL; null if the configuration does not have its key material. */
    public val managerURL: URL? get() = url?.let { URL(it) }

    override fun toString(): String = "PersonalizationResult($idmIdentifier)"
}

/** The outcome of giving up an activation. */
public enum class DepersonalizationResult {
    /** The manager revoked the activation, and the device removed its keys. */
    REVOKED,

    /**
     * The device removed the keys, but the manager could not be reached or did not have the activation yet. If it has
     * the activation after all, its operator can revoke it.
     */
    FORGOTTEN_LOCALLY,
}

/**
 * An activation that was begun on this device, and whose end the device does not know: the manager may have it.
 *
 * See [Personalizer.pendingPersonalizations].
 *
 * @property idmIdentifier the manager's identifier. A device has at most one activation for each manager, pending or
 * not.
 */
public class PendingPersonalization internal constructor(
    public val idmIdentifier: String, private val url: String?,
) {
    /** The manager's URL; null if the configuration does not have its key material. */
    public val managerURL: URL? get() = url?.let { URL(it) }

    override fun toString(): String = "PendingPersonalization($idmIdentifier)"
}

/** Returns the app's view of a pending activation. */
internal fun Device.pendingPersonalization(activation: ActivationRecord) =
    PendingPersonalization(activation.idmIdentifier, url(activation))

/** Returns the app's view of an activation. */
internal fun Device.personalization(activation: ActivationRecord) = PersonalizationResult(
    activation.idmIdentifier, url(activation), activation.userName, activation.alias,
    activation.factors.map(AuthenticatorType.Companion::of).toSet(),
)

private fun Device.url(activation: ActivationRecord): String? =
    keyMaterials.managers.find { it.idm == activation.idmIdentifier }?.url?.text
