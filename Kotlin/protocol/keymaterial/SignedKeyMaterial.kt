package org.xign.protocol

/** The judgement of a document by the one before it. Only an accepted one changes anything. */
internal enum class Succession(override val word: String) : Word {
    ACCEPTED("accepted"),

    /** An old copy, or the same document again: harmless. */
    NOT_NEWER("notNewer"),

    /** Not signed by the keys that the change requires. */
    UNTRUSTED("untrusted"),

    /** Not of this manager, or with a change that its signature does not allow. */
    FORBIDDEN_CHANGE("forbiddenChange"),
}

/** Key material with its signatures. Reading verifies none of them. */
internal class SignedKeyMaterial private constructor(val bytes: ByteArray, private val jws: Jws) {
    val material: KeyMaterial = KeyMaterial.read(jws.payload)

    /** True if `threshold` of its own root keys have signed it. */
    val isSignedByItsRoots: Boolean get() = signatureCount(material.rootKeys) >= material.threshold

    /** Counts the keys that have signed. */
    fun signatureCount(keys: List<VerificationKey>): Int = keys.count { key ->
        jws.entries.any {
            it.algorithm == SignatureAlgorithm.ED25519 && it.kid == key.identifier &&
                key.key.verifies(it.signature, it.input)
        }
    }

    /** Judges another document as the successor of this one. */
    fun judge(next: SignedKeyMaterial): Succession {
        val (old, new) = Pair(material, next.material)
        if (new.idm != old.idm) return Succession.FORBIDDEN_CHANGE
        if (!new.isNewerThan(old)) return Succession.NOT_NEWER
        if (new.epoch > old.epoch) {
            val isTrusted = next.signatureCount(old.rootKeys) >= old.threshold
            return if (isTrusted) Succession.ACCEPTED else Succession.UNTRUSTED
        }
        if (next.signatureCount(listOf(old.onlineKey)) == 0) return Succession.UNTRUSTED
        return if (new.continues(old)) Succession.ACCEPTED else Succession.FORBIDDEN_CHANGE
    }

    companion object {
        /**
         * Reads one signed document.
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): SignedKeyMaterial =
            SignedKeyMaterial(bytes, Jws.read(bytes, StatementType.KEY_MATERIAL))

        /**
         * Reads the array that a manager publishes.
         * @throws MalformedException
         */
        fun readAll(array: ByteArray): List<SignedKeyMaterial> =
            StrictJson.parse(array, JsonLimits.DOCUMENTS).asList("documents").map { read(StrictJson.serialize(it)) }

        /**
         * Reads one signed document, or an array of documents.
         * @throws MalformedException
         */
        fun readOneOrAll(bytes: ByteArray): List<SignedKeyMaterial> {
            val value = StrictJson.parse(bytes, JsonLimits.DOCUMENTS)
            val documents = if (value is JsonArray) value.elements else listOf(value)
            return documents.map { read(StrictJson.serialize(it)) }
        }
    }
}
