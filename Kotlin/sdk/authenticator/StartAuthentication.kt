package org.xign.sdk

import org.xign.protocol.ClaimedSession
import org.xign.protocol.DeviceRequest
import org.xign.protocol.ShownAttributes
import org.xign.protocol.StartAnswer

/** Claims the session for this device's activation. */
internal fun Device.start(data: AuthenticationInitializationData): AuthenticateRequest {
    val activation = requiredActivation(data.idmIdentifier)
    val request = DeviceRequest.start(activation.activationId, data.sessionId, data.claim, clientInformation())
    val answer = manager(data.idmIdentifier).perform(request, activation, StartAnswer.Companion::read)
    val url = keyMaterials.chain(data.idmIdentifier).current.material.url
    if (!data.beginning.process.allows(answer, url)) {
        throw XignSdkException(
            XignSdkErrorCode.CONSENT_MISMATCH,
            "The session has another purpose than what the user began. Report it.",
        )
    }
    if (!answer.areAliasesDistinct) throw unreadableAnswer()
    val subject = AuthenticationSubject.of(answer, data.beginning)
    if (subject == null || (answer.pairing && !data.beginning.isOfQrCode)) {
        throw XignSdkException(
            XignSdkErrorCode.CLIENT_TOO_OLD,
            "The process asks for something that this version cannot show. Update the app.",
        )
    }
    // An optional attribute that cannot be shown is left out, as if the user had declined it.
    val shown = ShownAttributes.of(answer.attributes, answer.subject.purpose, showsAdditionalInformation)
        ?: throw XignSdkException(
            XignSdkErrorCode.CLIENT_TOO_OLD,
            "The service requires attributes that this version does not know. Update the app.",
        )
    val session = ClaimedSession(data.sessionId, answer.sessionToken)
    val process = AuthenticationProcess(this, activation, session, data.beginning, answer)
    val expiresAt = now().plusSeconds(answer.expiresInSeconds.coerceIn(0, LONGEST_SESSION_SECONDS))
    return AuthenticateRequest(process, subject, AuthenticationPersonalInformation(shown, now), expiresAt)
}

private const val LONGEST_SESSION_SECONDS = 3600L

/** True if the aliases of each attribute can be told apart. */
private val StartAnswer.areAliasesDistinct: Boolean
    get() = attributes.values.all { attribute ->
        attribute.aliases.map { it.id }.toSet().size == attribute.aliases.size
    }
