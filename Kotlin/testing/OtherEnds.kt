package org.xign.protocol

import java.math.BigInteger
import java.security.GeneralSecurityException
import java.security.Signature
import org.xign.protocol.crypto.Ed25519PublicKey
import org.xign.protocol.crypto.Hkdf
import org.xign.protocol.crypto.Hpke
import org.xign.protocol.crypto.HpkeContext
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.X25519
import org.xign.protocol.crypto.hmac
import org.xign.protocol.crypto.sha256

/** The other ends of the protocol: computations and readers of managers, which a device does not need. */
internal object OtherEnds {
    // Section 2

    class SessionSecrets(val qrKey: ByteArray, val qrSecret: ByteArray, val linkSecret: ByteArray)

    fun sessionSecrets(managerSecret: ByteArray, session: ByteArray, step: Long): SessionSecrets {
        val key = Hkdf.derive(managerSecret, ByteArray(0), "xign/1 qr key".ascii() + session, 32)
        return SessionSecrets(
            key, hmac(key, "xign/1 qr".ascii(), u64(step)).copyOf(16), hmac(key, "xign/1 link".ascii()).copyOf(16),
        )
    }

    fun inAppSecret(managerSecret: ByteArray, session: ByteArray): ByteArray =
        Hkdf.derive(managerSecret, ByteArray(0), "xign/1 in-app".ascii() + session, 32)

    // Section 3

    class OpenedRequest(
        val kid: ByteArray, val encapsulated: ByteArray, val proof: ByteArray, val body: ByteArray,
        val isPadded: Boolean, val context: HpkeContext,
    ) {
        /** Returns true if the device key of an activation has signed the request. */
        fun isProven(idm: String, operation: String, activation: ActivationId, deviceKey: Octets): Boolean = verifies(
            SignatureAlgorithm.ES256, deviceKey.bytes, proof,
            SealedChannel.transcript(idm, operation, activation, encapsulated, body),
        )
    }

    /** Opens a request of X25519 as a manager does. */
    fun open(request: ByteArray, privateKey: ByteArray, idm: String, operation: String): OpenedRequest {
        val kid = request.copyOfRange(1, 9)
        val encapsulated = request.copyOfRange(9, 41)
        val agreed = X25519.agree(privateKey, encapsulated)
        val secret = Hpke.sharedSecret(agreed, encapsulated, X25519.publicKey(privateKey))
        val context = Hpke.keySchedule(secret, SealedChannel.info(idm, operation, kid))
        val plaintext = context.open(request.copyOfRange(41, request.size))
        val proofEnd = 2 + BigInteger(1, plaintext.copyOf(2)).toInt()
        val bodyBegin = proofEnd + 4
        val end = bodyBegin + BigInteger(1, plaintext.copyOfRange(proofEnd, bodyBegin)).toInt()
        val isPadded = plaintext.size % 512 == 0 && plaintext.size - end < 512 &&
            plaintext.drop(end).all { it.toInt() == 0 }
        return OpenedRequest(
            kid, encapsulated, plaintext.copyOfRange(2, proofEnd), plaintext.copyOfRange(bodyBegin, end), isPadded,
            context,
        )
    }

    class RequestNames(val requestName: ByteArray, val bearerValue: ByteArray, val challenge: ByteArray)

    fun requestNames(
        secret: ByteArray, operation: String, id: ByteArray, encapsulated: ByteArray, body: ByteArray,
    ): RequestNames {
        val hashes = concat(sha256(encapsulated), sha256(body))
        val name = hmac(secret, "xign/1 request name".ascii(), lengthPrefixed(operation), id, hashes)
        return RequestNames(
            name, hmac(secret, "xign/1 bearer".ascii(), name), hmac(secret, "xign/1 challenge".ascii(), name),
        )
    }

    // Section 4

