package org.xign.samples.desktop

import java.time.Instant
import org.xign.sdk.AuthenticationSubject
import org.xign.sdk.PinSpecification
import org.xign.sdk.TransactionRequest
import org.xign.sdk.XignSdkErrorCode
import org.xign.sdk.XignSdkException
import org.xign.sdk.XignSdkLockoutException

// The app's words. The messages of the SDK are for developers.

/** Returns the act that the person is asked to confirm. */
internal fun act(subject: AuthenticationSubject): String = when (subject) {
    is AuthenticationSubject.Login -> "Log in" + lasting(subject.offlineUntil)
    is AuthenticationSubject.InAppLogin -> "Log in in this app" + lasting(subject.offlineUntil)
    is AuthenticationSubject.ChangePin -> "Change the PIN of this device"
    is AuthenticationSubject.NewActivation -> "Make an activation for another device"
    is AuthenticationSubject.Delete -> "Delete the account. This cannot be undone"
    is AuthenticationSubject.AddFactor -> "Add a factor to this device: ${subject.factorType}"
    is AuthenticationSubject.Revoke ->
        "Remove a device\n  ${subject.activation.alias}\n  ${subject.activation.platform}"
    is AuthenticationSubject.Merge -> "Accept an invitation\n  ${subject.mergeInformation.emailAddress}"
    is AuthenticationSubject.Transaction -> text(subject.request)
}

private fun lasting(end: Instant?): String = if (end == null) "" else ". The service keeps access until $end"

/** Returns the text of a transaction: each name on a line of its own, so that it cannot change the sentence. */
private fun text(request: TransactionRequest): String = request.text.joinToString("\n") { part ->
    when (part) {
        is TransactionRequest.Part.Literal -> part.text
        is TransactionRequest.Part.Name -> "  ${part.text}"
    }
}

/** Returns what is wrong with a new PIN. */
internal fun sentence(code: PinSpecification.ResultCode): String = when (code) {
    PinSpecification.ResultCode.VALID -> "The PIN is fine."
    PinSpecification.ResultCode.EMPTY -> "Type a PIN."
    PinSpecification.ResultCode.TOO_SHORT -> "The PIN has too few digits."
    PinSpecification.ResultCode.TOO_LONG -> "The PIN has too many digits."
    PinSpecification.ResultCode.INVALID_CHARACTER -> "A PIN has digits only."
    PinSpecification.ResultCode.TOO_COMMON -> "Others guess this PIN first. Choose another one."
    PinSpecification.ResultCode.UNCHANGED -> "Choose another PIN than the activation PIN."
}

/** Returns what the person can do about an error. */
internal fun sentence(error: XignSdkException): String = when {
    error is XignSdkLockoutException -> sentence(error.information)
    else -> sentences[error.errorCode] ?: "This did not work (${error.errorCode}). Begin again."
}

private val sentences = mapOf(
    XignSdkErrorCode.INITIALIZATION_DATA_INVALID to "This is not a link of Xign. Copy all of it.",
    XignSdkErrorCode.MANAGER_UNKNOWN to "The link is of another service than this app knows.",
    XignSdkErrorCode.NOT_PERSONALIZED to "This device is not activated yet. Paste the link of an activation.",
    XignSdkErrorCode.ACTIVATION_UNKNOWN to "This device is no longer activated. Ask for a new activation.",
    XignSdkErrorCode.ALREADY_PERSONALIZED to "This device is activated already.",
    XignSdkErrorCode.SESSION_ENDED to "This login has ended. Begin again on the page.",
    XignSdkErrorCode.QR_CODE_EXPIRED to "This login has ended. Begin again on the page.",
    XignSdkErrorCode.PAIRING_FAILED to "The page shows other digits. This login has ended: begin again on the page.",
    XignSdkErrorCode.PIN_INVALID to "A PIN has 5 to 32 digits.",
    XignSdkErrorCode.CONNECTION_FAILED to "There is no connection. Try again.",
    XignSdkErrorCode.TIMED_OUT to "There is no connection. Try again.",
)
