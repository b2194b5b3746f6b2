package org.xign.protocol

/** A kind of signed document, by the `typ` of its headers. */
internal enum class StatementType(override val word: String) : Word {
    CONSENT("xign-consent+jws"),
    ENROLMENT("xign-enrolment+jws"),
    KEY_CHANGE("xign-key-change+jws"),
    KEY_MATERIAL("xign-key-material+jws");

    /** True if the headers name the factors that sign. */
    val namesFactors: Boolean get() = this != KEY_MATERIAL
}

/** A factor that signs, with a function that signs with its key. */
internal class FactorSigner(val factor: FactorType, val sign: (input: ByteArray) -> ByteArray)

/** A JWS in general JSON serialization, in the profile of docs/protocol.md, section 5. It verifies nothing. */
internal class Jws private constructor(val payload: ByteArray, val entries: List<Entry>) {
    /**
     * A signature with its header.
     *
     * @param input the signed bytes, as in the document.
     */
    class Entry(
        val algorithm: SignatureAlgorithm, val kid: String, val factors: List<FactorType>?, val signature: ByteArray,
        val input: ByteArray,
    )

    companion object {
        /** One for each root key of a document and of its predecessor, and for both online keys. */
        private const val MAXIMUM_KEY_MATERIAL_SIGNATURES = 34
        private const val SIGNATURE_LENGTH = 64

        /** @throws MalformedException */
        fun read(bytes: ByteArray, type: StatementType): Jws =
            Members.closed(StrictJson.parse(bytes, JsonLimits.ENVELOPE)) {
                val payload = text("payload")
                val signatures = list("signatures")
                val maximum = if (type.namesFactors) FactorType.entries.size else MAXIMUM_KEY_MATERIAL_SIGNATURES
                demand(signatures.size in 1..maximum, "signatures")
                Jws(Base64Url.decode(payload), signatures.map { entry(it, payload, type) })
            }

        private fun entry(value: JsonValue, payload: String, type: StatementType): Entry = Members.closed(value) {
            val header = text("protected")
            val signature = octets("signature", SIGNATURE_LENGTH).bytes
            Members.closed(StrictJson.parse(Base64Url.decode(header), JsonLimits.ENVELOPE)) {
                demand(text("typ") == type.word, "typ")
                Entry(
                    algorithm = word("alg"), kid = text("kid"),
                    factors = if (type.namesFactors) readFactors(list("factors")) else null, signature = signature,
                    input = "$header.$payload".ascii(),
                )
            }
        }

        /**
         * Signs a statement with factors.
         * @return the JWS as JSON.
         */
        fun sign(payload: ByteArray, type: StatementType, signers: List<FactorSigner>): ByteArray {
            val sorted = signers.sortedBy { it.factor }
            val factors = json(sorted.map { json(it.factor.word) })
            val encoded = Base64Url.encode(payload)
            val signatures = sorted.map { signer ->
                val algorithm = requireNotNull(signer.factor.algorithm)
                val header = Base64Url.encode(
                    StrictJson.serialize(
                        json(
                            "alg" to json(algorithm.word), "factors" to factors, "kid" to json(signer.factor.word),
                            "typ" to json(type.word),
                        ),
                    ),
                )
                val signature = Octets(signer.sign("$header.$encoded".ascii()))
                json("protected" to json(header), "signature" to json(signature))
            }
            return StrictJson.serialize(json("payload" to json(encoded), "signatures" to json(signatures)))
        }
    }
}
