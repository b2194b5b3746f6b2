package org.xign.sdk

import org.xign.protocol.DeviceRequest
import org.xign.protocol.DisplayText
import org.xign.protocol.TextFlawException
import org.xign.protocol.readEmptyAnswer
import org.xign.protocol.rename

/** Renames this device's activation, at the manager and then here. */
internal fun Device.rename(idm: String, typed: String) {
    val alias = displayableAlias(typed)
    val activation = requiredActivation(idm)
    manager(idm).perform(DeviceRequest.rename(activation.activationId, alias), activation, ::readEmptyAnswer)
    activations.change { changes ->
        changes.current(activation)?.let { changes.write(it.copy(alias = alias)) }
    }
}

/**
 * Returns the canonical form of a device's name.
 *
 * @throws XignSdkException `aliasInvalid` if nothing is left that can be shown, or if it is too long.
 */
internal fun displayableAlias(typed: String): String = try {
    DisplayText.canonical(typed)
} catch (error: TextFlawException) {
    throw XignSdkException(
        XignSdkErrorCode.ALIAS_INVALID, "The name of a device has 1 to 256 bytes, and no invisible characters.", error,
    )
}
