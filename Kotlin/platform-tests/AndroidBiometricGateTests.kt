package org.xign.sdk

import android.hardware.biometrics.BiometricPrompt
import android.os.Looper
import java.security.Security
import java.security.Signature
import java.util.concurrent.CountDownLatch
import kotlin.concurrent.thread
import org.xign.protocol.Checks
import org.xign.protocol.crypto.P256
import org.xign.sdk.android.AndroidBiometricGate
import org.xign.sdk.android.BiometricDialog
import org.xign.sdk.android.UserNotRecognizedException

/** The gate of Android, with a dialog and a key store of the test in place of the system's. */
internal class AndroidBiometricGateTests(private val checks: Checks) {
    private val context = FakeContext()
    private val gate = AndroidBiometricGate(context)
    private val label = KeyStoreLabel("login.example.org", ByteArray(16) { 1 })
    private val message = "message".toByteArray()

    @Volatile
    private var shown: BiometricPrompt? = null

    /** Lets the user of the next dialogs do something. */
    private fun user(acts: (BiometricPrompt) -> Unit) {
        BiometricPrompt.user = java.util.function.Consumer {
            shown = it
            acts(it)
        }
    }

    fun run() {
        checks.begin("biometric gate of Android")
        FakeSystemKeys.reset()
        Security.addProvider(FakeProvider())
        try {
            keys()
            recognition()
            refusals()
            waiting()
            gate.removeKey(label)
            val missing = thrown { gate.signature(label, message) }
            checks.check("a removed key is missing", missing is KeyStoreException.KeysMissing)
        } finally {
            Security.removeProvider("AndroidKeyStore")
        }
    }

    private fun keys() {
        checks.check("there is no key at first", false) { gate.hasKey(label) }
        val key = gate.createKey(label)
        val spec = FakeSystemKeys.specs.single()
        checks.check("a key is x || y", null) { thrown { P256.publicKey(key) } }
        checks.check("it asks for the user", spec.isUserAuthenticationRequired)
        checks.check("it ends with the enrolled biometrics", spec.isInvalidatedByBiometricEnrollment)
        checks.check("then there is one", true) { gate.hasKey(label) }
        gate.removeKey(label)
        gate.removeKey(label)
        checks.check("and none when it is removed", false) { gate.hasKey(label) }
    }

    private fun recognition() {
        val key = gate.createKey(label)
        // The result of the system has no signature: the gate's own counts.
        user { it.callback.onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult()) }
        val signature = gate.recognizeUser("Log in").signature(label, message)
        val isValid = Signature.getInstance("SHA256withECDSAinP1363Format").run {
            initVerify(P256.publicKey(key))
            update(message)
            verify(signature)
        }
        checks.check("a recognized user signs", isValid)
        checks.check("the dialog has the reason", "Log in") { "${shown?.title}" }
        checks.check("and a button in the language of the system", "Cancel") { "${shown?.cancelText}" }
        checks.check("the dialog is bound to the signature", shown?.crypto?.signature != null)
    }

    private fun failure(code: Int): Throwable? {
        user { it.callback.onAuthenticationError(code, "words of the system") }
        return thrown { gate.recognizeUser("Log in").signature(label, message) }
    }

    private fun refusals() {
        val codes = listOf(BiometricPrompt.BIOMETRIC_ERROR_LOCKOUT, BiometricPrompt.BIOMETRIC_ERROR_USER_CANCELED, 99)
        for (code in codes) {
            checks.check("code $code is the user's", code) { (failure(code) as UserNotRecognizedException).code }
        }
        val unusable = listOf(
            BiometricPrompt.BIOMETRIC_ERROR_HW_UNAVAILABLE, BiometricPrompt.BIOMETRIC_ERROR_NO_BIOMETRICS,
            BiometricPrompt.BIOMETRIC_ERROR_HW_NOT_PRESENT,
        )
        for (code in unusable) {
            checks.check("code $code is the device's", failure(code) is KeyStoreException.Unusable)
        }
        user { it.cancelListener.onClick(null, 0) }
        val cancelled = thrown { gate.recognizeUser("Log in").signature(label, message) }
        checks.check("the button cancels", cancelled is UserNotRecognizedException)
        user { throw SecurityException("no permission") }
        val refused = thrown { gate.recognizeUser("Log in").signature(label, message) }
        checks.check("a refused dialog does not end the app", refused is KeyStoreException.Unusable)
    }

    private fun waiting() {
        user { }
        val signature = Signature.getInstance("SHA256withECDSA")
        val error = thrown { BiometricDialog(context, "Log in", limitMilliseconds = 1).recognize(signature) }
        val hasNoCode = error is UserNotRecognizedException && error.code == null
        checks.check("a user who does not answer is not recognized", hasNoCode)

        val isShown = CountDownLatch(1)
        user { isShown.countDown() }
        var interrupted: Throwable? = null
        val waiting = thread { interrupted = thrown { gate.recognizeUser("Log in").signature(label, message) } }
        isShown.await()
        waiting.interrupt()
        waiting.join()
        checks.check("an interrupted thread stops waiting", interrupted is InterruptedException)
        checks.check("and closes the dialog", true) { shown?.cancellation?.isCanceled }

        Looper.mainThread = Thread.currentThread()
        val main = thrown { gate.recognizeUser("Log in").signature(label, message) }
        Looper.mainThread = null
        checks.check("the main thread is refused, which the dialog needs", main is KeyStoreException.Unusable)
    }
}
