package org.xign.sdk.android

import android.content.Context
import android.hardware.biometrics.BiometricPrompt
import android.os.CancellationSignal
import java.security.Signature
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import org.xign.sdk.KeyStoreException

/**
 * The user cancelled the system's dialog, was not recognized by it, or gave no answer.
 *
 * @property code the code of `BiometricPrompt`, such as `BIOMETRIC_ERROR_LOCKOUT`; null without an answer.
 */
public class UserNotRecognizedException internal constructor(public val code: Int?, message: String) :
    Exception(message)

/** The dialog of the system that recognizes the user, for one signature. */
internal class BiometricDialog(
    private val context: Context, private val title: CharSequence, private val limitMilliseconds: Long = LIMIT,
) {
    /**
     * Shows the dialog and waits for its end. Not on the main thread.
     *
     * @throws KeyStoreException.Unusable if the device has no biometrics now.
     * @throws UserNotRecognizedException if the user cancelled, was not recognized, or gave no answer in two minutes.
     */
    fun recognize(signature: Signature) {
        val answer = CompletableFuture<Unit>()
        val cancellation = CancellationSignal()
        val executor = context.mainExecutor
        executor.execute {
            try {
                val dialog = BiometricPrompt.Builder(context).setTitle(title)
                    .setNegativeButton(context.getString(android.R.string.cancel), executor) { _, _ ->
                        val code = BiometricPrompt.BIOMETRIC_ERROR_USER_CANCELED
                        answer.completeExceptionally(failure(code, "cancelled"))
                    }
                    .build()
                dialog.authenticate(BiometricPrompt.CryptoObject(signature), cancellation, executor, Callback(answer))
            } catch (error: RuntimeException) {
                // An exception would end the app's main thread.
                answer.completeExceptionally(KeyStoreException.Unusable("The dialog was refused: $error", error))
            }
        }
        try {
            answer.get(limitMilliseconds, TimeUnit.MILLISECONDS)
        } catch (error: ExecutionException) {
            throw error.cause ?: error
        } catch (_: TimeoutException) {
            throw UserNotRecognizedException(null, "no answer in time")
        } finally {
            // Closes the dialog of a thread that waits no longer. A dialog that has ended ignores it.
            cancellation.cancel()
        }
    }

    private class Callback(private val answer: CompletableFuture<Unit>) : BiometricPrompt.AuthenticationCallback() {
        override fun onAuthenticationSucceeded(result: BiometricPrompt.AuthenticationResult?) {
            answer.complete(Unit)
        }

        override fun onAuthenticationError(code: Int, text: CharSequence?) {
            answer.completeExceptionally(failure(code, "$text"))
        }
    }

    private companion object {
        private const val LIMIT = 120_000L

        private fun failure(code: Int, text: String): Exception = when (code) {
            BiometricPrompt.BIOMETRIC_ERROR_HW_NOT_PRESENT, BiometricPrompt.BIOMETRIC_ERROR_HW_UNAVAILABLE,
            BiometricPrompt.BIOMETRIC_ERROR_NO_BIOMETRICS,
            -> KeyStoreException.Unusable("The device has no biometrics now: $text")
            else -> UserNotRecognizedException(code, text)
        }
    }
}
