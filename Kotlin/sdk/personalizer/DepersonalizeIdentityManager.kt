package org.xign.sdk

import org.xign.protocol.DeviceRequest
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.readEmptyAnswer
import org.xign.protocol.revoke

/** Revokes the activation at the manager if it can be reached, then removes the keys in any case. */
internal fun Device.depersonalize(idm: String): DepersonalizationResult {
    while (true) {
        val record = activations.record(idm) ?: throw XignSdkException(
            XignSdkErrorCode.NOT_PERSONALIZED, "This device has no activation at $idm.",
        )
        depersonalize(record)?.let { return it }
    }
}

/** Gives up the activation of a record; null if another flow has changed the record in the meantime. */
private fun Device.depersonalize(record: ActivationRecord): DepersonalizationResult? {
    val result = when (record.state) {
        ActivationRecord.State.ACTIVE -> revoke(record)
        // The manager cannot revoke keys that it does not have yet. Ending the attempt makes it refuse them from now
        // on.
        ActivationRecord.State.PENDING -> try {
            if (end(record) is Resolution.Unknown) return DepersonalizationResult.FORGOTTEN_LOCALLY
            return null
        } catch (error: InterruptedException) {
            throw error
        } catch (error: Exception) {
            val isStored = !(error is XignSdkException && error.errorCode == XignSdkErrorCode.STORAGE_FAILED)
            // The manager has the keys where there is no room to store that.
            if (isStored) DepersonalizationResult.FORGOTTEN_LOCALLY else revoke(record)
        }
    }
    return if (forget(record)) result else null
}

private fun Device.revoke(activation: ActivationRecord): DepersonalizationResult = try {
    val request = DeviceRequest.revoke(activation.activationId)
    manager(activation.idmIdentifier).perform(request, activation, ::readEmptyAnswer)
    DepersonalizationResult.REVOKED
} catch (error: InterruptedException) {
    throw error
} catch (error: Exception) {
    if (error is RefusedException && error.code == ProtocolErrorCode.ACTIVATION_UNKNOWN) {
        DepersonalizationResult.REVOKED
    } else {
        log(XignLog.Level.WARNING) { "the activation could not be revoked at the manager" }
        log.failure(error.asSdkException(now()), "revoke")
        DepersonalizationResult.FORGOTTEN_LOCALLY
    }
}
