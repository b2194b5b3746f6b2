package org.xign.protocol

/**
 * The trusted key material of one manager: a first document, followed by updates that each document verifies for its
 * successor (docs/protocol.md, section 1). The attacks to resist are those of The Update Framework.
 *
 * @param documents the documents to store: the first and the last of each epoch.
 */
internal class KeyMaterialChain private constructor(val documents: List<SignedKeyMaterial>) {
    /** The newest document. It may have expired: then it verifies its successor, and nothing is sealed with it. */
    val current: SignedKeyMaterial get() = documents.last()

    /**
     * Follows the documents that a manager publishes. Those that are not newer are skipped.
     * @return the chain with all successors before the first newer document that is none.
     */
    fun following(published: List<SignedKeyMaterial>): KeyMaterialChain {
        var chain = this
        for (next in published) {
            when (chain.current.judge(next)) {
                Succession.ACCEPTED -> chain = chain.extendedBy(next)
                Succession.NOT_NEWER -> {}
                Succession.UNTRUSTED, Succession.FORBIDDEN_CHANGE -> return chain
            }
        }
        return chain
    }

    /** Adds an accepted document. Within an epoch only the first has the signatures of the previous root keys. */
    fun extendedBy(next: SignedKeyMaterial): KeyMaterialChain {
        val epoch = next.material.epoch
        val isThird = documents.size >= 2 && documents.takeLast(2).all { it.material.epoch == epoch }
        return KeyMaterialChain((if (isThird) documents.dropLast(1) else documents) + next)
    }

    /** Returns true if another manager's document has an identifier, an origin or a key of this one. */
    fun conflictsWith(other: KeyMaterial): Boolean {
        val own = current.material
        fun KeyMaterial.origins() = appLinkOrigins + url
        fun KeyMaterial.verificationKeys() = rootKeys + onlineKey
        fun KeyMaterial.publicKeys() = encryptionKeys.map { it.publicKey }
        return own.idm == other.idm || own.origins().any { it in other.origins() } ||
            own.verificationKeys().any { it in other.verificationKeys() } ||
            own.publicKeys().any { it in other.publicKeys() }
    }

    companion object {
        /**
         * Begins with documents that the app ships or has stored.
         * @return null unless the first one's online key has signed it, and each other one is a successor.
         */
        fun trusting(documents: List<SignedKeyMaterial>): KeyMaterialChain? {
            val first = documents.firstOrNull() ?: return null
            if (first.signatureCount(listOf(first.material.onlineKey)) == 0) return null
            return documents.drop(1).fold(KeyMaterialChain(listOf(first))) { chain, next ->
                if (chain.current.judge(next) != Succession.ACCEPTED) return null
                chain.extendedBy(next)
            }
        }

        /**
         * Begins with documents whose fingerprint a person compares.
         *
         * A fingerprint identifies root keys, and anybody can write genuine root keys beside an online key of their
         * own. So the root keys must have signed one document of the last document's epoch.
         * @return null where they have not, or where [trusting] returns null.
         */
        fun confirming(documents: List<SignedKeyMaterial>): KeyMaterialChain? {
            val chain = trusting(documents) ?: return null
            val epoch = chain.current.material.epoch
            return chain.takeIf { documents.any { it.material.epoch == epoch && it.isSignedByItsRoots } }
        }
    }
}
