package org.xign.sdk

import java.time.Instant
import org.xign.protocol.ActivationPinProof
import org.xign.protocol.DeviceRequest
import org.xign.protocol.OpenAnswer
import org.xign.protocol.Party
import org.xign.protocol.Pin
import org.xign.protocol.ProcessBeginning
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.SessionClaim

/**
 * Opens a pending activation by proving that the user knows its PIN (docs/protocol.md, section 4, "Personalization").
 */
internal fun Device.decrypt(data: PersonalizationInitializationData, typed: String): PersonalizationResponse {
    val pin = Pin.readTyped(typed) ?: throw XignSdkException(
        XignSdkErrorCode.PIN_INVALID,
        "The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; nothing was sent.",
    )
    val existing = activation(data.idmIdentifier)
    val proof = ActivationPinProof.compute(pin, data.secret, data.activationId, activationPinRounds)
    val request = DeviceRequest.open(data.pid, proof, existing?.activationId, clientInformation())
    val answer = try {
        manager(data.idmIdentifier).perform(request, existing, OpenAnswer.Companion::read)
    } catch (error: RefusedException) {
        val isOwn = existing?.activationId == data.activationId
        if (isOwn && error.code == ProtocolErrorCode.ALREADY_PERSONALIZED) throw activatedByAnotherAttempt()
        throw error
    }
    return when (answer) {
        is OpenAnswer.Personalize -> {
            if (existing != null) throw alreadyPersonalized(data.idmIdentifier)
            PersonalizationResponse.Personalize(
                PersonalizationRequest(answer, data, pin, answer.alias ?: platform.deviceName),
            )
        }
        is OpenAnswer.Merge -> {
            if (existing == null) throw unreadableAnswer()
            PersonalizationResponse.MergePersonalization(MergeInformation(answer, listOf()), sessionOf(answer, data))
        }
        is OpenAnswer.WrongPin -> PersonalizationResponse.Lockout(
            KnownLockout(answer.lockout, uptime(), canResume = true).information(this), data,
        )
        is OpenAnswer.AlreadyUsed -> PersonalizationResponse.AlreadyUsed(instant(answer.at))
    }
}

private fun sessionOf(merge: OpenAnswer.Merge, data: PersonalizationInitializationData) =
    AuthenticationInitializationDataWithSession(
        data.idmIdentifier, merge.session, SessionClaim(SessionClaim.Kind.SESSION_TOKEN, merge.sessionToken),
        Beginning(
            ProcessBeginning.Merge(Party(merge.organization.id, merge.organization.name), merge.address),
            invitation = merge,
        ),
    )

/** Returns the moment of a number of seconds from outside, which may be beyond what a moment can be. */
internal fun instant(seconds: Long): Instant =
    Instant.ofEpochSecond(seconds.coerceIn(Instant.MIN.epochSecond, Instant.MAX.epochSecond))
