package org.xign.sdk.android

import android.content.Context
import android.os.Build
import android.os.SystemClock
import android.util.Log
import java.io.File
import java.util.concurrent.Executor
import org.xign.sdk.BiometricGate
import org.xign.sdk.KeyStore
import org.xign.sdk.Platform
import org.xign.sdk.SecuritySignals
import org.xign.sdk.XignLog

/**
 * Android from API level 28 on. Compiled, never run on a device.
 *
 * Keys are in the system's key store, and the biometric factor asks by the system's dialog.
 *
 * @param context any context of the app. Its application is kept, and no activity.
 */
public class AndroidPlatform(context: Context) : Platform {
    private val application: Context = context.applicationContext

    /** The name that managers get. */
    override val name: String get() = "Android"

    /** The model of the device. */
    override val deviceName: String get() = Build.MODEL.orEmpty().ifEmpty { name }

    /** The folder `xign` in the app's folder that the system's backup leaves out. */
    override val storageLocation: File get() = application.noBackupFilesDir.resolve("xign")

    /** A new [AndroidBiometricGate]. */
    override val biometricGate: BiometricGate get() = AndroidBiometricGate(application)

    /** Writes to the system's log with the tag `XignSDK`. */
    override val logHandler: XignLog.Handler
        get() = XignLog.Handler { level, message -> Log.println(priority(level), "XignSDK", message) }

    /** Delivers events on the main thread. */
    override val eventExecutor: Executor get() = application.mainExecutor

    /** Returns the time since the device has started, with its sleep. */
    override fun uptimeNanoseconds(): Long = SystemClock.elapsedRealtimeNanos()

    /** Returns an [AndroidKeyStore], whose salts are in the folder `keys` of the storage location. */
    override fun keyStore(storageLocation: File): KeyStore =
        AndroidKeyStore(application, storageLocation.resolve("keys"))

    /** Collects the signs of `Kotlin/PLATFORMS.md`, "Security check". A file that cannot be read gives no sign. */
    override fun securitySignals(): SecuritySignals = AndroidSignals.collect()

    private fun priority(level: XignLog.Level): Int = when (level) {
        XignLog.Level.NONE, XignLog.Level.ERROR -> Log.ERROR
        XignLog.Level.WARNING -> Log.WARN
        XignLog.Level.INFO -> Log.INFO
        XignLog.Level.DEBUG -> Log.DEBUG
        XignLog.Level.VERBOSE -> Log.VERBOSE
    }
}
