package org.xign.sdk

import org.xign.protocol.Base64Url
import org.xign.protocol.Channel
import org.xign.protocol.ConsentSubject
import org.xign.protocol.DeviceRequest
import org.xign.protocol.FactorPublicKey
import org.xign.protocol.FinishAnswer
import org.xign.protocol.PinPolicy
import org.xign.protocol.ShownProcess
import org.xign.protocol.UtilityAct

/**
 * Submits the signed statement.
 *
 * If no answer arrives, the signers stay in memory and the same statement can be submitted again. The manager then
 * repeats its answer and counts nothing twice. Before the end of a known lockout nothing is submitted, since the
 * manager would end the session.
 */
internal fun finish(userInfo: AuthenticationUserInformation): AuthenticationResult {
    userInfo.runningLockout?.let { return AuthenticationResult.Lockout(it, userInfo) }
    return userInfo.finishing {
        val process = userInfo.request.process
        val finish = DeviceRequest.finish(process.session, userInfo.signedStatement())
        val answer = process.manager.perform(finish, read = FinishAnswer.Companion::read)
        val pinKey = userInfo.finish()
        when (answer) {
            is FinishAnswer.Success -> {
                process.settle(pinKey)
                process.result(answer, userInfo, pinKey)
            }
            is FinishAnswer.WrongFactor -> process.lockout(answer, userInfo)
        }
    }
}

/** Removes the mark of a change that this success settles. Without the PIN, nobody has learned which one is valid. */
private fun AuthenticationProcess.settle(pinKey: FactorPublicKey?) {
    val isSettled = when (activation.unansweredChange) {
        UnansweredChange.Kind.DELETE -> true
        UnansweredChange.Kind.CHANGE_PIN -> pinKey != null
        null -> false
    }
    if (isSettled) device.setUnansweredChange(null, activation)
}

/**
 * Converts a success to the app's result. Names come from the descriptions that the user saw, not from the answer.
 *
 * @throws XignSdkException `responseInvalid` for an outcome that is not the process's.
 */
private fun AuthenticationProcess.result(
    success: FinishAnswer.Success, userInfo: AuthenticationUserInformation, pinKey: FactorPublicKey?,
): AuthenticationResult {
    val request = userInfo.request
    val login = LoginInformation(
        request.serviceInformation, request.organizationInformation, userInfo.statement.role.name,
        success.failedAttemptsSinceLastSuccess,
    )
    val subject = answer.subject
    if (success.outcome != subject.outcome) throw unreadableAnswer()
    return when (subject) {
        is ConsentSubject.Login -> AuthenticationResult.UserLoginResult(login, returnAddress(success))
        is ConsentSubject.Transaction -> {
            val address = returnAddress(success)
            val transaction =
                TransactionResult(request.serviceInformation, request.organizationInformation, address)
            AuthenticationResult.UserLoginResult(login, address, transaction)
        }
        is ConsentSubject.InAppLogin -> AuthenticationResult.ServiceLoginResult(login, this, success.returnSecret)
        is ConsentSubject.Utility -> result(subject.act, success, login, userInfo, pinKey)
    }
}

private fun AuthenticationProcess.result(
    act: UtilityAct, success: FinishAnswer.Success, login: LoginInformation, userInfo: AuthenticationUserInformation,
    pinKey: FactorPublicKey?,
): AuthenticationResult {
    fun grant() = Grant(success.grant ?: throw unreadableAnswer(), this, userInfo.bytes)
    return when (act) {
        is UtilityAct.Revoke -> AuthenticationResult.UserLoginResult(login)
        is UtilityAct.Merge -> AuthenticationResult.ApiAccessMergeComplete(activation.idmIdentifier)
        is UtilityAct.AddFactor -> AuthenticationResult.ApiAccessAddFactor(grant(), AuthenticatorType.of(act.factor))
        UtilityAct.ChangePin ->
            AuthenticationResult.ApiAccessChangePin(grant(), pinPolicy(), pinKey ?: throw unreadableAnswer())
        UtilityAct.NewActivation -> AuthenticationResult.ApiAccessRequestNewActivationData(grant(), pinPolicy())
        UtilityAct.Delete -> AuthenticationResult.ApiAccessDelete(grant())
    }
}

/** The effect that a confirmed process must have. */
private val ConsentSubject.outcome: FinishAnswer.Outcome
    get() = when (this) {
        is ConsentSubject.Login, is ConsentSubject.Transaction -> FinishAnswer.Outcome.USER_LOGIN
        is ConsentSubject.InAppLogin -> FinishAnswer.Outcome.SERVICE_LOGIN
        is ConsentSubject.Utility -> when (act) {
            is UtilityAct.Revoke -> FinishAnswer.Outcome.USER_LOGIN
            is UtilityAct.Merge -> FinishAnswer.Outcome.MERGE_COMPLETE
            is UtilityAct.AddFactor -> FinishAnswer.Outcome.ADD_FACTOR
            UtilityAct.ChangePin -> FinishAnswer.Outcome.CHANGE_PIN
            UtilityAct.NewActivation -> FinishAnswer.Outcome.REQUEST_NEW_ACTIVATION_DATA
            UtilityAct.Delete -> FinishAnswer.Outcome.DELETE
        }
    }

private fun AuthenticationProcess.pinPolicy(): PinPolicy = beginning.pinPolicy ?: throw unreadableAnswer()

/**
 * Builds the return URL below the manager's pinned URL, so that no answer can send the browser elsewhere
 * (docs/protocol.md, section 6, "Return on the same device").
 */
private fun AuthenticationProcess.returnAddress(success: FinishAnswer.Success): String? {
    if (beginning.process.channel != Channel.SAME_DEVICE) return null
    val secret = success.returnSecret ?: throw unreadableAnswer()
    val manager = device.keyMaterials.chain(activation.idmIdentifier).current.material.url
    return "$manager/return#${Base64Url.encode(secret.bytes)}"
}

/**
 * Converts a refusal. The process can continue with the next statement if that differs only in challenge and times.
 */
private fun AuthenticationProcess.lockout(
    refusal: FinishAnswer.WrongFactor, userInfo: AuthenticationUserInformation,
): AuthenticationResult {
    val next = refusal.nextStatement?.bytes
    val lockout = KnownLockout(refusal.lockout, device.uptime(), canResume = next != null)
    val statement =
        if (next == null) userInfo.statement else ShownProcess.checkNext(userInfo.statement, next)
    return AuthenticationResult.Lockout(
        lockout.information(device),
        AuthenticationUserInformation(userInfo.request, statement, next ?: userInfo.bytes, lockout),
    )
}
