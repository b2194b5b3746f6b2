package org.xign.sdk.jvm

import org.xign.sdk.XignSdkInitializationErrorCodes
import org.xign.sdk.XignSdkInitializationException

/** A system under the JVM, with the name that managers know (docs/protocol.md, section 4). */
internal enum class JvmSystem(val platform: String) {
    LINUX("Linux"),
    MAC_OS("macOS"),
    WINDOWS("Windows"),
    ;

    companion object {
        /**
         * Finds a system.
         *
         * @param name the property `os.name`, such as `Linux`, `Mac OS X` or `Windows 11`.
         */
        fun find(name: String): JvmSystem = when {
            name == "Linux" -> LINUX
            name.startsWith("Mac OS") || name == "macOS" -> MAC_OS
            name.startsWith("Windows") -> WINDOWS
            else -> throw XignSdkInitializationException(
                XignSdkInitializationErrorCodes.PLATFORM_UNSUPPORTED,
                "The SDK runs on the JVM of Linux, macOS and Windows, and on Android. Managers know no other platform.",
            )
        }
    }
}
