package org.xign.sdk

import java.io.File
import java.util.concurrent.Executor

/**
 * The parts of the SDK that differ between the JVM and Android, and the defaults of the configuration there.
 *
 * The libraries for the platforms have one each: `JvmPlatform` and `AndroidPlatform`.
 */
public interface Platform {
    /** The name that managers get: `Linux`, `macOS`, `Windows` or `Android`. */
    public val name: String

    /** The name of this device that a new activation gets where its maker named none: a host name or a model. */
    public val deviceName: String

    /**
     * The folder of the activations where the configuration names none.
     *
     * @throws XignSdkInitializationException [XignSdkInitializationErrorCodes.STORAGE_UNUSABLE] for a user without a
     * home folder.
     */
    @get:Throws(XignSdkInitializationException::class)
    public val storageLocation: File

    /** The gate of the biometric factor; null where the platform has none. */
    public val biometricGate: BiometricGate?

    /** The receiver of log messages: the system's log, or standard error. */
    public val logHandler: XignLog.Handler

    /** The executor that delivers events to their receivers, one after another: the main thread where there is one. */
    public val eventExecutor: Executor

    /**
     * Returns a time in nanoseconds that setting the clock does not change, and that goes on while the device sleeps.
     * Only differences have a meaning.
     */
    public fun uptimeNanoseconds(): Long

    /** Returns the key store; it may keep its files below the storage location. */
    public fun keyStore(storageLocation: File): KeyStore

    /** Collects the signs of a manipulated device or app, and the versions of the system. Never throws. */
    public fun securitySignals(): SecuritySignals
}
