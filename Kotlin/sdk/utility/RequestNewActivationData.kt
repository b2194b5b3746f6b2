package org.xign.sdk

import org.xign.protocol.ActivationId
import org.xign.protocol.ActivationPinProof
import org.xign.protocol.KeyChange
import org.xign.protocol.Octets
import org.xign.protocol.crypto.sha256

/** Sends the hash of the new activation's secret and the proof of its PIN, and returns its pid. */
internal fun finishRequesting(access: AuthenticationResult.ApiAccessRequestNewActivationData): String {
    if (access.shouldSendEmail) {
        throw XignSdkException(
            XignSdkErrorCode.MAIL_UNAVAILABLE,
            "No manager mails codes yet. Set shouldSendEmail to false, and show the data.",
        )
    }
    val seconds = access.grant.spend { access.request(it) } ?: throw unreadableAnswer()
    access.expiresAt = access.grant.device.now().plusSeconds(boundedSeconds(seconds))
    return access.data.pid()
}

/** Composes the request with the PIN that is set, and wipes that PIN. */
private fun AuthenticationResult.ApiAccessRequestNewActivationData.request(earlier: ChangeRequest?): ChangeRequest {
    val pin = pinSpec.pin ?: return earlier ?: throw newPinMissing()
    val activation = ActivationId(data.id)
    val proof = ActivationPinProof.compute(pin, data.secret, activation, grant.device.activationPinRounds)
    if (earlier != null) {
        if (earlier.pin != proof) throw otherPinSent()
        pinSpec.wipe()
        return earlier
    }
    val hash = Octets(sha256(data.secret.bytes))
    val change = KeyChange.NewActivation(activation, hash, alias?.let(::displayableAlias))
    val request = grant.request(change, pinProof = proof, pin = proof)
    pinSpec.wipe()
    return request
}
