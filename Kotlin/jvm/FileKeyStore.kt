package org.xign.sdk.jvm

import java.io.File
import java.math.BigInteger
import java.security.InvalidKeyException
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.PrivateKey
import java.security.Signature
import java.security.interfaces.ECPrivateKey
import java.security.interfaces.ECPublicKey
import java.security.spec.ECPrivateKeySpec
import java.security.spec.InvalidKeySpecException
import org.xign.protocol.MAXIMUM_ROUNDS
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.PinKey
import org.xign.protocol.STANDARD_ROUNDS
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.Pbkdf2
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.BoundPin
import org.xign.sdk.DeviceLockRequired
import org.xign.sdk.KeyFiles
import org.xign.sdk.KeyStore
import org.xign.sdk.KeyStoreException
import org.xign.sdk.KeyStoreLabel
import org.xign.sdk.KeyStoreType

/**
 * A key store in files that only their owner can read. The default store on the JVM.
 *
 * A thief of the files can act as the device, but cannot test PINs offline: each guess must be sent to the manager,
 * which counts it (`docs/protocol.md`, section 4). There is one file for each activation, with mode 600, in a folder
 * with mode 700. A file or folder that other users can access or own is refused, and so is a damaged file: it holds a
 * digest of its keys. All functions may be called from any thread.
 */
public class FileKeyStore internal constructor(folder: File, private val rounds: Long) : KeyStore {
    /**
     * Creates a store.
     *
     * @param folder the folder of the files, which is created with the first key.
     */
    public constructor(folder: File) : this(folder, STANDARD_ROUNDS.toLong())

    private val files = KeyFiles(folder)

    /** The type of this store: files. */
    override val type: KeyStoreType get() = KeyStoreType.FILE

    /** The factors of this store: the device and the PIN. */
    override val authenticators: Set<AuthenticatorType> get() = setOf(AuthenticatorType.DEVICE, AuthenticatorType.PIN)

    /** The content of a file. Nothing in it depends on the PIN. */
    private class Keys(
        val privateKey: Octets, val publicKey: Octets, val bindSecret: Octets, val salt: Octets, val rounds: Long,
    )

    /** Checks owner and permissions of the folder, if it exists. Ignores [deviceLock]: the JVM knows no device lock. */
    override fun prepare(deviceLock: DeviceLockRequired): Unit = files.prepare()

    /** Creates a file with new keys. There is no attestation, so that the challenge is not used. */
    override fun createKeys(label: KeyStoreLabel, deviceLock: DeviceLockRequired, challenge: ByteArray) {
        val generator = KeyPairGenerator.getInstance("EC").apply { initialize(P256.parameters) }
        val pair = generator.generateKeyPair()
        files.write(
            label,
            "devicePrivateKey" to json(Octets(P256.padded((pair.private as ECPrivateKey).s))),
            "devicePublicKey" to json(Octets(P256.bytes(pair.public as ECPublicKey))),
            "bindSecret" to json(Octets(randomBytes(BIND_SECRET_LENGTH))),
            "salt" to json(Octets(randomBytes(PinKey.SALT_LENGTH))),
            "stretching" to json("algorithm" to json(ALGORITHM), "rounds" to json(rounds)),
        )
    }

    /** Returns the public device key as x || y, 64 bytes. */
    override fun devicePublicKey(label: KeyStoreLabel): ByteArray = keys(label).publicKey.bytes

    /** Signs SHA-256([message]) with the device key; returns r || s, 64 bytes. */
    override fun deviceSignature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        val key = privateKey(label)
        val signature = Signature.getInstance("SHA256withECDSA")
        try {
            signature.initSign(key)
        } catch (_: InvalidKeyException) {
            throw files.damaged(label)
        }
        signature.update(message)
        return P256.signature(signature.sign())
    }

    /**
     * Stretches the PIN with PBKDF2-HMAC-SHA-256 and the rounds that stand beside the keys, 600,000 for new ones, and
     * binds it by HMAC-SHA-256 with 32 stored bytes. It takes a third of a second on a usual machine.
     */
    override fun bind(digits: ByteArray, label: KeyStoreLabel): BoundPin {
        val keys = keys(label)
        val stretched = Pbkdf2.derive(digits, keys.salt.bytes, keys.rounds.toInt())
        return BoundPin(PinKey.bindInSoftware(stretched, keys.bindSecret.bytes), keys.salt.bytes)
    }

    /** Removes the file. */
    override fun removeKeys(label: KeyStoreLabel): Unit = files.remove(label)

    private fun keys(label: KeyStoreLabel): Keys = files.read(label) {
        Keys(
            octets("devicePrivateKey", SCALAR_LENGTH), octets("devicePublicKey", 2 * SCALAR_LENGTH),
            octets("bindSecret", BIND_SECRET_LENGTH), octets("salt", PinKey.SALT_LENGTH),
            Members.closed(value("stretching")) { readRounds() },
        )
    }

    private fun Members.readRounds(): Long {
        val (algorithm, rounds) = Pair(text("algorithm"), integer("rounds"))
        if (algorithm != ALGORITHM || rounds !in 1..MAXIMUM_ROUNDS) {
            throw KeyStoreException.Unusable(
                "The activation's PIN is stretched by an algorithm that this version does not know. Update the app.",
            )
        }
        return rounds
    }

    private fun privateKey(label: KeyStoreLabel): PrivateKey {
        val scalar = BigInteger(1, keys(label).privateKey.bytes)
        try {
            return KeyFactory.getInstance("EC").generatePrivate(ECPrivateKeySpec(scalar, P256.parameters))
        } catch (_: InvalidKeySpecException) {
            throw files.damaged(label)
        }
    }

    private companion object {
        private const val SCALAR_LENGTH = 32
        private const val BIND_SECRET_LENGTH = 32
        private const val ALGORITHM = "pbkdf2-hmac-sha256"
    }
}
