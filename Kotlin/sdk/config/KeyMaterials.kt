package org.xign.sdk

import java.io.File
import org.xign.protocol.Base64Url
import org.xign.protocol.JsonLimits
import org.xign.protocol.KeyMaterial
import org.xign.protocol.KeyMaterialChain
import org.xign.protocol.MalformedException
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.SignedKeyMaterial
import org.xign.protocol.StrictJson
import org.xign.protocol.Succession
import org.xign.protocol.asText
import org.xign.protocol.crypto.sha256
import org.xign.protocol.json

/**
 * The trusted managers and their newest key material (docs/protocol.md, section 1).
 *
 * The base is the key material that the app ships; updates that were fetched and stored extend it. Key material is
 * never replaced by an older document.
 *
 * @throws KeyStoreException `Unusable` if stored updates cannot be read or verified. Ignoring them would mean trusting
 * keys again that the manager has withdrawn.
 */
internal class KeyMaterials(shipped: List<KeyMaterialChain>, private val folder: File, private val lock: HomeLock) {
    private val shippedRoots = shipped.associate { it.idm to rootsDigest(it.current.material) }
    private val chains = HashMap<String, KeyMaterialChain>()

    init {
        for (chain in shipped) chains[chain.idm] = withStoredUpdates(chain)
    }

    val managers: List<KeyMaterial>
        get() = synchronized(chains) { chains.values.map { it.current.material } }.sortedBy { it.idm }

    /** Returns the manager with exactly this origin. */
    fun manager(origin: ManagerOrigin): KeyMaterial =
        managers.find { it.url == origin } ?: throw unknown(origin.text)

    /** Returns whether an origin is no manager's, but the beginning of one. */
    fun isBeginningOfOrigin(origin: ManagerOrigin): Boolean {
        val origins = managers.map { it.url.text }
        return origin.text !in origins && origins.any { it.startsWith(origin.text) }
    }

    fun chain(idm: String): KeyMaterialChain = synchronized(chains) { chains[idm] } ?: throw unknown(idm)

    private fun unknown(name: String) = managerUnknown(name, managers.isEmpty())

    /**
     * Adopts and stores documents from the manager, up to the first that fails verification.
     *
     * @return true if the key material is newer than before.
     * @throws XignSdkException `keyMaterialInvalid` if a document has a wrong signature, makes a forbidden change, or
     * conflicts with another manager; the documents before it are adopted.
     * @throws KeyStoreException if the stored updates cannot be read or written; nothing has changed then.
     */
    fun adopt(documents: List<SignedKeyMaterial>, idm: String): Boolean = synchronized(chains) {
        val before = chains[idm] ?: return false
        val others = chains.values.filter { it.idm != idm }
        val (chain, refusal) = lock.withLock {
            // Another process may have stored newer updates.
            val stored = withStoredUpdates(before)
            val extended = extend(stored, documents, others)
            if (extended.first.current.material.isNewerThan(stored.current.material)) store(extended.first)
            extended
        }
        chains[idm] = chain
        if (refusal != null) {
            throw XignSdkException(
                XignSdkErrorCode.KEY_MATERIAL_INVALID,
                "$idm sent key material that the known key material does not verify (${refusal.word}): another " +
                    "manager answers at its address, or it was set up anew. Do not continue; ask the operator.",
            )
        }
        chain.current.material.isNewerThan(before.current.material)
    }

    /**
     * Extends a chain by a manager's documents, up to the first that its predecessor does not verify, or that
     * conflicts with another manager. Returns the chain, and the judgement of that document.
     */
    private fun extend(
        begin: KeyMaterialChain, documents: List<SignedKeyMaterial>, others: List<KeyMaterialChain>,
    ): Pair<KeyMaterialChain, Succession?> {
        var chain = begin
        for (next in documents) {
            if (others.any { it.conflictsWith(next.material) }) return Pair(chain, Succession.FORBIDDEN_CHANGE)
            when (val judgement = chain.current.judge(next)) {
                Succession.ACCEPTED -> chain = chain.extendedBy(next)
                Succession.NOT_NEWER -> {}
                Succession.UNTRUSTED, Succession.FORBIDDEN_CHANGE -> return Pair(chain, judgement)
            }
        }
        return Pair(chain, null)
    }

    // The stored updates belong to the root keys of the shipped document. If the app ships a document with other root
    // keys, as after a theft of root keys, the updates are dropped.

    /** Extends a chain by the stored updates. They are verified again, so that modifying the file gains nothing. */
    private fun withStoredUpdates(chain: KeyMaterialChain): KeyMaterialChain {
        val (extended, refusal) = extend(chain, storedDocuments(chain.idm), listOf())
        if (refusal != null) throw damaged(chain.idm)
        return extended
    }

    /** Returns the updates stored for the shipped root keys, oldest first. */
    private fun storedDocuments(idm: String): List<SignedKeyMaterial> {
        val content = PrivateFolder(folder).read(fileName(idm)) ?: return listOf()
        try {
            return Members.open(StrictJson.parse(content, limits)) {
                version()
                val documents = list("documents").map { Base64Url.decode(it.asText("documents")) }
                val isOfShipped = text("shippedRoots") == shippedRoots[idm]
                if (isOfShipped) documents.map { SignedKeyMaterial.read(it) } else listOf()
            }
        } catch (_: MalformedException) {
            throw damaged(idm)
        }
    }

    /** Stores the documents from the shipped one to the current one. Requires the lock. */
    private fun store(chain: KeyMaterialChain) {
        val content = StrictJson.serialize(
            json(
                "v" to json(1), "shippedRoots" to json(shippedRoots.getValue(chain.idm)),
                "documents" to json(chain.documents.map { json(Octets(it.bytes)) }),
            ),
        )
        if (content.size > limits.bytes) {
            throw KeyStoreException.Unusable("The key material of ${chain.idm} is too large to store. Update the app.")
        }
        checkNotNull(KeyMaterialChain.trusting(chain.documents)) { "a later start would refuse these documents" }
        PrivateFolder(folder).write(content, fileName(chain.idm))
    }

    private fun damaged(idm: String) = KeyStoreException.Unusable(
        "$folder/${fileName(idm)}, the key material of $idm, is damaged. Restore it, or update the app to a version " +
            "that ships the manager's newest key material. Do not remove the file before that: the device would " +
            "trust replaced, possibly stolen, keys again.",
    )

    private companion object {
        /** Limits of a stored file: the size of an answer of the network, which `PrivateFolder` reads, too. */
        val limits = JsonLimits(1 shl 20, 3)

        val KeyMaterialChain.idm: String get() = current.material.idm

        /** Returns the SHA-256 of the root keys, independent of their order. */
        fun rootsDigest(material: KeyMaterial): String {
            // Hexadecimal digits are in the order of the bytes.
            val keys = material.rootKeys.map { it.key.bytes }.sortedBy(::hexadecimal)
            return hexadecimal(sha256(*keys.toTypedArray()))
        }
    }
}

/** Returns the name of a manager's file, which no character of its identifier can change. */
internal fun fileName(idm: String): String = hexadecimal(sha256(idm.toByteArray()).copyOf(16)) + ".json"

internal fun hexadecimal(bytes: ByteArray): String =
    bytes.joinToString("") { (it.toInt() and 0xff).toString(16).padStart(2, '0') }
