package org.xign.sdk

import java.nio.file.Files
import kotlin.system.exitProcess
import org.xign.protocol.Checks

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
    checks.failures.forEach { println("FAILED $it") }
    println("${checks.counts.values.sum()} checks, ${checks.failures.size} failed")
    if (checks.failures.isNotEmpty()) exitProcess(1)
}

/** Returns the exception of a body; null if there is none. */
internal fun thrown(body: () -> Unit): Throwable? = runCatching(body).exceptionOrNull()
