package org.xign.sdk

// The operations of a gate with the exceptions of the SDK: see `BiometricGate`.

/** Creates the biometric key of an activation. @throws XignSdkException `factorUnavailable`. */
internal fun BiometricGate.newKey(activation: ActivationRecord): ByteArray =
    usable { createKey(activation.label) }

/**
 * Signs a message with the biometric key of an activation (ES256).
 *
 * @throws XignSdkException `biometricsChanged`, `userNotRecognized`, `factorUnavailable`.
 */
internal fun BiometricGate.biometricSignature(message: ByteArray, activation: ActivationRecord): ByteArray = try {
    signature(activation.label, message)
} catch (error: InterruptedException) {
    throw error
} catch (error: KeyStoreException.KeysMissing) {
    throw biometricsChanged(error)
} catch (error: KeyStoreException) {
    throw gateUnusable(error)
} catch (error: Exception) {
    // Platforms report an invalidated key by various exceptions.
    throw if (saysKeyIsGone(activation)) biometricsChanged(error) else userNotRecognized(error)
}

private fun BiometricGate.saysKeyIsGone(activation: ActivationRecord): Boolean = try {
    !hasKey(activation.label)
} catch (_: Exception) {
    false
}

/**
 * Checks that the biometric key of an activation can sign once the user is recognized.
 *
 * @throws XignSdkException `biometricsChanged`, `factorUnavailable`.
 */
internal fun BiometricGate.checkKey(activation: ActivationRecord) {
    if (!usable { hasKey(activation.label) }) throw biometricsChanged(KeyStoreException.KeysMissing())
}

/** Recognizes the user. @throws XignSdkException `userNotRecognized`, `factorUnavailable`. */
internal fun BiometricGate.recognizedGate(reason: String): BiometricGate = try {
    recognizeUser(reason)
} catch (error: InterruptedException) {
    throw error
} catch (error: KeyStoreException) {
    throw gateUnusable(error)
} catch (error: Exception) {
    throw userNotRecognized(error)
}

/** Removes a key whose activation or factor ends in any case. */
internal fun BiometricGate.removeKey(label: KeyStoreLabel, log: XignLog) = try {
    removeKey(label)
} catch (error: InterruptedException) {
    throw error
} catch (error: Exception) {
    log(XignLog.Level.WARNING) { "the biometric gate could not remove a key (${error.javaClass.name})" }
}

private inline fun <T> usable(operation: () -> T): T = try {
    operation()
} catch (error: InterruptedException) {
    throw error
} catch (error: Exception) {
    throw gateUnusable(error)
}

private fun biometricsChanged(cause: Exception) = XignSdkException(
    XignSdkErrorCode.BIOMETRICS_CHANGED,
    "The biometric key is gone, for example since the enrolled biometrics have changed. Use other factors; only a " +
        "new activation makes another key.",
    cause,
)

private fun userNotRecognized(cause: Exception) = XignSdkException(
    XignSdkErrorCode.USER_NOT_RECOGNIZED,
    "The user cancelled, or was not recognized. Try again, or use other factors.", cause,
)

private fun gateUnusable(cause: Exception) = XignSdkException(
    XignSdkErrorCode.FACTOR_UNAVAILABLE, "The biometric gate cannot be used. Use other factors.", cause,
)
