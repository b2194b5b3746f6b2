package org.xign.sdk

import java.io.File
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.ClosedByInterruptException
import java.nio.channels.FileChannel
import java.nio.file.FileAlreadyExistsException
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.nio.file.StandardOpenOption
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.attribute.FileAttribute
import java.nio.file.attribute.PosixFilePermission
import java.nio.file.attribute.PosixFilePermissions
import java.util.UUID

/**
 * A folder of small files that only its owner can access. Every write is atomic and durable.
 *
 * Reading never creates the folder: one that does not exist has no files. The first write creates it. Windows has no
 * modes of files: there the rights of the folder above apply.
 *
 * @throws KeyStoreException `Unusable` if it is not a folder, or if other users can access it; `Storage` if other
 * users own it, or if it is a symbolic link.
 */
internal class PrivateFolder(private val folder: File) {
    private val path: Path = folder.absoluteFile.toPath()

    init { exists() }

    /** Checks the folder. Returns false if it does not exist. */
    private fun exists(): Boolean = attempt("inspect", path) { check(path, isFolder = true) }

    /**
     * Creates the folder for its owner alone, and the missing ones above it, if it does not exist.
     *
     * @throws KeyStoreException `Storage` if the folder above belongs to another user than this one or root, such as
     * the home of the user who has called sudo: that user could not access or replace what is made there.
     */
    fun create() {
        if (exists()) return
        val missing = generateSequence(path) { it.parent }
            .takeWhile { !Files.exists(it, LinkOption.NOFOLLOW_LINKS) }.toList()
        missing.lastOrNull()?.parent?.let { above -> attempt("inspect", above) { checkOwner(above) } }
        for (folder in missing.asReversed()) {
            attempt("create the folder", folder) {
                try {
                    Files.createDirectory(folder, *ownerOnly("rwx------"))
                } catch (_: FileAlreadyExistsException) {
                    // Another process was faster.
                }
                folder.parent?.let(::synchronize)
            }
        }
        exists()
    }

    /** Opens a folder inside this one. */
    fun folder(name: String): PrivateFolder = PrivateFolder(File(folder, name))

    /** Returns the names of the files, sorted, without unfinished writes. */
    fun names(): List<String> {
        if (!exists()) return listOf()
        val names = folder.list() ?: throw KeyStoreException.Unusable("Cannot list $folder.")
        return names.filterNot { it.startsWith(".") }.sorted()
    }

