package org.xign.protocol

import org.xign.protocol.crypto.Ed25519PublicKey
import org.xign.protocol.crypto.sha256

/** A key of Ed25519 that verifies key material: a root key or the online key. */
internal data class VerificationKey(val key: Ed25519PublicKey) {
    /** The `kid` of its signatures. */
    val identifier: String get() = Base64Url.encode(sha256(key.bytes).copyOf(8))

    companion object {
        /** @throws MalformedException for a key that the protocol does not allow. */
        fun read(text: String): VerificationKey =
            VerificationKey(Ed25519PublicKey.read(Base64Url.decode(text)) ?: throw MalformedException("Ed25519 key"))
    }
}

/** The pinned data of a manager: its URL, the keys that sign for it, and the keys to which requests are sealed. */
internal class KeyMaterial private constructor(
    val url: ManagerOrigin,
    val appLinkOrigins: List<ManagerOrigin>,
    val epoch: Long,
    val sequence: Long,
    /** The expiry in Unix seconds. */
    val expiresAt: Long,
    val rootKeys: List<VerificationKey>,
    /** The number of root keys that must sign a new epoch. */
    val threshold: Long,
    val onlineKey: VerificationKey,
    val encryptionKeys: List<EncryptionKey>,
) {
    val idm: String get() = url.idm

    /**
     * Returns the key to seal a request to: the first one of the strongest suite that is available.
     *
     * Null where the document has expired, or expires more than 45 days from now, or has no such key.
     * @param now the time in Unix seconds.
     */
    fun encryptionKey(now: Long): EncryptionKey? {
        if (now < 0 || expiresAt - now !in 1..MAXIMUM_LIFETIME_SECONDS) return null
        return encryptionKeys.filter { it.suite.isAvailable }.maxByOrNull { it.suite }
    }

    /**
     * The moment at which the epoch was prepared, in Unix seconds. Null for the first one, and for a number that is no
     * time: managers number all epochs but the first by their clock.
     */
    val epochBegan: Long? get() = epoch.takeIf { it in TIMES_OF_EPOCHS }

    fun isNewerThan(other: KeyMaterial): Boolean =
        epoch > other.epoch || (epoch == other.epoch && sequence > other.sequence)

    /** Returns true if all is equal that the online key cannot change. */
    fun continues(other: KeyMaterial): Boolean = rootKeys == other.rootKeys && threshold == other.threshold &&
        onlineKey == other.onlineKey && url == other.url && appLinkOrigins == other.appLinkOrigins

    private fun isValid(): Boolean = epoch >= 1 && sequence >= 1 && expiresAt > 0 && rootKeys.size in 1..16 &&
        rootKeys.toSet().size == rootKeys.size && threshold in 1..rootKeys.size && onlineKey !in rootKeys &&
        encryptionKeys.size in 1..8 && appLinkOrigins.size <= 8

    companion object {
        /** The longest remaining lifetime that an app accepts, in seconds: 45 days. */
        const val MAXIMUM_LIFETIME_SECONDS = 45L * 24 * 60 * 60

        /** The numbers of epochs that are times: from 2020 to 2200. */
        private val TIMES_OF_EPOCHS = 1_577_836_800L..7_258_118_400L

        /**
         * Reads the payload of a signed document and checks all conditions of docs/protocol.md, section 1.
         * @throws MalformedException
         */
        fun read(payload: ByteArray): KeyMaterial =
            Members.closed(StrictJson.parse(payload, JsonLimits.STATEMENT)) {
                version()
                val idm = text("idmIdentifier")
                val material = KeyMaterial(
                    url = origin(text("url")), appLinkOrigins = list("appLinkOrigins").map { origin(it.asText("url")) },
                    epoch = integer("epoch"), sequence = integer("sequence"), expiresAt = integer("expiresAt"),
                    rootKeys = list("rootKeys").map { VerificationKey.read(it.asText("rootKeys")) },
                    threshold = integer("threshold"), onlineKey = VerificationKey.read(text("onlineKey")),
                    encryptionKeys = list("encryptionKeys").mapNotNull(::encryptionKey),
                )
                demand(material.idm == idm && material.isValid(), "key material")
                material
            }

        private fun origin(text: String): ManagerOrigin = ManagerOrigin.read(text) ?: throw MalformedException("origin")

        /** Reads a key; null for one of an unknown suite, so that a later version can add suites. */
        private fun encryptionKey(value: JsonValue): EncryptionKey? = Members.closed(value) {
            val (name, publicKey) = Pair(text("suite"), octets("publicKey"))
            SealingSuite.entries.find { it.word == name }?.let { EncryptionKey(it, publicKey) }
        }
    }
}
