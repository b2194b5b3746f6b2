package org.xign.protocol

// Requests about an activation and its account (docs/protocol.md, sections 3, 7 and 8).

/** A reason why a process ends without a signature. */
internal enum class AbortWord(override val word: String) : Word { CANCELLED("cancelled"), NOT_ME("notMe") }

internal fun DeviceRequest.Companion.abort(session: ClaimedSession, reason: AbortWord) = DeviceRequest(
    "abort",
    json(
        "sessionId" to json(session.id.octets), "sessionToken" to json(session.token), "reason" to json(reason.word),
    ),
)

/**
 * Composes the request `status`.
 *
 * @param ended the hash of the open token that the manager ends; null to end none.
 * @param noticesAfter the number of the newest notice that the device has; null to get no notices.
 */
internal fun DeviceRequest.Companion.status(
    activation: ActivationId, ended: Octets? = null, noticesAfter: Long? = null,
) = DeviceRequest(
    "status",
    json(
        "activationId" to json(activation.octets), "openTokenHash" to ended?.let(::json),
        "noticesAfter" to noticesAfter?.let(::json),
    ),
)

internal fun DeviceRequest.Companion.startUtility(
    activation: ActivationId, utility: UtilityRequest, client: ClientInformation,
): DeviceRequest {
    val purpose = when (utility) {
        UtilityRequest.ChangePin -> Purpose.CHANGE_PIN
        UtilityRequest.NewActivation -> Purpose.NEW_ACTIVATION
        UtilityRequest.Delete -> Purpose.DELETE
        is UtilityRequest.AddFactor -> Purpose.ADD_FACTOR
        is UtilityRequest.Revoke -> Purpose.REVOKE
    }
    return DeviceRequest(
        "startUtility",
        json(
            "activationId" to json(activation.octets), "purpose" to json(purpose.word),
            "factor" to (utility as? UtilityRequest.AddFactor)?.let { json(it.factor.word) },
            "target" to (utility as? UtilityRequest.Revoke)?.let { json(it.target.octets) }, "client" to client.asJson,
        ),
    )
}

/**
 * Composes the request `finishUtility`.
 *
 * @param keyChange the statement of the change, signed.
 * @param pinProof the proof of the PIN of a new activation.
 */
internal fun DeviceRequest.Companion.finishUtility(
    activation: ActivationId, grant: Octets, keyChange: ByteArray, pinProof: Octets?,
) = DeviceRequest(
    "finishUtility",
    json(
        "activationId" to json(activation.octets), "grant" to json(grant), "keyChange" to json(Octets(keyChange)),
        "pinProof" to pinProof?.let(::json),
    ),
)

/** Composes the request `inAppStart`. A value that is null is left out. */
internal fun DeviceRequest.Companion.inAppStart(
    activation: ActivationId, clientId: String, scope: String, nonce: String?, codeChallenge: String?,
    client: ClientInformation,
) = DeviceRequest(
    "inAppStart",
    json(
        "activationId" to json(activation.octets), "clientId" to json(clientId), "scope" to json(scope),
        "nonce" to nonce?.let(::json), "codeChallenge" to codeChallenge?.let(::json), "client" to client.asJson,
    ),
)

internal fun DeviceRequest.Companion.collectCode(activation: ActivationId, session: ClaimedSession) = DeviceRequest(
    "collectCode",
    json(
        "activationId" to json(activation.octets), "sessionId" to json(session.id.octets),
        "sessionToken" to json(session.token),
    ),
)

internal fun DeviceRequest.Companion.aliasChoices(activation: ActivationId) =
    DeviceRequest("aliasChoices", json("activationId" to json(activation.octets)))

internal fun DeviceRequest.Companion.forgetAliasChoice(activation: ActivationId, choice: Octets) = DeviceRequest(
    "forgetAliasChoice", json("activationId" to json(activation.octets), "choiceId" to json(choice)),
)

internal fun DeviceRequest.Companion.list(activation: ActivationId) =
    DeviceRequest("list", json("activationId" to json(activation.octets)))

internal fun DeviceRequest.Companion.rename(activation: ActivationId, alias: String) =
    DeviceRequest("rename", json("activationId" to json(activation.octets), "alias" to json(alias)))

internal fun DeviceRequest.Companion.revoke(activation: ActivationId) =
    DeviceRequest("revoke", json("activationId" to json(activation.octets)))