    /**
     * Returns the content of a file; null if it does not exist.
     *
     * @throws KeyStoreException `Unusable` if it cannot be read, if other users can access it, or if it is larger than
     * 1 MiB; `Storage` if other users own it, or if it is a symbolic link.
     */
    fun read(name: String): ByteArray? {
        val file = path.resolve(name)
        return attempt("read", file) {
            try {
                if (!exists() || !check(file, isFolder = false)) return null
                FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS).use(::content)
            } catch (_: NoSuchFileException) {
                null
            }
        }
    }

    private fun content(channel: FileChannel): ByteArray {
        if (channel.size() > MAXIMUM_SIZE) {
            throw KeyStoreException.Unusable(
                "A file in $folder is larger than 1 MiB: another program wrote it. Restore it, or choose another " +
                    "storage location.",
            )
        }
        val buffer = ByteBuffer.allocate(channel.size().toInt())
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) Unit
        return buffer.array().copyOf(buffer.position())
    }

    /**
     * Creates or replaces a file, in a folder that is created if necessary. After the return, the new content survives
     * a power failure; before, the old content does.
     */
    fun write(content: ByteArray, name: String) {
        create()
        val file = path.resolve(name)
        val temporary = path.resolve(".$name.${UUID.randomUUID()}")
        attempt("write", file) {
            try {
                writeDurably(content, temporary)
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
            } catch (error: IOException) {
                Files.deleteIfExists(temporary)
                throw error
            }
            synchronize(path)
        }
    }

    private fun writeDurably(content: ByteArray, file: Path) {
        val options = setOf(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
        FileChannel.open(file, options, *ownerOnly("rw-------")).use {
            val buffer = ByteBuffer.wrap(content)
            while (buffer.hasRemaining()) it.write(buffer)
            it.force(true)
        }
    }

    /** Removes a file durably. Succeeds if it does not exist. The disk may keep the removed content. */
    fun remove(name: String) {
        if (!exists()) return
        val file = path.resolve(name)
        attempt("remove", file) {
            if (Files.deleteIfExists(file)) synchronize(path)
        }
    }

    /** Checks that the folder in which others will be made is this user's or root's. It may be a link to one. */
    private fun checkOwner(above: Path) {
        if ("unix" !in views) return
        val own = ProcessOwner.number ?: return
        val owner = Files.getAttribute(above, "unix:uid")
        if (owner != own && owner != ProcessOwner.ROOT) {
            throw KeyStoreException.Storage(StorageProblem.otherOwnerAbove("$path", "$above"))
        }
    }

    /** Checks kind, owner and mode. Returns false if the file does not exist. */
    private fun check(file: Path, isFolder: Boolean): Boolean {
        val attributes = try {
            Files.readAttributes(file, BasicFileAttributes::class.java, LinkOption.NOFOLLOW_LINKS)
        } catch (_: NoSuchFileException) {
            return false
        }
        if (attributes.isSymbolicLink) throw KeyStoreException.Storage(StorageProblem.link("$file"))
        if (if (isFolder) !attributes.isDirectory else !attributes.isRegularFile) {
            val name = if (isFolder) "folder" else "file"
            throw KeyStoreException.Unusable("$file is not a $name. Choose another storage location.")
        }
        if (!hasModes) return true
        if (isOfAnotherUser(file)) throw KeyStoreException.Storage(StorageProblem.otherOwner("$file"))
        if (Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).any { it !in owners }) {
            val mode = if (isFolder) "700" else "600"
            throw KeyStoreException.Unusable(
                "Other users can access $file, and may have copied the keys. If nobody did: chmod $mode $file",
            )
        }
        return true
    }

    private companion object {
        const val MAXIMUM_SIZE = 1 shl 20

        val owners = setOf(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE,
        )

        val views: Set<String> = File(".").toPath().fileSystem.supportedFileAttributeViews()
        val hasModes = "posix" in views

        /** Returns the mode of a new file; nothing where files have none. */
        fun ownerOnly(mode: String): Array<FileAttribute<*>> =
            if (hasModes) arrayOf(attribute(mode)) else arrayOf()

        private fun attribute(mode: String) =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))

        /** Returns true if a file has another owner than this process; false where that cannot be told. */
        fun isOfAnotherUser(file: Path): Boolean {
            if ("unix" !in views) return false
            val own = ProcessOwner.number ?: return false
            return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS) != own
        }

        /** Makes changes of a folder's entries durable, where the system can: Windows cannot open a folder. */
        fun synchronize(folder: Path) {
            if (hasModes) FileChannel.open(folder, StandardOpenOption.READ).use { it.force(true) }
        }

        inline fun <T> attempt(action: String, file: Path, body: () -> T): T = try {
            body()
        } catch (error: ClosedByInterruptException) {
            throw InterruptedException().apply { initCause(error) }
        } catch (error: IOException) {
            throw storageFailure(action, "$file", error)
        }
    }
}

/**
 * Makes the error for a call of the system that has failed.
 *
 * @param action a verb, such as "write".
 */
internal fun storageFailure(action: String, path: String, error: IOException): KeyStoreException {
    val reason = error.message.orEmpty()
    return when {
        // The platform has no class for these reasons, and gives the system's words.
        listOf("No space left", "quota exceeded", "not enough space").any { it in reason } ->
            KeyStoreException.Storage(StorageProblem.noSpace(path))
        listOf("No locks available", "not supported").any { it in reason } ->
            KeyStoreException.Storage(StorageProblem.noLocks(path))
        else -> KeyStoreException.Unusable("Cannot $action $path (${error.javaClass.simpleName}).", error)
    }
}
