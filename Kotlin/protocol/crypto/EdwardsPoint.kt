package org.xign.protocol.crypto

import java.math.BigInteger

/**
 * A point of edwards25519 in extended coordinates (RFC 8032, section 5.1.4), for public values alone: the time of its
 * operations depends on them.
 */
internal class EdwardsPoint private constructor(
    private val x: BigInteger,
    private val y: BigInteger,
    private val z: BigInteger,
    private val t: BigInteger,
) {
    /** Adds two points. The formula is complete, so that it doubles, too. */
    operator fun plus(other: EdwardsPoint): EdwardsPoint {
        val a = ((y - x) * (other.y - other.x)).mod(PRIME)
        val b = ((y + x) * (other.y + other.x)).mod(PRIME)
        val c = ((t * other.t).mod(PRIME) * TWICE_D).mod(PRIME)
        val d = ((z * other.z).mod(PRIME)).shiftLeft(1)
        val (e, f) = Pair(b - a, d - c)
        val (g, h) = Pair(d + c, b + a)
        return EdwardsPoint((e * f).mod(PRIME), (g * h).mod(PRIME), (f * g).mod(PRIME), (e * h).mod(PRIME))
    }

    operator fun unaryMinus(): EdwardsPoint = EdwardsPoint((-x).mod(PRIME), y, z, (-t).mod(PRIME))

    /** True if eight times the point is the neutral element. */
    val hasSmallOrder: Boolean
        get() {
            var multiple = this
            repeat(3) { multiple += multiple }
            return multiple.x.signum() == 0 && multiple.y == multiple.z
        }

    fun encoded(): ByteArray {
        val inverse = z.modInverse(PRIME)
        val bytes = littleEndian((y * inverse).mod(PRIME))
        if ((x * inverse).mod(PRIME).testBit(0)) bytes[31] = (bytes[31].toInt() or 0x80).toByte()
        return bytes
    }

    companion object {
        private val PRIME = BigInteger.ONE.shiftLeft(255) - BigInteger.valueOf(19)
        private val D =
            BigInteger("37095705934669439343138083508754565189542113879843219016388785533085940283555")
        private val TWICE_D = D.shiftLeft(1).mod(PRIME)
        private val SQUARE_ROOT_EXPONENT = (PRIME + BigInteger.valueOf(3)).shiftRight(3)
        private val ROOT_OF_MINUS_ONE =
            BigInteger.valueOf(2).modPow((PRIME - BigInteger.ONE).shiftRight(2), PRIME)

        private val NEUTRAL = EdwardsPoint(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO)

        /** The base point B. */
        val BASE: EdwardsPoint = checkNotNull(decode(ByteArray(32) { if (it == 0) 0x58 else 0x66 }))

        /** Reads a canonical encoding of a point (RFC 8032, section 5.1.3); null for any other bytes. */
        fun decode(bytes: ByteArray): EdwardsPoint? {
            if (bytes.size != 32) return null
            val y = number(bytes).clearBit(255)
            if (y >= PRIME) return null
            val square = (y * y).mod(PRIME)
            // The denominator is never zero, since -1/d is no square.
            val inverse = (D * square + BigInteger.ONE).mod(PRIME).modInverse(PRIME)
            val xSquare = ((square - BigInteger.ONE) * inverse).mod(PRIME)
            var x = xSquare.modPow(SQUARE_ROOT_EXPONENT, PRIME)
            if ((x * x).mod(PRIME) != xSquare) x = (x * ROOT_OF_MINUS_ONE).mod(PRIME)
            if ((x * x).mod(PRIME) != xSquare) return null
            val isOdd = bytes[31].toInt() and 0x80 != 0
            if (x.signum() == 0 && isOdd) return null
            if (x.testBit(0) != isOdd) x = PRIME - x
            return EdwardsPoint(x, y, BigInteger.ONE, (x * y).mod(PRIME))
        }

        /** Computes [a]P + [b]Q. */
        fun sum(a: BigInteger, p: EdwardsPoint, b: BigInteger, q: EdwardsPoint): EdwardsPoint {
            val both = p + q
            var result = NEUTRAL
            for (bit in maxOf(a.bitLength(), b.bitLength()) - 1 downTo 0) {
                result += result
                when {
                    a.testBit(bit) && b.testBit(bit) -> result += both
                    a.testBit(bit) -> result += p
                    b.testBit(bit) -> result += q
                }
            }
            return result
        }

        /** Reads a number whose lowest byte comes first. */
        fun number(bytes: ByteArray): BigInteger = BigInteger(1, bytes.reversedArray())

        private fun littleEndian(number: BigInteger): ByteArray {
            val bytes = number.toByteArray().reversedArray()
            return bytes.copyOf(32)
        }
    }
}
