package org.xign.protocol

import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import javax.crypto.SecretKeyFactory
import javax.crypto.spec.PBEKeySpec
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.Pbkdf2
import org.xign.protocol.crypto.randomBytes

/** Algorithms beside Java's own provider. */
internal class CryptographyTests(private val checks: Checks) {
    fun run() {
        checks.begin("cryptography")
        for (length in listOf(1, 16, 51)) stretchesAsJavaDoes("0".repeat(length % 28 + 5), randomBytes(length))
        val generator = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }
        repeat(50) { convertsSignatures(generator, randomBytes(it)) }
        refusesOtherEncodings()
    }

    private fun stretchesAsJavaDoes(password: String, salt: ByteArray) {
        for (rounds in listOf(1, 2, 100)) {
            val expected = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(PBEKeySpec(password.toCharArray(), salt, rounds, 256)).encoded
            checks.check("PBKDF2 is Java's", expected) { Pbkdf2.derive(password.toByteArray(), salt, rounds) }
        }
    }

    /** Converts signatures whose numbers have any length. */
    private fun convertsSignatures(generator: KeyPairGenerator, message: ByteArray) {
        val pair = generator.generateKeyPair()
        val der = Signature.getInstance("SHA256withECDSA").run {
            initSign(pair.private)
            update(message)
            sign()
        }
        val key = P256.bytes(pair.public as ECPublicKey)
        checks.check("the key has 64 bytes", key.size == 64)
        val isVerified = OtherEnds.verifies(SignatureAlgorithm.ES256, key, P256.signature(der), message)
        checks.check("a converted signature is verified", isVerified)
        checks.check("a cut signature", !accepts { P256.signature(der.copyOf(der.size - 1)) })
        checks.check("a longer signature", !accepts { P256.signature(der + byteArrayOf(0)) })
    }

    private fun refusesOtherEncodings() {
        val encodings = listOf(
            listOf(), listOf(0x30), listOf(0x30, 6, 2, 1, 1, 2, 1, 0), listOf(0x30, 6, 2, 1, -1, 2, 1, 1),
            listOf(0x31, 6, 2, 1, 1, 2, 1, 1), listOf(0x30, 6, 2, 0, 2, 2, 1, 1), listOf(0x30, 6, 2, 4, 1, 2, 1, 1),
        )
        for (encoding in encodings) {
            val bytes = encoding.map { it.toByte() }.toByteArray()
            checks.check("DER $encoding", !accepts { P256.signature(bytes) })
        }
        checks.check("a key beside the curve", !accepts { P256.publicKey(ByteArray(64) { 1 }) })
        checks.check("a short key", !accepts { P256.publicKey(ByteArray(63)) })
    }
}
