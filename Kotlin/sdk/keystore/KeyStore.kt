package org.xign.sdk

/**
 * The label of one activation's keys. Every key belongs to one manager and one activation.
 *
 * @property idmIdentifier the manager's identifier.
 * @param activationId the activation's identifier, 16 bytes.
 */
public class KeyStoreLabel(public val idmIdentifier: String, activationId: ByteArray) {
    private val identifier = activationId.copyOf()

    /** The activation's identifier, 16 bytes: a copy. */
    public val activationId: ByteArray get() = identifier.copyOf()

    override fun equals(other: Any?): Boolean =
        other is KeyStoreLabel && idmIdentifier == other.idmIdentifier && identifier.contentEquals(other.identifier)

    override fun hashCode(): Int = 31 * idmIdentifier.hashCode() + identifier.contentHashCode()
}

/**
 * A PIN that was stretched and bound to the device. The PIN's signing key is derived from it.
 *
 * Its description shows nothing. Source: `docs/protocol.md`, section 4.
 *
 * @property secret the bound PIN, 32 secret bytes. Never store them: they allow testing PINs offline.
 * @property salt the activation's salt, 16 bytes.
 */
public class BoundPin(public val secret: ByteArray, public val salt: ByteArray)

/**
 * A proof by the maker of a key store that it holds a key.
 *
 * @property format the name of the proof's format.
 * @property bytes the proof, 1 to 8,192 bytes.
 */
public class KeyAttestation(public val format: String, public val bytes: ByteArray)

/**
 * A store for the keys of the activations.
 *
 * A store creates, uses and removes keys; it never returns a private key. It stores nothing that depends on a PIN: no
 * public key, thumbprint or signature, and no flag that a PIN was correct. A thief of the store must have nothing to
 * compare a guess with. All functions block, and may be called from several threads at the same time.
 *
 * Source: `docs/protocol.md`, sections 4 and 9.
 */
public interface KeyStore {
    /** The type of the store. */
    public val type: KeyStoreType

    /**
     * Returns the type of the store that holds this device key, where a store has several places for keys. It is what
     * an activation reports. The default is [type].
     */
    public fun type(label: KeyStoreLabel): KeyStoreType = type

    /** Returns the maker's proof that the store holds this device key; null, the default, where there is none. */
    public fun attestation(label: KeyStoreLabel): KeyAttestation? = null

    /** The factors whose keys the store supports on this device. */
    public val authenticators: Set<AuthenticatorType>

    /**
     * Prepares the store, and checks that it is usable now.
     *
     * @throws KeyStoreException [KeyStoreException.DeviceLockNotSet] if [deviceLock] is `REQUIRED`, the platform has
     * device locks, and none is set; [KeyStoreException.DeviceLocked]; [KeyStoreException.Unusable];
     * [KeyStoreException.Storage].
     */
    @Throws(KeyStoreException::class)
    public fun prepare(deviceLock: DeviceLockRequired)

    /**
     * Creates a P-256 device key, a secret to bind PINs with, and a salt. They replace existing keys with the same
     * label, and are durable when the function returns.
     *
     * @param challenge the bytes over which a platform with attestation attests the device key; others ignore them.
     * @throws KeyStoreException existing keys may be lost then.
     */
    @Throws(KeyStoreException::class)
    public fun createKeys(label: KeyStoreLabel, deviceLock: DeviceLockRequired, challenge: ByteArray)

    /**
     * Returns the public device key as x || y, 64 bytes.
     *
     * @throws KeyStoreException [KeyStoreException.KeysMissing].
     */
    @Throws(KeyStoreException::class)
    public fun devicePublicKey(label: KeyStoreLabel): ByteArray

    /**
     * Signs SHA-256([message]) with the device key (ECDSA); returns r || s, 64 bytes.
     *
     * @throws KeyStoreException [KeyStoreException.KeysMissing].
     */
    @Throws(KeyStoreException::class)
    public fun deviceSignature(label: KeyStoreLabel, message: ByteArray): ByteArray

    /**
     * Stretches a PIN with the activation's algorithm and cost, then binds it to the device.
     *
     * Deliberately slow: a tenth of a second or more. The function cannot detect a wrong PIN; it returns another
     * secret then.
     *
     * @param digits the digits of the PIN in ASCII.
     * @throws KeyStoreException [KeyStoreException.KeysMissing].
     */
    @Throws(KeyStoreException::class)
    public fun bind(digits: ByteArray, label: KeyStoreLabel): BoundPin

    /** Removes the keys durably. Succeeds if there are none. */
    @Throws(KeyStoreException::class)
    public fun removeKeys(label: KeyStoreLabel)
}
