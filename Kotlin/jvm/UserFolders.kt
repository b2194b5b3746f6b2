package org.xign.sdk.jvm

import java.io.File
import org.xign.sdk.XignSdkInitializationErrorCodes
import org.xign.sdk.XignSdkInitializationException

/**
 * The folders of a user.
 *
 * An empty variable counts as unset. A relative path in one is ignored, as the XDG Base Directory Specification
 * demands.
 *
 * @param home the property `user.home`: Java takes it from passwd(5) on Linux, and not from `$HOME`.
 * @param variable returns a variable of the environment.
 */
internal class UserFolders(private val home: String?, private val variable: (String) -> String?) {
    /**
     * Returns the folder of the user's data.
     *
     * @throws XignSdkInitializationException if there is none.
     */
    fun dataFolder(system: JvmSystem): File = when (system) {
        JvmSystem.LINUX -> folder("XDG_DATA_HOME") ?: home(system).resolve(".local/share")
        JvmSystem.MAC_OS -> home(system).resolve("Library/Application Support")
        JvmSystem.WINDOWS -> folder("LOCALAPPDATA") ?: home(system).resolve("AppData/Local")
    }

    private fun home(system: JvmSystem): File {
        val variable = if (system == JvmSystem.WINDOWS) null else folder("HOME")
        return variable ?: absolute(home) ?: throw XignSdkInitializationException(
            XignSdkInitializationErrorCodes.STORAGE_UNUSABLE,
            "The user has no home folder. Set one, or a storage location in the configuration.",
        )
    }

    private fun folder(name: String): File? = absolute(variable(name))

    private fun absolute(path: String?): File? = path?.let(::File)?.takeIf { it.isAbsolute }
}
