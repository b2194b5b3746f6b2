package org.xign.sdk

import org.xign.protocol.DeviceRequest
import org.xign.protocol.Octets
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.StatusAnswer
import org.xign.protocol.status

/** The outcome of asking the manager about a pending activation. */
internal sealed class Resolution {
    /** The manager has the activation's keys. The record is active now. */
    class Active(val activation: ActivationRecord) : Resolution()

    /** The manager does not have the activation's keys. */
    object Unknown : Resolution()

    /** Another flow has removed or replaced the record in the meantime: read it again. */
    object Changed : Resolution()
}

/**
 * Returns the activation at a manager; null if there is none.
 *
 * The manager is asked about an activation whose personalization was interrupted, and about a factor whose addition
 * was. If it does not have the keys, they stay pending, since the request may still be in transit.
 */
internal fun Device.activation(idm: String): ActivationRecord? {
    while (true) {
        val record = activations.record(idm) ?: return null
        if (record.state == ActivationRecord.State.ACTIVE) return resolvingPendingFactor(record)
        when (val resolution = resolve(record)) {
            is Resolution.Active -> return resolution.activation
            Resolution.Unknown -> return null
            Resolution.Changed -> {}
        }
    }
}

/** Returns the activation at a manager. @throws XignSdkException `notPersonalized` if there is none. */
internal fun Device.requiredActivation(idm: String): ActivationRecord = activation(idm) ?: throw notPersonalized(idm)

/**
 * Asks the manager for the outcome of a personalization attempt. Neither ends the attempt nor deletes anything.
 *
 * @throws Exception that of the request; `storageFailed` if the attempt has succeeded and that cannot be stored.
 */
internal fun Device.resolve(pending: ActivationRecord): Resolution = ask(pending, isEnding = false)

/**
 * Ends a personalization attempt, unless it has succeeded.
 *
 * After the result `Unknown` the manager refuses all requests of this attempt, even those still in transit, and the
 * device has removed keys and record.
 *
 * @throws Exception that of the request, or `storageFailed` if the attempt has succeeded and that cannot be stored;
 * nothing has changed on the device then.
 */
internal fun Device.end(pending: ActivationRecord): Resolution = ask(pending, isEnding = true)

/**
 * Asks the manager about an activation.
 *
 * @param ended the hash of the open token that the manager ends; null to end none.
 * @param noticesAfter the number of the newest notice that the device has; null to get no notices.
 */
internal fun Device.status(
    activation: ActivationRecord, ended: Octets? = null, noticesAfter: Long? = null,
): StatusAnswer = manager(activation.idmIdentifier).perform(
    DeviceRequest.status(activation.activationId, ended, noticesAfter), activation, StatusAnswer.Companion::read,
)

/** Asks the manager, then decides under the lock on the record as it is after the answer. */
private fun Device.ask(pending: ActivationRecord, isEnding: Boolean): Resolution {
    val answer = try {
        status(pending, if (isEnding) pending.openTokenHash else null)
    } catch (error: RefusedException) {
        if (error.code != ProtocolErrorCode.ACTIVATION_UNKNOWN) throw error
        null
    } catch (error: KeyStoreException.KeysMissing) {
        if (isCurrent(pending)) throw error
        return Resolution.Changed
    }
    var isNewlyActive = false
    val resolution = activations.change { changes ->
        val record = changes.current(pending) ?: return@change Resolution.Changed
        if (record.state == ActivationRecord.State.ACTIVE) return@change Resolution.Active(record)
        if (answer == null) {
            if (isEnding) remove(record, changes)
            return@change Resolution.Unknown
        }
        val active = answer.activation.run { record.activated(userName, alias, factors) }
        changes.writeActive(active)
        isNewlyActive = true
        Resolution.Active(active)
    }
    if (isNewlyActive) {
        log(XignLog.Level.INFO) { "the interrupted personalization at ${pending.idmIdentifier} had succeeded" }
    }
    return resolution
}

/**
 * Returns true if the record still belongs to this attempt. Takes the lock, since keys are removed before their
 * record.
 */
internal fun Device.isCurrent(attempt: ActivationRecord): Boolean =
    activations.change { it.current(attempt) != null }

/** Removes an activation with its keys. Returns false if another flow has already removed or replaced it. */
internal fun Device.forget(activation: ActivationRecord): Boolean = activations.change { changes ->
    val record = changes.current(activation) ?: return@change false
    remove(record, changes)
    true
}

/** Removes the keys, then the record. After a crash in between, the call can be repeated. */
private fun Device.remove(record: ActivationRecord, changes: ActivationRecords.Changes) {
    // Nothing is signed by this key alone, so a gate that fails must not keep the activation from ending.
    biometricGate?.removeKey(record.label, log)
    keyStore.removeKeys(record.label)
    changes.remove(record.idmIdentifier)
}
