package org.xign.sdk

import org.xign.protocol.FactorPublicKey
import org.xign.protocol.FactorType
import org.xign.protocol.MalformedException
import org.xign.protocol.Octets
import org.xign.protocol.crypto.P256

// A factor that is added after the personalization is pending from before its key is sent until the manager has
// confirmed it (docs/protocol.md, section 7). Its key is never replaced meanwhile: a request in transit could still add
// the old one. Only the manager's `status` decides, and only after the end of the grant that the factor is lost.

/**
 * Creates the key of a factor and records it as pending. A key that is pending already is used again.
 *
 * @throws XignSdkException `factorRefused` if the activation has the factor, `notPersonalized` if the activation was
 * given up, `factorUnavailable` if the gate makes no key.
 */
internal fun Device.pendingKey(factor: FactorType, gate: BiometricGate, grant: Grant): FactorPublicKey =
    activations.change { changes ->
        val record = changes.current(grant.activation) ?: throw notPersonalized(grant.activation.idmIdentifier)
        if (factor in record.factors) throw factorAlreadyAdded()
        val earlier = record.pendingFactor
        val bytes = earlier?.publicKey?.bytes ?: gate.newKey(record)
        val key = es256Key(factor, bytes, "The biometric gate made a key that is not on its curve.")
        val end = grant.endsAt.epochSecond + 1
        val pending = PendingFactor(factor, Octets(bytes), maxOf(end, earlier?.grantEndsAt ?: end))
        changes.write(record.copy(pendingFactor = pending))
        key
    }

/** Records that the manager has the pending factor. */
internal fun Device.confirmPendingFactor(activation: ActivationRecord) = activations.change { changes ->
    changes.current(activation)?.let { changes.write(it.withPendingFactorAdded) }
    Unit
}

/**
 * Returns the record after asking the manager for the state of a pending factor; the same record if there is none, or
 * if the manager cannot be asked.
 */
internal fun Device.resolvingPendingFactor(activation: ActivationRecord): ActivationRecord {
    val pending = activation.pendingFactor ?: return activation
    val isGrantOver = now().epochSecond >= pending.grantEndsAt
    try {
        val isAdded = pending.factor in status(activation).activation.factors
        return activations.change { changes ->
            val record = changes.current(activation) ?: return@change activation
            if (record.pendingFactor != pending || !(isAdded || isGrantOver)) return@change record
            // A key that remains is replaced when the factor is added again.
            if (!isAdded) biometricGate?.removeKey(record.label, log)
            val resolved = if (isAdded) record.withPendingFactorAdded else record.copy(pendingFactor = null)
            changes.write(resolved)
            resolved
        }
    } catch (error: InterruptedException) {
        throw error
    } catch (error: Exception) {
        log(XignLog.Level.WARNING) { "the manager could not be asked about a new factor" }
        log.failure(error.asSdkException(now()), "status")
        return activation
    }
}

private val ActivationRecord.withPendingFactorAdded: ActivationRecord
    get() {
        val factor = pendingFactor?.factor ?: return this
        return copy(factors = (factors + factor).distinct().sorted(), pendingFactor = null)
    }

/**
 * Makes the public key of a factor that signs by ES256.
 *
 * @throws KeyStoreException `Unusable` for bytes that are no point of the curve.
 */
internal fun es256Key(factor: FactorType, bytes: ByteArray, message: String): FactorPublicKey {
    try {
        P256.publicKey(bytes)
    } catch (error: MalformedException) {
        throw KeyStoreException.Unusable(message, error)
    }
    return FactorPublicKey(factor, Octets(bytes))
}
