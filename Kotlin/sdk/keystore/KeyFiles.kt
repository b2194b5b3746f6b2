package org.xign.sdk

import java.io.File
import org.xign.protocol.JsonLimits
import org.xign.protocol.JsonObject
import org.xign.protocol.JsonValue
import org.xign.protocol.MalformedException
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.StrictJson
import org.xign.protocol.crypto.sha256
import org.xign.protocol.json

/**
 * The files of a key store: one for each activation, that only their owner can access.
 *
 * A file has the keys, and the digest of their canonical encoding. Without it, a damaged salt would make each PIN a
 * wrong one, which the manager counts. The keys do not depend on the PIN, so no PIN can be tried against the digest.
 *
 * @param folder the folder, which is created with the first key.
 */
internal class KeyFiles(private val folder: File) {
    /** Checks owner and permissions of the folder, if it exists. */
    fun prepare() {
        PrivateFolder(folder)
    }

    /**
     * Reads the keys of an activation.
     *
     * @param members reads the members but `v`, which this function checks.
     * @throws KeyStoreException.KeysMissing if there is no file.
     * @throws KeyStoreException.Unusable if the file is damaged, or was written by a later version.
     */
    fun <Keys> read(label: KeyStoreLabel, members: Members.() -> Keys): Keys {
        val content = PrivateFolder(folder).read(fileName(label)) ?: throw KeyStoreException.KeysMissing()
        try {
            val keys = intactKeys(content)
            val version = Members.open(keys) { integer("v") }
            if (version != VERSION) {
                throw KeyStoreException.Unusable("${path(label)} was written by a later version. Update the app.")
            }
            return Members.closed(keys) {
                integer("v")
                members(this)
            }
        } catch (_: MalformedException) {
            throw damaged(label)
        }
    }

    /** Returns the keys of a file. A later version may have other members beside `v`, so that they are not read yet. */
    private fun intactKeys(content: ByteArray): JsonObject = Members.closed(StrictJson.parse(content, limits)) {
        val keys = value("keys") as? JsonObject ?: throw MalformedException("keys")
        if (octets("sha256", DIGEST_LENGTH) != digest(keys)) throw MalformedException("sha256")
        keys
    }

    /** Creates or replaces the file of an activation, durably. The keys get the version of their form, `v`. */
    fun write(label: KeyStoreLabel, vararg members: Pair<String, JsonValue?>) {
        val keys = json("v" to json(VERSION), *members)
        val content = json("keys" to keys, "sha256" to json(digest(keys)))
        PrivateFolder(folder).write(StrictJson.serialize(content), fileName(label))
    }

    /** Removes the file of an activation durably. Succeeds if there is none. */
    fun remove(label: KeyStoreLabel): Unit = PrivateFolder(folder).remove(fileName(label))

    /** Returns the error for a damaged file. */
    fun damaged(label: KeyStoreLabel): KeyStoreException = KeyStoreException.Unusable(
        "${path(label)} is damaged. Restore it, or give this activation up, and activate again.",
    )

    private fun path(label: KeyStoreLabel) = "$folder/${fileName(label)}"

    private fun fileName(label: KeyStoreLabel) = "${name(label)}.json"

    private fun digest(keys: JsonValue) = Octets(sha256(StrictJson.serialize(keys)))

    companion object {
        private const val VERSION = 1L
        private const val DIGEST_LENGTH = 32
        private val limits = JsonLimits(bytes = 1 shl 16, depth = 4)

        /** Returns a name for the keys of an activation, 32 hexadecimal digits. It does not reveal the manager. */
        fun name(label: KeyStoreLabel): String {
            return hexadecimal(sha256(label.activationId, label.idmIdentifier.toByteArray()).copyOf(16))
        }
    }
}
