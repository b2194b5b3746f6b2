package org.xign.sdk

import java.io.File
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import java.security.spec.PKCS8EncodedKeySpec
import org.xign.protocol.JsonLimits
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.StrictJson
import org.xign.protocol.crypto.P256
import org.xign.protocol.crypto.sha256
import org.xign.protocol.json

/** A key store in files that does not stretch PINs, so that tests are fast. */
internal class UnstretchedKeyStore(private val folder: File) : KeyStore {
    private class Keys(val privateKey: ByteArray, val publicKey: ByteArray)

    override val type: KeyStoreType get() = KeyStoreType.FILE
    override val authenticators: Set<AuthenticatorType> = setOf(AuthenticatorType.DEVICE, AuthenticatorType.PIN)

    override fun prepare(deviceLock: DeviceLockRequired) {
        PrivateFolder(folder)
    }

    override fun createKeys(label: KeyStoreLabel, deviceLock: DeviceLockRequired, challenge: ByteArray) {
        val generator = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }
        val pair = generator.generateKeyPair()
        val record = json(
            "privateKey" to json(Octets(pair.private.encoded)),
            "publicKey" to json(Octets(P256.bytes(pair.public as ECPublicKey))),
        )
        PrivateFolder(folder).write(StrictJson.serialize(record), name(label))
    }

    override fun devicePublicKey(label: KeyStoreLabel): ByteArray = keys(label).publicKey

    override fun deviceSignature(label: KeyStoreLabel, message: ByteArray): ByteArray {
        val key = KeyFactory.getInstance("EC").generatePrivate(PKCS8EncodedKeySpec(keys(label).privateKey))
        val signature = Signature.getInstance("SHA256withECDSA").run {
            initSign(key)
            update(message)
            sign()
        }
        return P256.signature(signature)
    }

    override fun bind(digits: ByteArray, label: KeyStoreLabel): BoundPin =
        BoundPin(sha256(keys(label).privateKey, digits), ByteArray(16))

    override fun removeKeys(label: KeyStoreLabel) = PrivateFolder(folder).remove(name(label))

    private fun keys(label: KeyStoreLabel): Keys {
        val content = PrivateFolder(folder).read(name(label)) ?: throw KeyStoreException.KeysMissing()
        return Members.open(StrictJson.parse(content, JsonLimits.MESSAGE)) {
            Keys(octets("privateKey").bytes, octets("publicKey").bytes)
        }
    }

    private fun name(label: KeyStoreLabel): String = hexadecimal(label.activationId) + ".json"
}
