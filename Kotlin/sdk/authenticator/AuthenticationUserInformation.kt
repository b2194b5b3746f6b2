package org.xign.sdk

import java.time.Instant
import java.util.concurrent.locks.ReentrantLock
import org.xign.protocol.ConsentStatement
import org.xign.protocol.FactorPublicKey
import org.xign.protocol.FactorSigner
import org.xign.protocol.FactorType
import org.xign.protocol.Jws
import org.xign.protocol.StatementType
import org.xign.protocol.crypto.Ed25519PrivateKey

/**
 * The statement that the user confirms, ready to be signed.
 *
 * Choose one of [requestedAuthenticators], and sign with every factor in it and with no other. Instances may be used
 * from any thread. Source: `docs/protocol.md`, section 5, "Signatures".
 *
 * @property request the request that was prepared.
 */
public class AuthenticationUserInformation internal constructor(
    public val request: AuthenticateRequest, internal val statement: ConsentStatement, internal val bytes: ByteArray,
    /** The lockout with which this object came; null if it came without one. */
    private val lockout: KnownLockout? = null,
) {
    /**
     * The combinations of factors to choose from: those that this device can supply. If it can supply none, all
     * combinations, so that the app can tell the user which factor to add.
     *
     * A combination with a biometric key that is gone, see [XignSdkErrorCode.BIOMETRICS_CHANGED], cannot be supplied.
     */
    public val requestedAuthenticators: List<List<AuthenticatorType>>

    /**
     * True if this device can supply each factor of at least one of [requestedAuthenticators]. Otherwise the app tells
     * the user which factor to add, and aborts.
     */
    public val canSign: Boolean

    private val process get() = request.process

    /** A factor that will sign. The PIN's key exists only here, as long as this object. */
    private sealed class Signer {
        object Device : Signer()

        class Pin(val key: Ed25519PrivateKey) : Signer()

        class Biometric(val gate: BiometricGate) : Signer()
    }

    private val signers = HashMap<FactorType, Signer>()
    private var isFinished = false
    private var result: AuthenticationResult? = null
    private val turn = ReentrantLock(true)

    init {
        val all = statement.alternatives.map { it.map(AuthenticatorType.Companion::of) }
        val available = availableFactors(all)
        val possible = all.filter { available.containsAll(it) }
        canSign = possible.isNotEmpty()
        requestedAuthenticators = possible.ifEmpty { all }
    }

    private fun availableFactors(requested: List<List<AuthenticatorType>>): Set<AuthenticatorType> {
        val enrolled = process.activation.factors.map(AuthenticatorType.Companion::of)
        val available = process.device.authenticators intersect enrolled.toSet()
        // Only then: the question costs the gate an access to its store.
        val asksGate = AuthenticatorType.BIOMETRIC in available && requested.any { AuthenticatorType.BIOMETRIC in it }
        if (!asksGate) return available
        return try {
            process.device.biometricGate?.checkKey(process.activation)
            available
        } catch (_: XignSdkException) {
            available - AuthenticatorType.BIOMETRIC
        }
    }

    /**
     * Adds a factor's signature, and blocks the calling thread meanwhile.
     *
     * The manager verifies the signatures when the authentication is finished; only then does a wrong PIN show.
     * Stretching a PIN takes a tenth of a second or more: do not call this on the main thread.
     *
     * @param factor one of the chosen combination.
     * @throws XignSdkException codes `pinInvalid` (not 5 to 32 digits), `factorUnavailable`, `biometricsChanged`,
     * `sessionEnded`, `wrongOrder`, `keyUnavailable`. Earlier signatures stay; the call can be repeated.
     */
    @Throws(XignSdkException::class)
    public fun sign(factor: AuthenticationFactor) {
        try {
            val (type, signer) = signer(factor)
            synchronized(signers) {
                if (isFinished) throw alreadyFinished()
                signers[type] = signer
            }
        } catch (error: Exception) {
            if (error is InterruptedException) Thread.currentThread().interrupt()
            val converted = error.asSdkException(Instant.now())
            process.device.log.failure(converted, "sign")
            throw converted
        }
    }

    private fun signer(factor: AuthenticationFactor): Pair<FactorType, Signer> {
        if (lockout?.canResume == false) {
            throw XignSdkException(
                XignSdkErrorCode.SESSION_ENDED, "The session ends before the lockout. Start again after the wait.",
            )
        }
        val type = factor.type.factor?.takeIf { it in process.activation.factors } ?: throw unavailable(factor)
        return when (factor) {
            is DeviceFactor -> Pair(type, Signer.Device)
            is PinFactor -> {
                val pin = factor.pin ?: throw XignSdkException(
                    XignSdkErrorCode.PIN_INVALID,
                    "The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; no attempt was counted.",
                )
                Pair(type, Signer.Pin(process.device.pinKey(pin, process.activation)))
            }
            is BiometricFactor -> {
                if (AuthenticatorType.BIOMETRIC !in process.device.authenticators) throw unavailable(factor)
                factor.gate.checkKey(process.activation)
                Pair(type, Signer.Biometric(factor.gate))
            }
        }
    }

    private fun unavailable(factor: AuthenticationFactor) = XignSdkException(
        XignSdkErrorCode.FACTOR_UNAVAILABLE,
        "The activation has no factor ${factor.type}. Choose another combination.",
    )

    private fun alreadyFinished() = wrongOrder("This authentication is finished already. Start again.")

    /**
     * Signs the statement with all factors that were added.
     *
     * @return the JWS.
     * @throws XignSdkException `factorSetMismatch` if the factors are not a requested combination. The manager would
     * refuse it, without counting an attempt. `biometricsChanged`, `userNotRecognized` or `factorUnavailable` if the
     * gate does not sign. Its factor is removed then, so that the user can choose another one.
     */
    internal fun signedStatement(): ByteArray {
        val signers = synchronized(signers) {
            if (isFinished) throw alreadyFinished()
            signers.toMap()
        }
        if (signers.keys.sorted() !in statement.alternatives) throw factorSetMismatch()
        return Jws.sign(bytes, StatementType.CONSENT, signers.map { (type, signer) -> factorSigner(type, signer) })
    }

    private fun factorSigner(type: FactorType, signer: Signer): FactorSigner = when (signer) {
        Signer.Device -> FactorSigner(type) { process.device.deviceSignature(it, process.activation) }
        is Signer.Pin -> FactorSigner(type, signer.key::sign)
        is Signer.Biometric -> FactorSigner(type) { message ->
            try {
                signer.gate.biometricSignature(message, process.activation)
            } catch (error: XignSdkException) {
                synchronized(signers) { signers.remove(FactorType.BIOMETRIC) }
                throw error
            }
        }
    }

    /** The lockout with which this object came, as long as it runs. */
    internal val runningLockout: LockoutAttemptInformation?
        get() = lockout?.takeIf { it.isRunning(process.device) }?.information(process.device)

    /** Runs [body], which finishes the authentication, one call at a time. After the end returns its result again. */
    internal fun finishing(body: () -> AuthenticationResult): AuthenticationResult {
        turn.lockInterruptibly()
        try {
            return result ?: body().also { result = it }
        } finally {
            turn.unlock()
        }
    }

    /**
     * Deletes the signers after the manager has verified their signatures.
     *
     * @return the public key of the PIN, if a PIN has signed. It must stay in memory.
     */
    internal fun finish(): FactorPublicKey? = synchronized(signers) {
        val pin = signers[FactorType.PIN] as? Signer.Pin
        signers.clear()
        isFinished = true
        pin?.let { factorPublicKey(it.key) }
    }
}
