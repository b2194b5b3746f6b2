package org.xign.sdk.testing

import org.xign.sdk.BiometricGate
import org.xign.sdk.KeyStoreLabel

/**
 * A biometric gate in memory, with real keys. Its user is recognized until the test says otherwise. Instances may be
 * used from any thread.
 */
public class TestGate : BiometricGate {
    /** The outcome of a recognition of the user. */
    public enum class Answer {
        /** The user is recognized. */
        YES,

        /** Somebody else is there. */
        NO,

        /** The user cancels. */
        CANCELLED,
    }

    private class NotRecognizedException : Exception("the user was not recognized")

    private val keys = MemoryKeys()

    /** The answer when the user is to be recognized, until it is set again. */
    @Volatile
    public var answer: Answer = Answer.YES

    /**
     * True for a gate that asks when it signs, in the finish of a process, as that of Android does. The default asks
     * when the factor is created, as Apple's does.
     */
    @Volatile
    public var asksWhenSigning: Boolean = false

    /** Changes the enrolled biometrics: all keys of the gate are gone. */
    public fun changeBiometrics(): Unit = keys.clear()

    override fun createKey(label: KeyStoreLabel): ByteArray = keys.create(label)

    override fun hasKey(label: KeyStoreLabel): Boolean = label in keys

    override fun recognizeUser(reason: String): BiometricGate {
        if (!asksWhenSigning && answer != Answer.YES) throw NotRecognizedException()
        return this
    }

    override fun signature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        if (asksWhenSigning && answer != Answer.YES) throw NotRecognizedException()
        return keys.signature(label, message)
    }

    override fun removeKey(label: KeyStoreLabel): Unit = keys.remove(label)
}
