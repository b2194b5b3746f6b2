package org.xign.sdk

import org.xign.protocol.FactorType

/**
 * Recognizes the user, unless it is known already that the factor could not sign. Needs no network.
 *
 * An activation without the factor has no key yet: the factor is about to be added.
 */
internal fun Device.createBiometricFactor(idm: String, reason: String): BiometricFactor {
    val gate = biometricGate ?: throw XignSdkException(
        XignSdkErrorCode.FACTOR_UNAVAILABLE, "This device has no biometric factor: the configuration has no gate.",
    )
    val activation = activations.record(idm)
    if (activation == null || activation.state != ActivationRecord.State.ACTIVE) throw notPersonalized(idm)
    if (FactorType.BIOMETRIC in activation.factors || activation.pendingFactor?.factor == FactorType.BIOMETRIC) {
        gate.checkKey(activation)
    }
    return BiometricFactor(gate.recognizedGate(reason))
}
