package org.xign.sdk

import java.io.File

/** A biometric gate with its keys in files, and a sensor that a test controls. */
internal class FileBiometricGate(private val folder: File) : BiometricGate {
    class NotRecognizedException : Exception()

    /** True while the sensor recognizes the person. */
    @Volatile
    var isRecognized = true

    private val keys = UnstretchedKeyStore(folder)

    override fun createKey(label: KeyStoreLabel): ByteArray {
        keys.createKeys(label, DeviceLockRequired.IGNORED, ByteArray(0))
        return keys.devicePublicKey(label)
    }

    override fun hasKey(label: KeyStoreLabel): Boolean = try {
        keys.devicePublicKey(label)
        true
    } catch (_: KeyStoreException.KeysMissing) {
        false
    }

    override fun recognizeUser(reason: String): BiometricGate {
        if (!isRecognized) throw NotRecognizedException()
        return this
    }

    override fun signature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        if (!isRecognized) throw NotRecognizedException()
        return keys.deviceSignature(label, message)
    }

    override fun removeKey(label: KeyStoreLabel) = keys.removeKeys(label)

    /** Invalidates all keys, as a platform does when the enrolled biometrics change. */
    fun changeBiometrics() {
        folder.deleteRecursively()
    }
}
