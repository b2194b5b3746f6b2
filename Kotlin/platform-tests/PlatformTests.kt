package org.xign.sdk

import java.nio.file.Files
import org.xign.protocol.Checks

/** The number of checks of each group. */
private val counts = mapOf(
    "file key store" to 31, "files of Linux" to 44, "platform of the JVM" to 42, "traces on Android" to 19,
    "key store of Android" to 22, "biometric gate of Android" to 23, "guides" to 11,
)

/** Checks what the libraries for the JVM and Android add to the SDK. */
fun main() {
    val checks = Checks()
    FileKeyStoreTests(checks, Files.createTempDirectory("xign-keys").toFile()).run()
    LinuxFilesTests(checks).run()
    JvmPlatformTests(checks).run()
    AndroidTracesTests(checks).run()
    AndroidKeyStoreTests(checks, Files.createTempDirectory("xign-keys").toFile()).run()
    AndroidBiometricGateTests(checks).run()
    GuideTests(checks).run()
    checks.report(counts)
}

/** Returns the exception of a body; null if there is none. */
internal fun thrown(body: () -> Unit): Throwable? = runCatching(body).exceptionOrNull()
