package org.xign.sdk

import java.io.File
import java.util.concurrent.Executor
import java.util.concurrent.Executors

/** A platform for tests: nothing of the machine decides. */
internal class TestPlatform(override val storageLocation: File) : Platform {
    override val name: String get() = "Linux"
    override val deviceName: String get() = "Kotlin"
    override val biometricGate: BiometricGate? get() = null
    override val logHandler: XignLog.Handler = XignLog.Handler { _, message -> System.err.println(message) }
    override val eventExecutor: Executor =
        Executors.newSingleThreadExecutor { Thread(it, "events").apply { isDaemon = true } }

    override fun keyStore(storageLocation: File): KeyStore = UnstretchedKeyStore(File(storageLocation, "keys"))

    override fun securitySignals(): SecuritySignals = SecuritySignals("Test 1", "none", setOf())

    override fun uptimeNanoseconds(): Long = System.nanoTime()
}
