package org.xign.sdk.android

import android.content.Context
import android.os.Build
import android.os.Looper
import android.security.keystore.KeyPermanentlyInvalidatedException
import android.security.keystore.KeyProperties
import java.security.UnrecoverableKeyException
import org.xign.sdk.BiometricGate
import org.xign.sdk.KeyFiles
import org.xign.sdk.KeyStoreException
import org.xign.sdk.KeyStoreLabel

/**
 * A gate with keys in Android's key store, which sign after the system's dialog has recognized the user by strong
 * biometrics. The default gate on Android. Compiled, never run on a device.
 *
 * Each signature asks once. The system makes a key unusable when a finger or face is enrolled. The app needs the
 * permission `USE_BIOMETRIC`, which the library's manifest asks for.
 */
public class AndroidBiometricGate private constructor(
    private val application: Context, private val title: CharSequence?,
) : BiometricGate {
    /**
     * Creates a gate.
     *
     * @param context any context of the app.
     */
    public constructor(context: Context) : this(context.applicationContext, null)

    /**
     * Creates a P-256 key, bound to the biometrics that are enrolled now.
     *
     * @throws KeyStoreException [KeyStoreException.Unusable] if none are enrolled, or the device has no strong ones.
     */
    override fun createKey(label: KeyStoreLabel): ByteArray = guarded {
        val key = SystemKeys.signingKey(label.alias)
            .setUserAuthenticationRequired(true).setInvalidatedByBiometricEnrollment(true)
        // Before, a key without a period of validity demands strong biometrics for each use, too.
        if (Build.VERSION.SDK_INT >= 30) key.setUserAuthenticationParameters(0, KeyProperties.AUTH_BIOMETRIC_STRONG)
        SystemKeys.makePair(key.build())
        SystemKeys.publicKey(label.alias)
    }

    /** Returns true if there is a key, and no biometrics were enrolled since it was made. Does not ask the user. */
    override fun hasKey(label: KeyStoreLabel): Boolean = guarded {
        try {
            SystemKeys.contains(label.alias).also { if (it) SystemKeys.signing(label.alias) }
        } catch (_: KeyPermanentlyInvalidatedException) {
            false
        } catch (_: UnrecoverableKeyException) {
            false
        }
    }

    /** Returns a gate whose dialog has the title [reason], by default the app's name. It asks when it signs. */
    override fun recognizeUser(reason: String): BiometricGate = AndroidBiometricGate(application, reason)

    /**
     * Shows the system's dialog, and signs once it has recognized the user; returns r || s, 64 bytes.
     *
     * Blocks for two minutes at most. An interrupted thread closes the dialog.
     *
     * @throws KeyStoreException [KeyStoreException.KeysMissing] if the key is gone; [KeyStoreException.Unusable] if the
     * device has no biometrics now, or on the main thread, which the dialog needs.
     * @throws UserNotRecognizedException if the user cancelled, was not recognized, or gave no answer.
     */
    @Throws(KeyStoreException::class, UserNotRecognizedException::class, InterruptedException::class)
    override fun signature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        if (Looper.myLooper() != null && Looper.myLooper() == Looper.getMainLooper()) {
            throw KeyStoreException.Unusable("Sign with biometrics on another thread than the main one.")
        }
        return guarded {
            val signature = SystemKeys.signing(label.alias)
            BiometricDialog(application, title ?: application.applicationInfo.loadLabel(application.packageManager))
                .recognize(signature)
            // The dialog has unlocked this very signature. Its result may have none.
            SystemKeys.sign(signature, message)
        }
    }

    /** Removes the key. */
    override fun removeKey(label: KeyStoreLabel): Unit = guarded { SystemKeys.remove(label.alias) }

    private val KeyStoreLabel.alias: String get() = "xign ${KeyFiles.name(this)} biometric"

    private inline fun <Result> guarded(operations: () -> Result): Result =
        SystemKeys.guarded(::failure, operations)

    private fun failure(error: Exception): KeyStoreException = when (error) {
        is KeyPermanentlyInvalidatedException, is UnrecoverableKeyException -> KeyStoreException.KeysMissing(error)
        else -> KeyStoreException.Unusable("Biometrics cannot be used: $error", error)
    }
}
