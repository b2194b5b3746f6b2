package org.xign.sdk

import org.xign.protocol.FactorSigner
import org.xign.protocol.FactorType
import org.xign.protocol.KeyChange

/** Sends the key of the new PIN. Nothing changes on the device. */
internal fun finishChanging(access: AuthenticationResult.ApiAccessChangePin) {
    access.grant.spend(UnansweredChange.Kind.CHANGE_PIN) { access.request(it) }
}

/** Composes the request with the PIN that is set, and wipes that PIN. */
private fun AuthenticationResult.ApiAccessChangePin.request(earlier: ChangeRequest?): ChangeRequest {
    val pin = pinSpec.pin ?: return earlier ?: throw newPinMissing()
    val signer = grant.device.pinKey(pin, grant.activation)
    val key = factorPublicKey(signer)
    if (earlier != null) {
        if (earlier.pin != key.publicKey) throw otherPinSent()
        pinSpec.wipe()
        return earlier
    }
    if (key == presentKey) {
        pinSpec.wipe()
        throw XignSdkException(
            XignSdkErrorCode.SAME_PIN,
            "The new PIN is the present one. Let the user choose another one, and finish again.",
        )
    }
    val request =
        grant.request(KeyChange.ChangePin(key), FactorSigner(FactorType.PIN, signer::sign), pin = key.publicKey)
    pinSpec.wipe()
    return request
}

internal fun newPinMissing() = XignSdkException(
    XignSdkErrorCode.PIN_MISSING, "Set the new PIN with pinSpec.setPin before you finish.",
)

internal fun otherPinSent() = wrongOrder(
    "An earlier call has sent another PIN, and may have succeeded. Repeat it with that PIN, or start again.",
)
