package org.xign.protocol.crypto

/**
 * PBKDF2 with HMAC-SHA-256 (RFC 8018) for keys of 32 bytes.
 *
 * Providers in Java make objects in every round, and need seconds where SHA-256 has no intrinsic. Here the states after
 * the two blocks of the key are computed once, and a round allocates nothing. All rounds run through the same steps,
 * whatever the password.
 */
internal object Pbkdf2 {
    private const val MAXIMUM_PASSWORD_LENGTH = 64
    private const val MAXIMUM_SALT_LENGTH = 51

    /** Derives 32 bytes from a password of at most 64 bytes and a salt of at most 51. */
    fun derive(password: ByteArray, salt: ByteArray, rounds: Int): ByteArray {
        require(password.size <= MAXIMUM_PASSWORD_LENGTH && salt.size <= MAXIMUM_SALT_LENGTH && rounds >= 1)
        val schedule = IntArray(64)
        val inner = keyState(password, 0x36, schedule)
        val outer = keyState(password, 0x5c, schedule)
        val state = IntArray(8)
        val sum = IntArray(8)

        // The first block hashes the salt and the block's number, 1.
        load(salt + byteArrayOf(0, 0, 0, 1), schedule)
        for (round in 0 until rounds) {
            if (round > 0) load(state, schedule)
            inner.copyInto(state)
            compress(state, schedule)
            load(state, schedule)
            outer.copyInto(state)
            compress(state, schedule)
            for (i in 0..7) sum[i] = sum[i] xor state[i]
        }
        return ByteArray(32) { (sum[it shr 2] shr (24 - 8 * (it and 3))).toByte() }
    }

    /** Returns the state after the block of the key, which is the same in all rounds. */
    private fun keyState(password: ByteArray, pad: Int, schedule: IntArray): IntArray {
        val block = ByteArray(64) { (password.getOrElse(it) { 0 }.toInt() xor pad).toByte() }
        for (i in 0..15) schedule[i] = word(block, 4 * i)
        return INITIAL.copyOf().also { compress(it, schedule) }
    }

    private fun word(bytes: ByteArray, index: Int): Int =
        (0..3).fold(0) { word, i -> (word shl 8) or (bytes[index + i].toInt() and 0xff) }

    /** Loads the last block of a hash of a key's block and a short text. */
    private fun load(text: ByteArray, schedule: IntArray) {
        val block = text.copyOf(64).also { it[text.size] = 0x80.toByte() }
        for (i in 0..14) schedule[i] = word(block, 4 * i)
        schedule[15] = (64 + text.size) * 8
    }

    /** Loads the last block of a hash of a key's block and another hash. */
    private fun load(hash: IntArray, schedule: IntArray) {
        hash.copyInto(schedule)
        schedule[8] = Int.MIN_VALUE
        for (i in 9..14) schedule[i] = 0
        schedule[15] = (64 + 32) * 8
    }

    /** Compresses the block in the first 16 words of a schedule (FIPS 180-4, section 6.2.2). */
    private fun compress(state: IntArray, schedule: IntArray) {
        for (t in 16..63) {
            val x = schedule[t - 15]
            val y = schedule[t - 2]
            val s0 = x.rotateRight(7) xor x.rotateRight(18) xor (x ushr 3)
            val s1 = y.rotateRight(17) xor y.rotateRight(19) xor (y ushr 10)
            schedule[t] = schedule[t - 16] + s0 + schedule[t - 7] + s1
        }
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        var e = state[4]
        var f = state[5]
        var g = state[6]
        var h = state[7]
        for (t in 0..63) {
            val sum1 = e.rotateRight(6) xor e.rotateRight(11) xor e.rotateRight(25)
            val t1 = h + sum1 + (g xor (e and (f xor g))) + K[t] + schedule[t]
            val sum0 = a.rotateRight(2) xor a.rotateRight(13) xor a.rotateRight(22)
            val t2 = sum0 + ((a and b) or (c and (a or b)))
            h = g
            g = f
            f = e
            e = d + t1
            d = c
            c = b
            b = a
            a = t1 + t2
        }
        state[0] += a
        state[1] += b
        state[2] += c
        state[3] += d
        state[4] += e
        state[5] += f
        state[6] += g
        state[7] += h
    }

    private fun words(text: String): IntArray = text.split(' ').map { it.toLong(16).toInt() }.toIntArray()

    private val INITIAL = words("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19")

    private val K = words(
        "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 " +
            "d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 " +
            "e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da " +
            "983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 " +
            "27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 " +
            "a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 " +
            "19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 " +
            "748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2",
    )
}
