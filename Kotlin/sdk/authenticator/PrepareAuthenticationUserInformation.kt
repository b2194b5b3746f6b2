package org.xign.sdk

import org.xign.protocol.ConsentMismatchException
import org.xign.protocol.DeviceRequest
import org.xign.protocol.PrepareAnswer

/** The outcome of a preparation. */
public sealed class PrepareAuthenticationUserInformationResult {
    /**
     * Attributes must be corrected; each attribute's `error` says how.
     *
     * @property request the request that was submitted.
     */
    public class Failure internal constructor(public val request: AuthenticateRequest) :
        PrepareAuthenticationUserInformationResult()

    /**
     * The information is ready to be signed.
     *
     * @property userInformation the information.
     */
    public class Success internal constructor(public val userInformation: AuthenticationUserInformation) :
        PrepareAuthenticationUserInformationResult()
}

/** Submits role, digits and attributes, and compares the statement to be signed with what the user saw. */
internal fun prepare(request: AuthenticateRequest): PrepareAuthenticationUserInformationResult {
    val process = request.process
    val selected = request.selectedRole
    val role = process.answer.roles.find { it.id == selected?.id } ?: throw XignSdkException(
        XignSdkErrorCode.ROLE_MISSING, "Select one of the roles with setSelection.",
    )
    val digits = request.pairingDigits.takeIf { request.isPairingRequired }
    if (request.isPairingRequired && digits == null) throw pairingMissing()
    val decisions = request.info.decisions()
    val prepared = DeviceRequest.prepare(process.session, role.id, decisions.mapValues { it.value.selection }, digits)
    return when (val answer = process.manager.perform(prepared, read = PrepareAnswer.Companion::read)) {
        is PrepareAnswer.Errors -> {
            val errors = answer.byAttribute
            // The user could not correct an error of an unknown attribute.
            if (request.info.names.none { it in errors }) throw unreadableAnswer()
            request.info.setErrors { errorCode(errors[it]) }
            PrepareAuthenticationUserInformationResult.Failure(request)
        }
        is PrepareAnswer.Statement -> {
            request.info.setErrors { AuthenticationInformation.ErrorCode.NONE }
            val choices = decisions.mapValues { it.value.choice ?: throw ConsentMismatchException() }
            val statement = process.shown.check(answer.bytes.bytes, role, choices)
            PrepareAuthenticationUserInformationResult.Success(
                AuthenticationUserInformation(request, statement, answer.bytes.bytes),
            )
        }
    }
}

private fun pairingMissing() = XignSdkException(
    XignSdkErrorCode.PAIRING_MISSING,
    "The page in the browser shows two digits. Ask the user for them, pass them to setPairingDigits, and repeat the " +
        "call. Nothing was sent.",
)

private fun errorCode(error: PrepareAnswer.SelectionError?): AuthenticationInformation.ErrorCode = when (error) {
    PrepareAnswer.SelectionError.INVALID -> AuthenticationInformation.ErrorCode.INVALID
    PrepareAnswer.SelectionError.NOT_AVAILABLE -> AuthenticationInformation.ErrorCode.NOT_AVAILABLE
    PrepareAnswer.SelectionError.DATA_MISSING -> AuthenticationInformation.ErrorCode.DATA_MISSING
    PrepareAnswer.SelectionError.NO_ALIAS_SELECTED -> AuthenticationInformation.ErrorCode.NO_ALIAS_SELECTED
    null -> AuthenticationInformation.ErrorCode.NONE
}
