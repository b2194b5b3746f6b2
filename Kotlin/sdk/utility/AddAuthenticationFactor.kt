package org.xign.sdk

import org.xign.protocol.FactorSigner
import org.xign.protocol.FactorType
import org.xign.protocol.KeyChange
import org.xign.protocol.UtilityRequest

/**
 * Begins to add a factor, unless it is known already that it cannot be added: the user should not have to authenticate
 * for nothing.
 */
internal fun Device.startAdding(type: AuthenticatorType, idm: String): AuthenticationInitializationData {
    val activation = requiredActivation(idm)
    val factor = type.factor
    if (factor == null || factor in activation.factors) throw factorAlreadyAdded()
    if (factor != FactorType.BIOMETRIC || type !in authenticators) throw cannotAdd(type)
    return start(UtilityRequest.AddFactor(factor), activation)
}

/**
 * Creates the factor's key and sends it.
 *
 * The order is: the key; the record of the pending factor; the request; the record of the factor. After a crash the
 * next flow asks the manager which of them is true.
 */
internal fun finishAdding(factor: AuthenticationFactor, access: AuthenticationResult.ApiAccessAddFactor) {
    if (factor.type != access.factorType) {
        throw XignSdkException(
            XignSdkErrorCode.GRANT_MISMATCH, "The permission is for the factor ${access.factorType}.",
        )
    }
    val grant = access.grant
    val (device, activation) = Pair(grant.device, grant.activation)
    val gate = (factor as? BiometricFactor)?.gate
    if (gate == null || factor.type !in device.authenticators) throw cannotAdd(factor.type)
    grant.spend { earlier ->
        earlier ?: run {
            val key = device.pendingKey(FactorType.BIOMETRIC, gate, grant)
            val signer = FactorSigner(FactorType.BIOMETRIC) { gate.biometricSignature(it, activation) }
            grant.request(KeyChange.AddFactor(key), signer)
        }
    }
    device.confirmPendingFactor(activation)
    device.log(XignLog.Level.INFO) { "added the factor ${factor.type} at ${activation.idmIdentifier}" }
}

internal fun factorAlreadyAdded() = XignSdkException(
    XignSdkErrorCode.FACTOR_REFUSED,
    "The activation has this factor already. If its key was invalidated, only a new activation makes another.",
)

private fun cannotAdd(type: AuthenticatorType) = XignSdkException(
    XignSdkErrorCode.FACTOR_UNAVAILABLE,
    "The factor $type cannot be added on this device. For biometrics, the configuration needs a gate.",
)
