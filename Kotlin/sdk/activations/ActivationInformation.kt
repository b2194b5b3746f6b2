package org.xign.sdk

import java.time.Instant
import org.xign.protocol.ActivationId
import org.xign.protocol.DeviceRequest
import org.xign.protocol.ListedActivation
import org.xign.protocol.list

/**
 * One of the activations of the user's account, on this device or on another.
 *
 * @property isThisDevice true for the activation of this device.
 */
public class ActivationInformation internal constructor(
    private val listed: ListedActivation, public val isThisDevice: Boolean,
) {
    /** The activation's identifier at the manager: random text, not for display. */
    public val activationId: String get() = listed.id.toString()

    /**
     * The name that its user gave it; null if it waits for its device and has none yet. Two activations may have the
     * same name. A name may contain anything: show it on a line of its own.
     */
    public val alias: String? get() = listed.alias

    /** The operating system by the device's own word, such as `iOS`; null if it waits for its device. */
    public val platform: String? get() = listed.platform

    /** The date of its personalization; null if it waits for its device. */
    public val since: Instant? get() = listed.since?.let(::instant)

    /** The end of an activation that waits for its device; null for one that is in use. */
    public val expiresAt: Instant? get() = listed.expiresAt?.let(::instant)

    internal val activation: ActivationId get() = listed.id

    override fun equals(other: Any?): Boolean = other is ActivationInformation && activation == other.activation

    override fun hashCode(): Int = activation.hashCode()

    override fun toString(): String = "ActivationInformation($activationId)"
}

/** Fetches the activations of the account. */
internal fun Device.fetchActivations(idm: String): List<ActivationInformation> {
    val activation = requiredActivation(idm)
    val request = DeviceRequest.list(activation.activationId)
    return manager(idm).perform(request, activation, ListedActivation.Companion::readAll)
        .map { ActivationInformation(it, it.id == activation.activationId) }
}
