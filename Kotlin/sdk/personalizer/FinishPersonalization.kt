package org.xign.sdk

import org.xign.protocol.ActivationAnswer
import org.xign.protocol.Attestation
import org.xign.protocol.CanonicalText
import org.xign.protocol.DeviceRequest
import org.xign.protocol.DisplayText
import org.xign.protocol.EnrolmentStatement
import org.xign.protocol.FactorSigner
import org.xign.protocol.FactorType
import org.xign.protocol.Jws
import org.xign.protocol.Octets
import org.xign.protocol.Pin
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.StatementType
import org.xign.protocol.crypto.Ed25519PrivateKey

/**
 * Creates the keys and enrols them (docs/protocol.md, section 4, "Personalization").
 *
 * The order of writes is: the keys; the pending record, which identifies the attempt; after the manager's answer, the
 * active record. A crash therefore leaves nothing, or a pending activation that `status` resolves. Nothing written
 * depends on the PIN.
 *
 * The keys of an attempt are deleted only while the record still belongs to that attempt, and only after the manager
 * has ended it. So the manager never has keys that the device lacks, even if requests or answers arrive late. There is
 * one exception: the person gives the activation up while the manager cannot be reached. A late enrolment can then use
 * up the activation without a device.
 */
internal fun Device.finish(request: PersonalizationRequest): PersonalizationResult = request.finishing {
    val enrolment = Enrolment(this, request, request.finalPin())
    enrolment.checkFactors()
    val attempt = enrolment.begin()
    try {
        if (attempt.state == ActivationRecord.State.ACTIVE) {
            enrolment.resultOfEarlierCall(attempt)
        } else {
            val active = enrolment.enrol(attempt)
            log(XignLog.Level.INFO) { "activated at ${active.idmIdentifier}" }
            personalization(active)
        }
    } catch (error: KeyStoreException.KeysMissing) {
        if (isCurrent(attempt)) throw error
        throw attemptReplaced()
    } catch (error: RefusedException) {
        if (!error.code.isTerminal) throw error
        enrolment.conclude(attempt, error)
    }
}

/** The steps of one call of `finishPersonalization`. */
private class Enrolment(
    private val device: Device, private val request: PersonalizationRequest, private val pin: Pin,
) {
    /** Checks that the device supports the required factors. */
    fun checkFactors() {
        val available = device.keyStore.authenticators.filter { it.factor in factors }
        val missing = request.requiredAuthenticators - available.toSet()
        if (missing.isNotEmpty()) {
            throw XignSdkException(
                XignSdkErrorCode.FACTOR_UNAVAILABLE,
                "The activation requires ${missing.sorted()}, which this device does not support.",
            )
        }
    }

    /**
     * Creates the keys, then the record; or resumes with those of an earlier call whose answer was lost. A pending
     * record of another attempt is replaced after the manager has ended that attempt.
     *
     * @return the record of this attempt: pending, or active if another flow has learnt that it succeeded.
     */
    fun begin(): ActivationRecord {
        val attempt = ActivationRecord(
            request.idmIdentifier, request.activationId, ActivationRecord.State.PENDING, userName = null, alias = null,
            factors = factors, openTokenHash = request.openTokenHash,
        )
        while (true) {
            val found = device.activations.change { changes ->
                changes.record(request.idmIdentifier) ?: attempt.also {
                    device.keyStore.createKeys(it.label, device.deviceLock, request.opened.challenge.bytes)
                    changes.write(it)
                }
            }
            if (found.isSameAttempt(attempt) && !request.isFinished) return found
            if (found.state != ActivationRecord.State.PENDING) throw alreadyPersonalized(request.idmIdentifier)
            if (device.end(found) is Resolution.Active) {
                val isOfRequest = found.activationId == request.activationId
                throw if (isOfRequest) activatedByAnotherAttempt() else alreadyPersonalized(request.idmIdentifier)
            }
        }
    }

    /** Signs the enrolment statement, sends it, and stores the active record. */
    fun enrol(attempt: ActivationRecord): ActivationRecord {
        val pinKey = device.pinKey(pin, attempt)
        val statement = signedStatement(pinKey, attempt)
        request.willSend(factorPublicKey(pinKey))
        val answer = device.manager(request.idmIdentifier).perform(
            DeviceRequest.personalizeFinish(request.activationId, request.opened.openToken, statement),
            read = ActivationAnswer.Companion::read,
        )
        return activate(attempt, answer)
    }

    /**
     * Decides the outcome after a refusal.
     *
     * An earlier call whose answer was lost may have enrolled the keys. Only the manager knows; if it did not enrol
     * them, it ends the attempt.
     */
    fun conclude(attempt: ActivationRecord, refusal: RefusedException): PersonalizationResult {
        val resolution = try {
            device.end(attempt)
        } catch (error: InterruptedException) {
            throw error
        } catch (error: Exception) {
            if (error is XignSdkException && error.errorCode == XignSdkErrorCode.STORAGE_FAILED) throw error
            null
        }
        return when (resolution) {
            is Resolution.Active -> resultOfEarlierCall(resolution.activation)
            Resolution.Changed -> throw attemptReplaced(refusal)
            Resolution.Unknown, null ->
                throw if (refusal.code == ProtocolErrorCode.UNAUTHENTICATED) attemptEnded(refusal) else refusal
        }
    }

    /**
     * Returns the outcome of an attempt whose earlier call has succeeded.
     *
     * @throws XignSdkException `activatedByAnotherAttempt` if that call used another PIN.
     */
    fun resultOfEarlierCall(active: ActivationRecord): PersonalizationResult {
        val key = factorPublicKey(device.pinKey(pin, active))
        if (!request.hasSentOnly(key)) throw activatedByAnotherAttempt()
        return device.personalization(active)
    }

    /** Composes the enrolment statement and signs it with every key in it. */
    private fun signedStatement(pinKey: Ed25519PrivateKey, attempt: ActivationRecord): ByteArray {
        val alias = CanonicalText.cleaned(request.alias)
        val store = device.keyStore
        val deviceKey = es256Key(
            FactorType.DEVICE, store.devicePublicKey(attempt.label),
            "The key store made a key that is not on its curve.",
        )
        val statement = EnrolmentStatement(
            request.idmIdentifier, request.activationId, request.opened.challenge,
            listOf(deviceKey, factorPublicKey(pinKey)),
            if (DisplayText.isValid(alias)) alias else device.platform.name, device.platform.name,
            store.type(attempt.label).kind,
            store.attestation(attempt.label)?.let { Attestation(it.format, Octets(it.bytes)) },
        )
        val signers = listOf(
            FactorSigner(FactorType.DEVICE) { device.deviceSignature(it, attempt) },
            FactorSigner(FactorType.PIN, pinKey::sign),
        )
        return Jws.sign(statement.serialized(), StatementType.ENROLMENT, signers)
    }

    /** Replaces the pending record by the active one, unless the record no longer belongs to this attempt. */
    private fun activate(attempt: ActivationRecord, answer: ActivationAnswer): ActivationRecord =
        device.activations.change { changes ->
            val record = changes.current(attempt) ?: throw activationGivenUp()
            record.activated(answer.userName, answer.alias, answer.factors).also(changes::writeActive)
        }

    private companion object {
        /** The factors that this version enrols. */
        val factors = listOf(FactorType.DEVICE, FactorType.PIN)
    }
}
