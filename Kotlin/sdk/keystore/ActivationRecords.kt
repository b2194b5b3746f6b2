package org.xign.sdk

import java.io.File
import org.xign.protocol.MalformedException

/**
 * The stored activations of this device: one file for each manager. Every change is durable when it returns.
 *
 * Reading takes no lock, since files are replaced atomically. To change a record or its keys, read it again under the
 * lock and decide on that: see [change].
 */
internal class ActivationRecords(private val folder: File, private val lock: HomeLock) {
    /** Returns all activations, sorted by manager. */
    fun all(): List<ActivationRecord> {
        val folder = PrivateFolder(folder)
        return folder.names().mapNotNull { read(it, folder) }.sortedBy { it.idmIdentifier }
    }

    /** Returns the activation at a manager; null if there is none. */
    fun record(idm: String): ActivationRecord? = read(fileName(idm), PrivateFolder(folder))

    /** Runs [body] while holding the lock of the storage location. All changes of records and keys happen inside. */
    fun <T> change(body: (Changes) -> T): T = lock.withLock { body(Changes()) }

    /** The operations that need the lock. */
    inner class Changes {
        /** Returns the current activation at a manager; null if there is none. */
        fun record(idm: String): ActivationRecord? = this@ActivationRecords.record(idm)

        /** Returns the current record of the same attempt; null if another flow has removed or replaced it. */
        fun current(attempt: ActivationRecord): ActivationRecord? =
            record(attempt.idmIdentifier)?.takeIf { it.isSameAttempt(attempt) }

        /** Adds or replaces the record of a manager. */
        fun write(record: ActivationRecord) =
            PrivateFolder(folder).write(record.serialized(), fileName(record.idmIdentifier))

        /**
         * Replaces a pending record by the active one, which the manager has.
         * @throws XignSdkException `storageFailed`; the record is still pending.
         */
        fun writeActive(record: ActivationRecord) = try {
            write(record)
        } catch (error: KeyStoreException) {
            throw error.asActivationNotStored()
        }

        /** Removes the activation at a manager. Succeeds if there is none. */
        fun remove(idm: String) = PrivateFolder(folder).remove(fileName(idm))
    }

    private fun read(name: String, folder: PrivateFolder): ActivationRecord? {
        val content = folder.read(name) ?: return null
        val record = try {
            ActivationRecord.read(content)
        } catch (_: MalformedException) {
            null
        }
        if (record == null || fileName(record.idmIdentifier) != name) {
            throw KeyStoreException.Unusable(
                "${this.folder}/$name is damaged. Restore it, or move it to another folder and activate again.",
            )
        }
        return record
    }
}
