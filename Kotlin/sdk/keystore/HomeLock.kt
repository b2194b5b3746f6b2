package org.xign.sdk

import java.io.File
import java.io.IOException
import java.nio.channels.ClosedByInterruptException
import java.nio.channels.FileChannel
import java.nio.channels.FileLockInterruptionException
import java.nio.file.LinkOption
import java.nio.file.StandardOpenOption
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock

/**
 * An exclusive lock on the storage location, across threads and processes.
 *
 * The lock of the file excludes other processes, and the system releases it when its holder dies. Within a process it
 * is an error to take it twice, so a lock in memory comes first. Both are held for local reads and writes, never
 * during a request. Not reentrant.
 */
internal class HomeLock(private val home: File) {
    private val path = File(home.absoluteFile, ".lock").toPath()
    private val threads by lazy { locks.getOrPut(canonicalPath()) { ReentrantLock() } }

    /**
     * Runs [body] while holding the lock. Blocks while another thread or process holds it. Creates the storage
     * location if it does not exist.
     *
     * @throws KeyStoreException if the file cannot be created or locked; the exceptions of [body].
     * @throws InterruptedException if the thread is interrupted while it waits.
     */
    fun <T> withLock(body: () -> T): T {
        check(!threads.isHeldByCurrentThread) { "the lock is taken twice" }
        threads.lockInterruptibly()
        try {
            PrivateFolder(home).create()
            return locked().use { body() }
        } finally {
            threads.unlock()
        }
    }

    /** Opens the file and locks it. Closing the channel releases the lock. */
    private fun locked(): FileChannel {
        try {
            val channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS,
            )
            try {
                channel.lock()
            } catch (error: Exception) {
                channel.close()
                throw error
            }
            return channel
        } catch (error: FileLockInterruptionException) {
            throw InterruptedException().apply { initCause(error) }
        } catch (error: ClosedByInterruptException) {
            throw InterruptedException().apply { initCause(error) }
        } catch (error: IOException) {
            throw storageFailure("lock", "$path", error)
        }
    }

    /** The only path of the folder: a link on the way would have a lock of its own. */
    private fun canonicalPath(): String = try {
        home.canonicalPath
    } catch (error: IOException) {
        throw storageFailure("find", home.path, error)
    }

    private companion object {
        /** The locks in memory by folder: several instances of the SDK may use one. */
        val locks = ConcurrentHashMap<String, ReentrantLock>()
    }
}
