package org.xign.sdk.android

import android.app.KeyguardManager
import android.content.Context
import android.content.pm.PackageManager
import android.os.Build
import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyInfo
import android.security.keystore.KeyPermanentlyInvalidatedException
import android.security.keystore.KeyProperties
import android.security.keystore.UserNotAuthenticatedException
import java.io.File
import java.security.ProviderException
import javax.crypto.Mac
import org.xign.protocol.MAXIMUM_ROUNDS
import org.xign.protocol.Octets
import org.xign.protocol.PinKey
import org.xign.protocol.STANDARD_ROUNDS
import org.xign.protocol.crypto.Pbkdf2
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.BoundPin
import org.xign.sdk.DeviceLockRequired
import org.xign.sdk.KeyAttestation
import org.xign.sdk.KeyFiles
import org.xign.sdk.KeyStore
import org.xign.sdk.KeyStoreException
import org.xign.sdk.KeyStoreLabel
import org.xign.sdk.KeyStoreType

/**
 * A key store in Android's own: StrongBox where the device has it, otherwise its trusted execution environment. The
 * default store on Android. Compiled, never run on a device.
 *
 * Keys cannot be copied from the hardware. A file of the app has the salt and the cost of the PIN, and nothing that
 * depends on the PIN. The system's backup leaves out both. All functions may be called from any thread.
 *
 * @param context any context of the app.
 * @param folder the folder of the files, which is created with the first key.
 */
public class AndroidKeyStore(context: Context, folder: File) : KeyStore {
    private val application: Context = context.applicationContext
    private val files = KeyFiles(folder)

    /** The type of keys that the device's hardware holds. [type] with a label says it of one activation's. */
    override val type: KeyStoreType get() = KeyStoreType.ENCLAVE

    /** The factors of this store: the device and the PIN. */
    override val authenticators: Set<AuthenticatorType> get() = setOf(AuthenticatorType.DEVICE, AuthenticatorType.PIN)

    /** Checks the files, and the device's lock if one is required: PIN, password or pattern. */
    override fun prepare(deviceLock: DeviceLockRequired) {
        files.prepare()
        if (deviceLock == DeviceLockRequired.REQUIRED && keyguard?.isDeviceSecure != true) {
            throw KeyStoreException.DeviceLockNotSet()
        }
    }

    /**
     * Creates a P-256 key that signs, and an HMAC key that binds PINs.
     *
     * From Android 15 on, keys whose device lock is required work only while the device is unlocked. Earlier versions
     * can do that, too, but lose such keys when the user removes the lock, or refuse them to a recognized user.
     *
     * @param challenge the bytes that the attestation repeats. A device that cannot attest makes keys without.
     */
    override fun createKeys(label: KeyStoreLabel, deviceLock: DeviceLockRequired, challenge: ByteArray) {
        val needsUnlocked = deviceLock == DeviceLockRequired.REQUIRED && Build.VERSION.SDK_INT >= 35
        guarded {
            firstPossible(challenge) { inStrongBox, attested ->
                val device = SystemKeys.signingKey(label.device)
                    .setUnlockedDeviceRequired(needsUnlocked).setIsStrongBoxBacked(inStrongBox)
                if (attested != null) device.setAttestationChallenge(attested)
                SystemKeys.makePair(device.build())
                val bind = KeyGenParameterSpec.Builder(label.bind, KeyProperties.PURPOSE_SIGN)
                    .setUnlockedDeviceRequired(needsUnlocked).setIsStrongBoxBacked(inStrongBox)
                SystemKeys.makeSecret(bind.build())
            }
        }
        val salt = Octets(randomBytes(PinKey.SALT_LENGTH))
        files.write(label, "salt" to json(salt), "rounds" to json(STANDARD_ROUNDS.toLong()))
    }

    /** Makes keys in StrongBox if there is one, otherwise without it, and last without an attestation. */
    private fun firstPossible(challenge: ByteArray, make: (inStrongBox: Boolean, challenge: ByteArray?) -> Unit) {
        val hasStrongBox =
            application.packageManager.hasSystemFeature(PackageManager.FEATURE_STRONGBOX_KEYSTORE)
        // A StrongBox that is full or away throws StrongBoxUnavailableException, and one that cannot attest, others.
        if (hasStrongBox) {
            try {
                return make(true, challenge)
            } catch (_: ProviderException) {
                // The next one is tried.
            }
        }
        try {
            make(false, challenge)
        } catch (_: ProviderException) {
            make(false, null)
        }
    }

