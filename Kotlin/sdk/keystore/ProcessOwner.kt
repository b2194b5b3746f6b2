package org.xign.sdk

import java.io.File
import java.io.IOException
import java.nio.file.Files

/** The user of this process. Java does not tell it: the owner of a new file is this user. */
internal object ProcessOwner {
    /** The number of the superuser. */
    const val ROOT = 0

    /** The number of the user; null where it cannot be told, such as on Windows. */
    val number: Any? by lazy {
        if ("unix" !in File(".").toPath().fileSystem.supportedFileAttributeViews()) return@lazy null
        try {
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
