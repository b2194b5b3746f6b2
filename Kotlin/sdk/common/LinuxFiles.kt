package org.xign.sdk

import java.io.File
import java.io.IOException

/**
 * Readers of the files in which Linux describes the system and a process. They accept any bytes.
 *
 * A file is a text of one character for each byte (ISO 8859-1), so that no byte is refused.
 */
internal object LinuxFiles {
    private const val MAXIMUM_LENGTH = 1 shl 20

    /** Returns the value of PRETTY_NAME in os-release(5); null if there is none. */
    fun prettyName(osRelease: String): String? {
        val value = value("PRETTY_NAME=", osRelease) ?: return null
        val name = String(value.toByteArray(Charsets.ISO_8859_1)).trim('"', '\'', ' ', '\t', '\r')
        return name.ifEmpty { null }
    }

    /**
     * Returns true if the file `status` of a process names a tracer, by `TracerPid` of proc_pid_status(5).
     *
     * The only text that the process chooses in it is its name, whose line feeds are escaped.
     */
    fun isTraced(status: String): Boolean = value("TracerPid:", status)?.any { it in '1'..'9' } ?: false

    /** Returns true if the real or the effective user in the file `status` of a process is the superuser. */
    fun isSuperuser(status: String): Boolean = "0" in users(status).take(2)

    /** Returns the number of the effective user in the file `status` of a process; null if there is none. */
    fun effectiveUser(status: String): Int? = users(status).getOrNull(1)?.toLongOrNull()?.toInt()

    /** Returns the real user, the effective one, and those after them. */
    private fun users(status: String): List<String> =
        value("Uid:", status).orEmpty().split(' ', '\t').filter { it.isNotEmpty() }

    /**
     * Returns true if a variable has a value in the environment with which a process began: texts that end with a NUL.
     *
     * A variable can occur several times. The dynamic loader takes the last value.
     */
    fun hasValue(variable: String, environment: String): Boolean =
        environment.split('\u0000').any { it.startsWith("$variable=") && it.length > variable.length + 1 }

    /**
     * Returns true if `/etc/ld.so.preload` names a library, by ld.so(8).
     *
     * White space and colons separate names; a comment begins with `#` and ends with its line.
     */
    fun namesLibrary(preloadFile: String): Boolean = preloadFile.split('\n').any { line ->
        line.substringBefore('#').any { it !in ": \t\r\u000B\u000C" }
    }

    /** Reads at most 1 MiB of a file; returns an empty text if it cannot be read. */
    fun read(path: String): String = try {
        File(path).inputStream().use { input ->
            val bytes = ByteArray(MAXIMUM_LENGTH)
            var count = 0
            while (count < bytes.size) {
                val more = input.read(bytes, count, bytes.size - count)
                if (more < 0) break
                count += more
            }
            String(bytes, 0, count, Charsets.ISO_8859_1)
        }
    } catch (_: IOException) {
        ""
    }

    /** Returns the rest of the first line that begins with a name. */
    private fun value(name: String, file: String): String? =
        file.splitToSequence('\n').firstOrNull { it.startsWith(name) }?.removePrefix(name)
}
