package org.xign.protocol

import org.xign.protocol.crypto.X25519

/** The vectors of `sealed-channel.json`. */
internal class SealedChannelVectors(private val checks: Checks) {
    fun check(vector: Vector) {
        val suite = SealingSuite.entries.first { it.word == vector.text("suite") }
        val key = EncryptionKey(suite, vector.octets("publicKey"))
        checks.check("kid", vector.bytes("request").copyOfRange(1, 9)) { key.identifier }
        if (suite.isAvailable) checkChannel(vector, key)
    }

    private fun checkChannel(vector: Vector, key: EncryptionKey) {
        val (privateKey, idm) = Pair(vector.bytes("privateKey"), vector.text("idm"))
        val operation = vector.text("operation")
        checks.check("public key", key.publicKey.bytes) { X25519.publicKey(privateKey) }
        val request = vector.bytes("request")
        checks.check("version", request[0].toInt() == 1)
        val opened = OtherEnds.open(request, privateKey, idm, operation)
        checks.check("body", vector.bytes("body")) { opened.body }
        checks.check("padding", opened.isPadded)
        if ("activationId" in vector) {
            val activation = ActivationId(vector.octets("activationId"))
            val transcript =
                SealedChannel.transcript(idm, operation, activation, opened.encapsulated, opened.body)
            val publicKey = vector.bytes("devicePublicKey")
            val isProven = OtherEnds.verifies(SignatureAlgorithm.ES256, publicKey, opened.proof, transcript)
            checks.check("proof", isProven)
        } else {
            checks.check("no proof", opened.proof.isEmpty())
        }

        val answer = vector.bytes("answer")
        fun open(bytes: ByteArray) = SealedChannel.open(bytes, opened.encapsulated, opened.context)
        checks.check("answer", vector.bytes("answerBody")) { open(answer) }
        for (index in answer.indices step 97) {
            val forged = answer.copyOf().also { it[index] = (it[index].toInt() xor 1).toByte() }
            checks.check("an answer with another byte $index", isUnreadable { open(forged) })
        }
        for (count in listOf(0, 31, 32, 40, answer.size - 1)) {
            checks.check("an answer of $count bytes", isUnreadable { open(answer.copyOf(count)) })
        }

        val activation = ActivationId(Octets(ByteArray(16)))
        var transcript = ByteArray(0)
        val prover = DeviceProver(activation) { transcript = it; ByteArray(64) { 5 } }
        val own = SealedChannel.seal(opened.body, operation, idm, key, prover)
        val again = OtherEnds.open(own.bytes, privateKey, idm, operation)
        checks.check("own body", opened.body) { again.body }
        checks.check("own padding", again.isPadded)
        checks.check("own proof", ByteArray(64) { 5 }) { again.proof }
        checks.check("own transcript", transcript) {
            SealedChannel.transcript(idm, operation, activation, again.encapsulated, again.body)
        }
    }

    private fun isUnreadable(open: () -> ByteArray): Boolean = try {
        open()
        false
    } catch (_: UnreadableAnswerException) {
        true
    }
}
