package org.xign.sdk

import java.io.File
import java.io.IOException
import java.nio.file.Files

/** The user of this process, as Linux tells it. Elsewhere the owner of a new file is this user. */
internal object ProcessOwner {
    /** The number of the superuser. */
    const val ROOT = 0

    @Volatile private var known: Any? = null

    /** The number of the effective user; null where it cannot be told, such as on Windows, or not now. */
    val number: Any?
        get() = known ?: find().also { known = it }

    private fun find(): Any? = LinuxFiles.effectiveUser(LinuxFiles.read("/proc/self/status")) ?: ownerOfNewFile()

    private fun ownerOfNewFile(): Any? {
        if ("unix" !in File(".").toPath().fileSystem.supportedFileAttributeViews()) return null
        return try {
            val file = Files.createTempFile("xign", null)
            try {
                Files.getAttribute(file, "unix:uid")
            } finally {
                Files.deleteIfExists(file)
            }
        } catch (_: IOException) {
            null
        } catch (_: SecurityException) {
            null
        }
    }
}
