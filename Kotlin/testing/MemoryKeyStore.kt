package org.xign.sdk.testing

import java.security.KeyPair
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import java.util.concurrent.ConcurrentHashMap
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.hmac
import org.xign.protocol.crypto.randomBytes
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.BoundPin
import org.xign.sdk.DeviceLockRequired
import org.xign.sdk.KeyStore
import org.xign.sdk.KeyStoreException
import org.xign.sdk.KeyStoreLabel
import org.xign.sdk.KeyStoreType
import org.xign.sdk.hexadecimal

/** Keys on P-256 in memory, by the activation that has them. */
internal class MemoryKeys {
    private val pairs = ConcurrentHashMap<String, KeyPair>()

    /** Creates a key, and returns its public part. */
    fun create(label: KeyStoreLabel): ByteArray {
        val generator = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }
        pairs[name(label)] = generator.generateKeyPair()
        return publicKey(label)
    }

    operator fun contains(label: KeyStoreLabel): Boolean = pairs.containsKey(name(label))

    /** @throws KeyStoreException.KeysMissing */
    fun publicKey(label: KeyStoreLabel): ByteArray = P256.bytes(pair(label).public as ECPublicKey)

    /** @throws KeyStoreException.KeysMissing */
    fun signature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        val der = Signature.getInstance("SHA256withECDSA").run {
            initSign(pair(label).private)
            update(message)
            sign()
        }
        return P256.signature(der)
    }

    fun remove(label: KeyStoreLabel) {
        pairs.remove(name(label))
    }

    fun clear(): Unit = pairs.clear()

    private fun pair(label: KeyStoreLabel) = pairs[name(label)] ?: throw KeyStoreException.KeysMissing()

    private fun name(label: KeyStoreLabel) = "${label.idmIdentifier} ${hexadecimal(label.activationId)}"
}

/** A key store in memory, with real keys. Its PIN is not stretched, so that tests are fast. */
internal class MemoryKeyStore : KeyStore {
    private val keys = MemoryKeys()
    private val secret = randomBytes(32)

    override val type: KeyStoreType get() = KeyStoreType.FILE
    override val authenticators: Set<AuthenticatorType> = setOf(AuthenticatorType.DEVICE, AuthenticatorType.PIN)

    override fun prepare(deviceLock: DeviceLockRequired) {}

    override fun createKeys(label: KeyStoreLabel, deviceLock: DeviceLockRequired, challenge: ByteArray) {
        keys.create(label)
    }

    override fun devicePublicKey(label: KeyStoreLabel): ByteArray = keys.publicKey(label)

    override fun deviceSignature(label: KeyStoreLabel, message: ByteArray): ByteArray = keys.signature(label, message)

    override fun bind(digits: ByteArray, label: KeyStoreLabel): BoundPin {
        if (label !in keys) throw KeyStoreException.KeysMissing()
        return BoundPin(hmac(secret, label.activationId, digits), ByteArray(16))
    }

    override fun removeKeys(label: KeyStoreLabel): Unit = keys.remove(label)
}