    /** Computes the bind point of an enclave, in compressed form. */
    fun bindPoint(stretched: ByteArray): ByteArray? {
        val one = BigInteger.ONE
        val prime = one.shiftLeft(256) - one.shiftLeft(224) + one.shiftLeft(192) + one.shiftLeft(96) - one
        val b = BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16)
        for (index in 0L until 64) {
            val bytes = sha256("xign/1 bind point".ascii(), stretched, u32(index))
            val x = BigInteger(1, bytes)
            val right = (x.pow(3) - x.multiply(BigInteger.valueOf(3)) + b).mod(prime)
            val isSquare = right.signum() == 0 || right.modPow((prime - one).shiftRight(1), prime) == one
            if (x < prime && isSquare) return byteArrayOf(2) + bytes
        }
        return null
    }

    /** Reads an enrolment statement as a manager does, and composes it again. */
    fun readEnrolment(bytes: ByteArray): EnrolmentStatement =
        Members.closed(StrictJson.parse(bytes, JsonLimits.STATEMENT)) {
            version()
            demand(text("purpose") == "enrolment", "purpose")
            val keys = list("keys").map(::key)
            val factors = keys.map { it.factor }
            val areSorted = factors.zipWithNext().all { (one, next) -> one < next }
            demand(FactorType.DEVICE in factors && areSorted, "keys")
            demand(keys.map { it.publicKey }.toSet().size == keys.size, "keys")
            EnrolmentStatement(
                text("idm"), activationId("activationId"), octets("challenge", 32), keys, displayText("alias"),
                displayText("platform"), word("keyStore"), optional("attestation")?.let(::attestation),
            )
        }

    private fun attestation(value: JsonValue): Attestation = Members.closed(value) {
        Attestation(text("format"), octets("bytes")).also {
            demand(Regex("[a-z0-9-]{1,32}").matches(it.format) && it.bytes.size in 1..8192, "attestation")
        }
    }

    private fun key(value: JsonValue): FactorPublicKey = Members.closed(value) {
        val key = FactorPublicKey(word("factor"), octets("publicKey"))
        when (key.factor.algorithm) {
            SignatureAlgorithm.ES256 -> P256.publicKey(key.publicKey.bytes)
            SignatureAlgorithm.ED25519 -> demand(Ed25519PublicKey.read(key.publicKey.bytes) != null, "key")
            null -> throw MalformedException("factor")
        }
        key
    }

    // Section 5

    fun verifies(algorithm: SignatureAlgorithm, key: ByteArray, signature: ByteArray, message: ByteArray): Boolean =
        when (algorithm) {
            SignatureAlgorithm.ES256 -> verifiesES256(key, signature, message)
            SignatureAlgorithm.ED25519 -> Ed25519PublicKey.read(key)?.verifies(signature, message) ?: false
        }

    private fun verifiesES256(key: ByteArray, signature: ByteArray, message: ByteArray): Boolean = try {
        val verifier = Signature.getInstance("SHA256withECDSAinP1363Format")
        verifier.initVerify(P256.publicKey(key))
        verifier.update(message)
        verifier.verify(signature)
    } catch (_: GeneralSecurityException) {
        false
    }

    // Section 7

    /** Reads a key-change statement as a manager does, and composes it again. */
    fun readKeyChange(bytes: ByteArray): KeyChangeStatement =
        Members.closed(StrictJson.parse(bytes, JsonLimits.STATEMENT)) {
            version()
            val purpose = word<Purpose>("purpose")
            val keys = optional("keys")?.asList("keys")?.map(::key)
            val activation = optional("activation")?.let(::newActivation)
            val key = keys?.singleOrNull()
            demand((keys == null) == (key == null), "keys")
            demand((activation != null) == (purpose == Purpose.NEW_ACTIVATION), "activation")
            val change = when {
                key != null && purpose == Purpose.CHANGE_PIN && key.factor == FactorType.PIN ->
                    KeyChange.ChangePin(key)
                key != null && purpose == Purpose.ADD_FACTOR && key.factor == FactorType.BIOMETRIC ->
                    KeyChange.AddFactor(key)
                key == null && activation != null -> activation
                key == null && purpose == Purpose.DELETE -> KeyChange.Delete
                else -> throw MalformedException("purpose")
            }
            KeyChangeStatement(text("idm"), activationId("activationId"), octets("consent", 32), change)
        }

    private fun newActivation(value: JsonValue): KeyChange.NewActivation = Members.closed(value) {
        KeyChange.NewActivation(activationId("id"), octets("secretHash", 32), optionalDisplayText("alias"))
    }

    fun statementSecret(managerSecret: ByteArray, label: String, statement: ByteArray): ByteArray =
        hmac(managerSecret, label.ascii(), sha256(statement))
}