    /** Returns `ENCLAVE` if the system says that the device key is in secure hardware, otherwise `FILE`. */
    override fun type(label: KeyStoreLabel): KeyStoreType = guarded {
        val key = SystemKeys.privateKey(label.device)
        val info = SystemKeys.keyFactory(key).getKeySpec(key, KeyInfo::class.java)
        if (isInHardware(info)) KeyStoreType.ENCLAVE else KeyStoreType.FILE
    }

    private fun isInHardware(info: KeyInfo): Boolean {
        if (Build.VERSION.SDK_INT < 31) {
            @Suppress("DEPRECATION")
            return info.isInsideSecureHardware
        }
        val hardware = setOf(KeyProperties.SECURITY_LEVEL_TRUSTED_ENVIRONMENT, KeyProperties.SECURITY_LEVEL_STRONGBOX)
        return info.securityLevel in hardware
    }

    /**
     * Returns the chain of certificates by which the device's maker attests the device key: DER, one behind another,
     * the key's own first. The last ones are left out where the chain is longer than 8,192 bytes.
     *
     * @return null if the system has none.
     */
    override fun attestation(label: KeyStoreLabel): KeyAttestation? = guarded {
        val bytes = attestationBytes(SystemKeys.chain(label.device).map { it.encoded })
        if (bytes.isEmpty()) null else KeyAttestation("android-key", bytes)
    }

    /** Returns the public device key as x || y, 64 bytes. */
    override fun devicePublicKey(label: KeyStoreLabel): ByteArray = guarded { SystemKeys.publicKey(label.device) }

    /** Signs SHA-256([message]) with the device key; returns r || s, 64 bytes. */
    override fun deviceSignature(label: KeyStoreLabel, message: ByteArray): ByteArray =
        guarded { SystemKeys.sign(SystemKeys.signing(label.device), message) }

    /** Stretches the PIN with PBKDF2-HMAC-SHA-256 and 600,000 rounds, and binds it by the HMAC key. */
    override fun bind(digits: ByteArray, label: KeyStoreLabel): BoundPin {
        val (salt, rounds) = files.read(label) { Pair(octets("salt", PinKey.SALT_LENGTH).bytes, integer("rounds")) }
        if (rounds !in 1..MAXIMUM_ROUNDS) {
            throw KeyStoreException.Unusable(
                "The activation's PIN is stretched in a way that this version does not know. Update the app.",
            )
        }
        val stretched = Pbkdf2.derive(digits, salt, rounds.toInt())
        return guarded {
            val mac = Mac.getInstance("HmacSHA256")
            mac.init(SystemKeys.secretKey(label.bind))
            BoundPin(mac.doFinal(stretched), salt)
        }
    }

    /** Removes the file and the keys. */
    override fun removeKeys(label: KeyStoreLabel) {
        files.remove(label)
        guarded { SystemKeys.remove(label.device, label.bind) }
    }

    private val KeyStoreLabel.device: String get() = "xign ${KeyFiles.name(this)} device"

    private val KeyStoreLabel.bind: String get() = "xign ${KeyFiles.name(this)} bind"

    private val keyguard: KeyguardManager?
        get() = application.getSystemService(Context.KEYGUARD_SERVICE) as KeyguardManager?

    private inline fun <Result> guarded(operations: () -> Result): Result =
        SystemKeys.guarded(::failure, operations)

    private fun failure(error: Exception): KeyStoreException = when {
        error is KeyPermanentlyInvalidatedException -> KeyStoreException.KeysMissing(error)
        error is UserNotAuthenticatedException || keyguard?.isDeviceLocked == true ->
            KeyStoreException.DeviceLocked(error)
        else -> KeyStoreException.Unusable("Android's key store has failed: $error. Try again.", error)
    }

    internal companion object {
        /** The protocol's limit for an attestation. */
        private const val MAXIMUM_ATTESTATION_LENGTH = 8_192

        /** Joins the certificates that fit. */
        internal fun attestationBytes(chain: List<ByteArray>): ByteArray =
            chain.fold(ByteArray(0)) { bytes, certificate ->
                if (bytes.size + certificate.size > MAXIMUM_ATTESTATION_LENGTH) return bytes
                bytes + certificate
            }
    }
}
