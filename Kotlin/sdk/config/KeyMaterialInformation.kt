package org.xign.sdk

import java.net.URL
import java.time.Instant
import org.xign.protocol.Fingerprint
import org.xign.protocol.KeyMaterial
import org.xign.protocol.KeyMaterialChain
import org.xign.protocol.MalformedException
import org.xign.protocol.SignedKeyMaterial

/**
 * The identity of a manager according to its key material, for tools that let a person decide whether to trust it.
 *
 * Source: `docs/protocol.md`, section 1.
 */
public class KeyMaterialInformation internal constructor(private val material: KeyMaterial) {
    /** The manager's identifier. */
    public val idmIdentifier: String get() = material.idm

    /** The manager's URL. */
    public val url: URL get() = URL(material.url.text)

    /**
     * The fingerprint of the manager's root keys as words, to compare with the words that the operator published on
     * another channel.
     */
    public val fingerprint: String get() = Fingerprint.of(material)

    /**
     * The number of the epoch, from 1. The manager's operator begins a new one when keys may have been stolen, which
     * the fingerprint does not show. Compare it with the number that the operator published beside the words: a lower
     * one belongs to keys that were replaced.
     */
    public val epoch: Long get() = material.epoch

    /** The moment at which the epoch was prepared, by its number; null for the first one. */
    public val epochBegan: Instant? get() = material.epochBegan?.let(Instant::ofEpochSecond)

    /** The expiry of this document. No message is sealed with an expired one, but it still verifies newer ones. */
    public val expiresAt: Instant get() = Instant.ofEpochSecond(material.expiresAt)

    override fun toString(): String = "KeyMaterialInformation($idmIdentifier)"

    public companion object {
        /**
         * Reads key material, and verifies that it is signed by the keys that it contains, including the root keys.
         *
         * This proves integrity, not authenticity: only comparing the fingerprint does.
         *
         * @param data a signed document (a JWS as JSON), or an array of documents, each verified by its predecessor.
         * One of them must be signed by the root keys of the last one, as the documents of a manager are.
         * @throws XignSdkInitializationException [XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID].
         */
        @JvmStatic
        @Throws(XignSdkInitializationException::class)
        public fun read(data: ByteArray): KeyMaterialInformation {
            trustedChain(data)
            val chain = KeyMaterialChain.confirming(SignedKeyMaterial.readOneOrAll(data))
                ?: throw XignSdkInitializationException(
                    XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID,
                    "The key material is not signed by the root keys that it contains. Get all of it from the " +
                        "operator.",
                )
            return KeyMaterialInformation(chain.current.material)
        }
    }
}

/**
 * Makes a chain of documents that the app ships or that a person has confirmed.
 *
 * @throws XignSdkInitializationException `KEY_MATERIAL_INVALID`.
 */
internal fun trustedChain(data: ByteArray): KeyMaterialChain {
    val chain = try {
        KeyMaterialChain.trusting(SignedKeyMaterial.readOneOrAll(data))
    } catch (_: MalformedException) {
        null
    }
    return chain ?: throw XignSdkInitializationException(
        XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID,
        "The key material is not a document signed by its own manager. Get it again from the operator.",
    )
}
