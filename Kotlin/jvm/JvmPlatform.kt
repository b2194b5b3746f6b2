package org.xign.sdk.jvm

import java.io.File
import java.util.concurrent.Executor
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.ThreadFactory
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit
import org.xign.sdk.BiometricGate
import org.xign.sdk.KeyStore
import org.xign.sdk.Platform
import org.xign.sdk.SecuritySignals
import org.xign.sdk.XignLog
import org.xign.sdk.XignSdkInitializationException

/**
 * The JVM on Linux, macOS or Windows. Keys are files, and there is no biometric gate.
 *
 * Only Linux was ever tried. Nothing is registered in the process: no provider, no handler, no hook of its end.
 */
public class JvmPlatform private constructor(private val system: JvmSystem) : Platform {
    /**
     * Finds the system.
     *
     * @throws XignSdkInitializationException on another system than Linux, macOS and Windows: a manager judges logins
     * by the platform's name, and knows no other.
     */
    @Throws(XignSdkInitializationException::class)
    public constructor() : this(JvmSystem.find(System.getProperty("os.name").orEmpty()))

    /** The name that managers get: `Linux`, `macOS` or `Windows`. */
    override val name: String get() = system.platform

    /** The name of the host, as the system tells it without asking the network; the platform's name without one. */
    override val deviceName: String get() = JvmSignals.hostName(system) ?: name

    /**
     * The folder of the activations: `$XDG_DATA_HOME/xign-jvm`, or `.local/share/xign-jvm` in the user's home, on
     * Linux; `Library/Application Support/xign-jvm` in the user's home on macOS; `%LOCALAPPDATA%\xign-jvm` on Windows.
     *
     * A variable counts where it is an absolute path.
     */
    override val storageLocation: File
        get() = UserFolders(System.getProperty("user.home"), System::getenv).dataFolder(system).resolve("xign-jvm")

    /** None: the JVM knows no recognition of a user. An app can bring its own. */
    override val biometricGate: BiometricGate? get() = null

    /** Writes to standard error, one line for each message. */
    override val logHandler: XignLog.Handler
        get() = XignLog.Handler { level, message -> System.err.println("XignSDK $level: $message") }

    /**
     * Delivers events on one daemon thread, which ends when it has been idle for ten seconds.
     *
     * An app with a user interface passes an executor of its own.
     */
    override val eventExecutor: Executor by lazy {
        val factory = ThreadFactory { task -> Thread(task, "XignSDK events").apply { isDaemon = true } }
        ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, LinkedBlockingQueue(), factory).apply {
            allowCoreThreadTimeOut(true)
        }
    }

    /** Returns the time of `System.nanoTime`, which stands still while Linux or macOS sleeps. */
    override fun uptimeNanoseconds(): Long = System.nanoTime()

    /** Returns a [FileKeyStore] in the folder `keys` of the storage location. */
    override fun keyStore(storageLocation: File): KeyStore = FileKeyStore(storageLocation.resolve("keys"))

    /** Collects the signs of `Kotlin/PLATFORMS.md`, "Security check". A file that cannot be read gives no sign. */
    override fun securitySignals(): SecuritySignals = JvmSignals.collect(system)
}
