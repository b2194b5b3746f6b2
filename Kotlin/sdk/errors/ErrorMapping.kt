package org.xign.sdk

import java.time.Instant
import org.xign.protocol.ConsentMismatchException
import org.xign.protocol.MalformedException
import org.xign.protocol.RefusedException

// Converts the exceptions of the layers below to those of the SDK.

/**
 * Converts any exception of a flow.
 *
 * @param now the time by the device's clock, from which periods count.
 */
internal fun Exception.asSdkException(now: Instant): XignSdkException = when (this) {
    is XignSdkException -> this
    is RefusedException -> asSdkException(now)
    is KeyStoreException -> asSdkException()
    is ConsentMismatchException -> consentMismatch()
    is MalformedException -> unreadableAnswer(this)
    is InterruptedException -> XignSdkException(XignSdkErrorCode.CANCELLED, "The thread was interrupted.", this)
    else -> XignSdkException(
        XignSdkErrorCode.UNEXPECTED, "An unexpected error. Report it with its cause.", this,
    )
}

internal fun KeyStoreException.asSdkException(): XignSdkException = when (this) {
    is KeyStoreException.KeysMissing -> XignSdkException(
        XignSdkErrorCode.KEY_UNAVAILABLE, "The activation's keys are missing. Depersonalize and activate again.", this,
    )
    is KeyStoreException.DeviceLocked -> XignSdkException(
        XignSdkErrorCode.KEY_UNAVAILABLE, "The device is locked. Try again when it is unlocked.", this,
    )
    is KeyStoreException.DeviceLockNotSet -> XignSdkException(
        XignSdkErrorCode.KEY_UNAVAILABLE, "The device has no lock. Ask the user to set one.", this,
    )
    is KeyStoreException.Unusable, is KeyStoreException.Storage ->
        XignSdkException(XignSdkErrorCode.STORAGE_FAILED, message.orEmpty(), this)
}

/** Makes the exception of a device that cannot store that its manager has activated it. */
internal fun KeyStoreException.asActivationNotStored(): XignSdkException {
    val isFull = this is KeyStoreException.Storage && problem.kind == StorageProblem.Kind.NO_SPACE
    // The text of a full disk has the advice already.
    val advice = if (isFull) "" else " Run the same again when there is room and the storage can be written."
    return XignSdkException(
        XignSdkErrorCode.STORAGE_FAILED,
        "The manager has activated this device, but the device cannot store it, and the activation is pending. " +
            asSdkException().message + advice,
        this,
    )
}

internal fun encryptionKeyUnknown(idm: String) = XignSdkException(
    XignSdkErrorCode.ENCRYPTION_KEY_UNKNOWN,
    "$idm does not know its own newest key, which this device has: an older copy may have taken the place of its " +
        "database. Nothing was confirmed, and the activation remains. Try again once; if it stays so, tell the " +
        "operator.",
)

/** @param configuresNone true if the configuration has no key material at all. */
internal fun managerUnknown(name: String, configuresNone: Boolean): XignSdkException {
    val reason = if (configuresNone) {
        "the configuration has no manager. Add the key material of each with addKeyMaterial."
    } else {
        "the configuration has no key material of it."
    }
    return XignSdkException(XignSdkErrorCode.MANAGER_UNKNOWN, "The manager $name is not trusted: $reason")
}

internal fun notPersonalized(idm: String) = XignSdkException(
    XignSdkErrorCode.NOT_PERSONALIZED, "This device has no activation at $idm. Personalize first.",
)

internal fun alreadyPersonalized(idm: String) = XignSdkException(
    XignSdkErrorCode.ALREADY_PERSONALIZED,
    "This device already has an activation at $idm. Depersonalize it first, or use it.",
)

internal fun activatedByAnotherAttempt() = XignSdkException(
    XignSdkErrorCode.ACTIVATED_BY_ANOTHER_ATTEMPT,
    "Another attempt, earlier or concurrent, has activated this device. The PIN of that attempt is valid.",
)

internal fun attemptReplaced(refusal: RefusedException? = null) = XignSdkException(
    XignSdkErrorCode.ENROLMENT_REJECTED,
    "Another attempt on this device has replaced this one, or it was given up. Finish the newer attempt.", refusal,
)

internal fun attemptEnded(refusal: RefusedException) = XignSdkException(
    XignSdkErrorCode.ENROLMENT_REJECTED,
    "The attempt took too long, or another attempt ended it. Decrypt the same initialization data again.", refusal,
)

internal fun activationGivenUp() = XignSdkException(
    XignSdkErrorCode.ACTIVATION_UNKNOWN,
    "The activation was given up on this device while the manager accepted it. Revoke it and request a new one.",
)

internal fun unreadableAnswer(cause: Throwable? = null) = XignSdkException(
    XignSdkErrorCode.RESPONSE_INVALID,
    "The manager's answer violates the protocol. Do not continue; report it.", cause,
)

internal fun consentMismatch() = XignSdkException(
    XignSdkErrorCode.CONSENT_MISMATCH,
    "The statement to be signed differs from what the user saw. Nothing was signed. Report it.",
)

internal fun factorSetMismatch() = XignSdkException(
    XignSdkErrorCode.FACTOR_SET_MISMATCH,
    "Sign with all factors of one requested combination, and with no other. No attempt was counted.",
)

internal fun wrongOrder(message: String) = XignSdkException(XignSdkErrorCode.WRONG_ORDER, message)
