package org.xign.protocol.crypto

import java.math.BigInteger
import java.security.AlgorithmParameters
import java.security.KeyFactory
import java.security.PublicKey
import java.security.interfaces.ECPublicKey
import java.security.spec.ECFieldFp
import java.security.spec.ECGenParameterSpec
import java.security.spec.ECParameterSpec
import java.security.spec.ECPoint
import java.security.spec.ECPublicKeySpec
import org.xign.protocol.MalformedException

/** P-256 in the forms of the protocol: keys as x || y, signatures as r || s. The key store signs. */
internal object P256 {
    private const val COORDINATE_LENGTH = 32

    /** The curve. */
    val parameters: ECParameterSpec by lazy(LazyThreadSafetyMode.PUBLICATION) {
        val parameters = AlgorithmParameters.getInstance("EC")
        parameters.init(ECGenParameterSpec("secp256r1"))
        parameters.getParameterSpec(ECParameterSpec::class.java)
    }

    /** Returns a key as x || y. */
    fun bytes(key: ECPublicKey): ByteArray = padded(key.w.affineX) + padded(key.w.affineY)

    /**
     * Reads a key from x || y.
     * @throws MalformedException for a point that is not on the curve, or not canonically encoded.
     */
    fun publicKey(bytes: ByteArray): PublicKey {
        if (bytes.size != 2 * COORDINATE_LENGTH) throw MalformedException("P-256 key")
        val x = BigInteger(1, bytes.copyOf(COORDINATE_LENGTH))
        val y = BigInteger(1, bytes.copyOfRange(COORDINATE_LENGTH, bytes.size))
        val curve = parameters.curve
        val prime = (curve.field as ECFieldFp).p
        val difference = (y * y - x * x * x - curve.a * x - curve.b).mod(prime)
        if (x >= prime || y >= prime || difference.signum() != 0) throw MalformedException("P-256 key")
        return KeyFactory.getInstance("EC").generatePublic(ECPublicKeySpec(ECPoint(x, y), parameters))
    }

    /**
     * Converts a signature from DER, in which Java and Android's key store make it, to r || s.
     * @throws MalformedException
     */
    fun signature(der: ByteArray): ByteArray {
        val isSequence = der.size in 8..72 && der[0].toInt() == 0x30 && der[1].toInt() == der.size - 2
        if (!isSequence) throw MalformedException("DER")
        val (r, end) = integer(der, 2)
        val (s, last) = integer(der, end)
        if (last != der.size) throw MalformedException("DER")
        return padded(r) + padded(s)
    }

    /** Reads an integer at an index; returns the index behind it, too. */
    private fun integer(der: ByteArray, index: Int): Pair<BigInteger, Int> {
        if (index + 2 > der.size || der[index].toInt() != 2) throw MalformedException("DER")
        val end = index + 2 + der[index + 1]
        if (der[index + 1] <= 0 || end > der.size) throw MalformedException("DER")
        val number = BigInteger(der.copyOfRange(index + 2, end))
        if (number.signum() <= 0 || number.bitLength() > 8 * COORDINATE_LENGTH) throw MalformedException("DER")
        return Pair(number, end)
    }

    /** Returns a coordinate or a scalar as 32 bytes, big-endian. BigInteger gives one more or fewer. */
    fun padded(number: BigInteger): ByteArray {
        val bytes = number.toByteArray().let { if (it.size > COORDINATE_LENGTH) it.copyOfRange(1, it.size) else it }
        return ByteArray(COORDINATE_LENGTH - bytes.size) + bytes
    }
}
