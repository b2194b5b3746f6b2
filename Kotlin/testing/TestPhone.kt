package org.xign.sdk.testing

import java.io.Closeable
import java.io.File
import java.nio.file.Files
import java.util.concurrent.Executor
import java.util.concurrent.Executors
import org.xign.sdk.BiometricGate
import org.xign.sdk.KeyStore
import org.xign.sdk.PersonalizationResponse
import org.xign.sdk.PersonalizationResult
import org.xign.sdk.Platform
import org.xign.sdk.ProcessInitializationData
import org.xign.sdk.SecuritySignals
import org.xign.sdk.XignLog
import org.xign.sdk.XignSdk
import org.xign.sdk.XignSdkConfig

/**
 * A phone of a test or a preview: the storage, the keys and the biometrics, which outlive the app.
 *
 * Make the SDK from [configuration] once for each start of the app. To simulate that the app was killed, drop the SDK
 * at any step, and make another one from the same phone. Its files are in a temporary folder, which [close] removes.
 * Instances may be used from any thread.
 */
public class TestPhone : Closeable {
    /** The biometrics: they recognize the user until the test says otherwise. */
    public val biometrics: TestGate = TestGate()

    internal val folder: File = Files.createTempDirectory("xign-phone").toFile()
    private val keyStore = MemoryKeyStore()

    /**
     * Returns the builder of a configuration with this phone and a manager: key material, transport, storage, key
     * store, biometrics, clocks and a cheap stretching of PINs. Add the app's own settings, such as a log, then build.
     */
    public fun configuration(manager: TestManager): XignSdkConfig.Builder {
        val builder = XignSdkConfig.Builder(TestPhonePlatform(File(folder, "home"), keyStore))
        builder.now = { manager.date }
        builder.uptime = { manager.seconds * NANOSECONDS }
        builder.activationPinRounds = TestManager.ROUNDS
        return builder.addKeyMaterial(manager.keyMaterial).setTransport(manager).setBiometricGate(biometrics)
            .setLogLevel(XignLog.Level.NONE)
    }

    /**
     * Activates this phone at a manager, as its user has done before the test.
     *
     * @param manager the manager, which invites the user first.
     * @param pin the activation PIN, which becomes the user's.
     * @throws org.xign.sdk.XignSdkException those of the flows.
     */
    @JvmOverloads
    public fun activate(manager: TestManager, pin: String = TestManager.PIN): PersonalizationResult {
        val sdk = XignSdk(configuration(manager).build())
        val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(
            manager.invitation(pin), ProcessInitializationData.Source.SCANNED,
        )
        val data = (parsed as ProcessInitializationData.Personalization).data
        val response = sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(data, pin)
        val request = (response as PersonalizationResponse.Personalize).request
        return sdk.personalizer.finishPersonalizationSynchronous(request)
    }

    /** Removes the files of the phone. */
    override fun close() {
        folder.deleteRecursively()
    }

    private companion object {
        const val NANOSECONDS = 1_000_000_000L
    }
}

/** The platform of a phone of a test: nothing of the machine decides. */
private class TestPhonePlatform(override val storageLocation: File, private val keys: KeyStore) : Platform {
    override val name: String get() = "Linux"
    override val deviceName: String get() = "phone"
    override val biometricGate: BiometricGate? get() = null
    override val logHandler: XignLog.Handler = XignLog.Handler { _, message -> System.err.println(message) }
    override val eventExecutor: Executor =
        Executors.newSingleThreadExecutor { Thread(it, "events").apply { isDaemon = true } }

    override fun keyStore(storageLocation: File): KeyStore = keys

    override fun securitySignals(): SecuritySignals = SecuritySignals("Test 1", "none", setOf())

    override fun uptimeNanoseconds(): Long = System.nanoTime()
}
