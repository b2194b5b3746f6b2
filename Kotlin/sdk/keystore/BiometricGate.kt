package org.xign.sdk

/**
 * A store of keys that sign only after the device has recognized its user, for example by a fingerprint.
 *
 * An app implements it where the SDK has no access to the platform's biometrics, as on the JVM. The protection is then
 * the app's: nothing proves it to the manager, whose operator decides whether such a factor is accepted. There is one
 * key for each activation, and one gate serves the activations of all managers. A gate never returns a private key.
 *
 * All functions block, and may be called from several threads at the same time. None may call the SDK. Only
 * [recognizeUser] and [signature] may ask the user.
 *
 * A gate can throw the exceptions of its platform as they are. The flows of the SDK tell three cases apart:
 *
 * - The key is gone: [KeyStoreException.KeysMissing], or [hasKey] returns false. The flow throws
 *   [XignSdkErrorCode.BIOMETRICS_CHANGED].
 * - The gate cannot be used now: any other [KeyStoreException]. The flow throws
 *   [XignSdkErrorCode.FACTOR_UNAVAILABLE].
 * - The user cancelled, or was not recognized: any other exception. The flow throws
 *   [XignSdkErrorCode.USER_NOT_RECOGNIZED].
 */
public interface BiometricGate {
    /**
     * Creates a P-256 key, durably. It replaces an existing key with the same label.
     *
     * @return the public key as x || y, 64 bytes.
     */
    public fun createKey(label: KeyStoreLabel): ByteArray

    /**
     * Returns true if there is a key that can sign once the user is recognized; false if there is no key, or if it can
     * no longer sign since the enrolled biometrics have changed.
     */
    public fun hasKey(label: KeyStoreLabel): Boolean

    /**
     * Recognizes the user now, and returns a gate with access to the same keys that signs without asking again.
     *
     * It is called before the key is created, too. The default implementation returns this gate, which then asks in
     * [signature].
     *
     * @param reason the text that tells the user, in the user's language, what the recognition is for.
     */
    public fun recognizeUser(reason: String): BiometricGate = this

    /** Signs SHA-256([message]) with the key (ECDSA), after the user was recognized; returns r || s, 64 bytes. */
    public fun signature(label: KeyStoreLabel, message: ByteArray): ByteArray

    /** Removes the key durably. Succeeds if there is none. */
    public fun removeKey(label: KeyStoreLabel)
}
