package org.xign.sdk.android

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import java.io.IOException
import java.security.GeneralSecurityException
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.PrivateKey
import java.security.ProviderException
import java.security.Signature
import java.security.cert.Certificate
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import org.xign.protocol.crypto.P256
import org.xign.sdk.KeyStoreException

/**
 * The entries of Android's key store. It is reached by its provider's name alone, so that a test can register another.
 *
 * All functions throw the exceptions of the system as they are.
 */
internal object SystemKeys {
    private const val PROVIDER = "AndroidKeyStore"

    private fun store(): KeyStore = KeyStore.getInstance(PROVIDER).apply { load(null) }

    /** Returns a builder of the parameters of a P-256 key that signs SHA-256. */
    fun signingKey(alias: String): KeyGenParameterSpec.Builder =
        KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
            .setDigests(KeyProperties.DIGEST_SHA256)

    fun makePair(spec: KeyGenParameterSpec) {
        KeyPairGenerator.getInstance("EC", PROVIDER).run {
            initialize(spec)
            generateKeyPair()
        }
    }

    fun makeSecret(spec: KeyGenParameterSpec) {
        KeyGenerator.getInstance("HmacSHA256", PROVIDER).run {
            init(spec)
            generateKey()
        }
    }

    fun contains(alias: String): Boolean = store().containsAlias(alias)

    fun privateKey(alias: String): PrivateKey =
        store().getKey(alias, null) as PrivateKey? ?: throw KeyStoreException.KeysMissing()

    fun secretKey(alias: String): SecretKey =
        store().getKey(alias, null) as SecretKey? ?: throw KeyStoreException.KeysMissing()

    /** Returns the chain of certificates of a key. It begins with the key's own, and is empty if there is no key. */
    fun chain(alias: String): List<Certificate> = store().getCertificateChain(alias).orEmpty().toList()

    /** Returns the public key of a pair as x || y, 64 bytes. */
    fun publicKey(alias: String): ByteArray {
        val certificate = store().getCertificate(alias) ?: throw KeyStoreException.KeysMissing()
        return P256.bytes(certificate.publicKey as ECPublicKey)
    }

    /** Begins a signature with a private key. The system refuses here where the key cannot sign. */
    fun signing(alias: String): Signature =
        Signature.getInstance("SHA256withECDSA").apply { initSign(privateKey(alias)) }

    /** Signs a message; returns r || s, 64 bytes. The system's signature is DER. */
    fun sign(signature: Signature, message: ByteArray): ByteArray {
        signature.update(message)
        return P256.signature(signature.sign())
    }

    fun keyFactory(key: PrivateKey): KeyFactory = KeyFactory.getInstance(key.algorithm, PROVIDER)

    /** Removes entries. Succeeds if there are none. */
    fun remove(vararg aliases: String) {
        val store = store()
        aliases.filter(store::containsAlias).forEach(store::deleteEntry)
    }

    /** Runs operations of the system's key store, and throws the exceptions that [failure] makes of the system's. */
    inline fun <Result> guarded(failure: (Exception) -> Exception, operations: () -> Result): Result = try {
        operations()
    } catch (error: GeneralSecurityException) {
        throw failure(error)
    } catch (error: ProviderException) {
        throw failure(error)
    } catch (error: IOException) {
        throw failure(error)
    }
}
