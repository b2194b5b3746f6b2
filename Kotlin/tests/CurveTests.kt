package org.xign.protocol

import java.math.BigInteger
import java.security.KeyFactory
import java.security.Signature
import java.security.spec.PKCS8EncodedKeySpec
import java.security.spec.X509EncodedKeySpec
import javax.crypto.KeyAgreement
import org.xign.protocol.crypto.Ed25519PrivateKey
import org.xign.protocol.crypto.Ed25519PublicKey
import org.xign.protocol.crypto.EdwardsPoint
import org.xign.protocol.crypto.X25519
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.crypto.sha512

/** Curve25519 on random inputs: beside Java's own provider, and with components of small order. */
internal class CurveTests(private val checks: Checks) {
    fun run() {
        checks.begin("curves")
        repeat(ROUNDS) {
            signsAsJavaDoes(randomBytes(32), randomBytes(it))
            agreesAsJavaDoes(randomBytes(32), randomBytes(32))
            for (point in smallOrder) verifiesWithoutTheCofactor(randomBytes(32), randomBytes(it), point)
        }
        for (key in smallX25519Keys) {
            checks.check("an X25519 key of small order", !accepts { X25519.agree(randomBytes(32), bytes(key)) })
        }
        checks.check("a short X25519 key", !accepts { X25519.agree(randomBytes(32), ByteArray(31)) })
    }

    private fun signsAsJavaDoes(seed: ByteArray, message: ByteArray) {
        val privateKey = KeyFactory.getInstance("Ed25519").generatePrivate(PKCS8EncodedKeySpec(ed25519Header + seed))
        val expected = Signature.getInstance("Ed25519").run {
            initSign(privateKey)
            update(message)
            sign()
        }
        val key = Ed25519PrivateKey(seed)
        checks.check("a signature is Java's", expected) { key.sign(message) }
        val publicKey = Ed25519PublicKey.read(key.publicKey)
        checks.check("a signature is verified", publicKey?.verifies(expected, message) == true)
        val index = message.size % 64
        val forged = expected.copyOf().also { it[index] = (it[index].toInt() xor 1).toByte() }
        checks.check("a forged signature is refused", publicKey?.verifies(forged, message) == false)
    }

    private fun agreesAsJavaDoes(privateKey: ByteArray, publicKey: ByteArray) {
        val keys = KeyFactory.getInstance("X25519")
        val expected = KeyAgreement.getInstance("X25519").run {
            init(keys.generatePrivate(PKCS8EncodedKeySpec(x25519Header + privateKey)))
            doPhase(keys.generatePublic(X509EncodedKeySpec(x25519PublicHeader + publicKey)), true)
            generateSecret()
        }
        checks.check("an agreement is Java's", expected) { X25519.agree(privateKey, publicKey) }
    }

    /** Signs with R or the key moved by a point of small order. A verification with the cofactor accepts all of it. */
    private fun verifiesWithoutTheCofactor(seed: ByteArray, message: ByteArray, small: EdwardsPoint) {
        val hash = sha512(seed).copyOf(32)
        hash[0] = (hash[0].toInt() and 248).toByte()
        hash[31] = ((hash[31].toInt() and 127) or 64).toByte()
        val scalar = EdwardsPoint.number(hash)
        val key = multiple(scalar)
        val nonce = EdwardsPoint.number(randomBytes(64)).mod(order)

        fun sign(r: EdwardsPoint, key: EdwardsPoint): Pair<ByteArray, BigInteger> {
            val k = EdwardsPoint.number(sha512(r.encoded(), key.encoded(), message)).mod(order)
            return Pair(r.encoded() + littleEndian((nonce + k * scalar).mod(order)), k)
        }
        fun verifies(key: EdwardsPoint, signature: ByteArray) =
            Ed25519PublicKey.read(key.encoded())?.verifies(signature, message)

        val (plain, _) = sign(multiple(nonce), key)
        checks.check("an honest signature", verifies(key, plain) == true)
        val (movedR, _) = sign(multiple(nonce) + small, key)
        checks.check("R with a component of small order", verifies(key, movedR) == false)
        val moved = key + small
        val (byMoved, k) = sign(multiple(nonce), moved)
        val isNeutral = EdwardsPoint.sum(k, small, BigInteger.ZERO, small).encoded().contentEquals(neutral)
        checks.check("a key with a component of small order", verifies(moved, byMoved) == isNeutral)
    }

    private fun multiple(scalar: BigInteger) =
        EdwardsPoint.sum(scalar, EdwardsPoint.BASE, BigInteger.ZERO, EdwardsPoint.BASE)

    private fun littleEndian(number: BigInteger): ByteArray = number.toByteArray().reversedArray().copyOf(32)

    private companion object {
        const val ROUNDS = 10
        val order: BigInteger = BigInteger.ONE.shiftLeft(252) + BigInteger("27742317777372353535851937790883648493")
        val neutral = ByteArray(32).also { it[0] = 1 }

        fun bytes(hexadecimal: String): ByteArray =
            hexadecimal.chunked(2).map { it.toInt(16).toByte() }.toByteArray()

        /** Points of order 2 and 8. */
        val smallOrder = listOf(
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        ).map { checkNotNull(EdwardsPoint.decode(bytes(it))) }

        val smallX25519Keys = listOf(
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        )

        // The encodings of keys around their 32 bytes (RFC 8410).
        val ed25519Header = bytes("302e020100300506032b657004220420")
        val x25519Header = bytes("302e020100300506032b656e04220420")
        val x25519PublicHeader = bytes("302a300506032b656e032100")
    }
}
