package org.xign.sdk

import org.xign.protocol.AliasChoice
import org.xign.protocol.Base64Url
import org.xign.protocol.DeviceRequest
import org.xign.protocol.Octets
import org.xign.protocol.aliasChoices
import org.xign.protocol.forgetAliasChoice
import org.xign.protocol.readEmptyAnswer

/** A choice that the manager remembers: a service receives the value of this alias without the user choosing again. */
public class AliasSelection internal constructor(private val choice: AliasChoice) {
    /** The choice's identifier at the manager: random, and new whenever the user chooses again. */
    public val id: String get() = Base64Url.encode(choice.id.bytes)

    /** The service's identifier at the manager: its client id. */
    public val serviceId: String get() = choice.serviceId

    /** The name of the service. Show it. */
    public val serviceName: String get() = choice.serviceName

    /**
     * The attribute, by the name of its property in [AuthenticationPersonalInformation], such as `email`. A later
     * version of the manager may have attributes that this version does not know.
     */
    public val attribute: String get() = choice.attribute

    /** The alias that was chosen, such as "work". Show it. */
    public val alias: String get() = choice.aliasText

    internal val choiceId: Octets get() = choice.id

    override fun equals(other: Any?): Boolean = other is AliasSelection && choiceId == other.choiceId

    override fun hashCode(): Int = choiceId.hashCode()

    override fun toString(): String = "AliasSelection($serviceName, $attribute)"
}

/** Fetches the remembered choices of aliases. */
internal fun Device.fetchAliasSelections(idm: String): List<AliasSelection> {
    val activation = requiredActivation(idm)
    val request = DeviceRequest.aliasChoices(activation.activationId)
    return manager(idm).perform(request, activation, AliasChoice.Companion::readAll).map(::AliasSelection)
}

/** Revokes a remembered choice. The call can be repeated if no answer arrives. */
internal fun Device.forget(selection: AliasSelection, idm: String) {
    val activation = requiredActivation(idm)
    val request = DeviceRequest.forgetAliasChoice(activation.activationId, selection.choiceId)
    manager(idm).perform(request, activation, ::readEmptyAnswer)
}
