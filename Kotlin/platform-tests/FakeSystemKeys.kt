package org.xign.sdk

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyInfo
import android.security.keystore.StrongBoxUnavailableException
import java.io.InputStream
import java.io.OutputStream
import java.security.Key
import java.security.KeyFactorySpi
import java.security.KeyPair
import java.security.KeyPairGenerator
import java.security.KeyPairGeneratorSpi
import java.security.KeyStoreSpi
import java.security.PrivateKey
import java.security.Provider
import java.security.ProviderException
import java.security.PublicKey
import java.security.SecureRandom
import java.security.cert.Certificate
import java.security.spec.AlgorithmParameterSpec
import java.security.spec.ECGenParameterSpec
import java.security.spec.KeySpec
import java.util.Collections
import java.util.Date
import java.util.Enumeration
import javax.crypto.KeyGeneratorSpi
import javax.crypto.SecretKey
import javax.crypto.spec.SecretKeySpec

/** The entries of a key store of Android in memory, and the abilities of its device. */
internal object FakeSystemKeys {
    val entries = linkedMapOf<String, Any>()
    val specs = mutableListOf<KeyGenParameterSpec>()
    var isStrongBoxUsable = true
    var canAttest = true
    var isInHardware = true

    fun reset() {
        entries.clear()
        specs.clear()
        isStrongBoxUsable = true
        canAttest = true
        isInHardware = true
    }

    /** Notes the parameters of a key, unless the device cannot make it. */
    fun accept(spec: AlgorithmParameterSpec?): KeyGenParameterSpec {
        spec as KeyGenParameterSpec
        specs += spec
        if (spec.isStrongBoxBacked && !isStrongBoxUsable) throw StrongBoxUnavailableException()
        if (spec.attestationChallenge != null && !canAttest) throw ProviderException("no attestation key")
        return spec
    }
}

/** A provider with the name of Android's. */
@Suppress("DEPRECATION") // Android has no other constructor before API level 34.
internal class FakeProvider : Provider("AndroidKeyStore", 1.0, "keys of a test") {
    init {
        put("KeyStore.AndroidKeyStore", FakeStore::class.java.name)
        put("KeyPairGenerator.EC", FakePairs::class.java.name)
        put("KeyGenerator.HmacSHA256", FakeSecrets::class.java.name)
        put("KeyFactory.EC", FakeFactory::class.java.name)
    }
}

internal class FakeCertificate(private val key: PublicKey, private val content: ByteArray) : Certificate("X.509") {
    override fun getEncoded(): ByteArray = content

    override fun getPublicKey(): PublicKey = key

    override fun verify(key: PublicKey?) = Unit

    override fun verify(key: PublicKey?, provider: String?) = Unit

    override fun toString(): String = "certificate"
}

internal class FakeStore : KeyStoreSpi() {
    private val entries get() = FakeSystemKeys.entries

    override fun engineLoad(stream: InputStream?, password: CharArray?) = Unit

    override fun engineGetKey(alias: String, password: CharArray?): Key? = when (val entry = entries[alias]) {
        is KeyPair -> entry.private
        else -> entry as SecretKey?
    }

    override fun engineGetCertificateChain(alias: String): Array<Certificate>? = (entries[alias] as? KeyPair)?.let {
        arrayOf<Certificate>(
            FakeCertificate(it.public, ByteArray(700) { 1 }), FakeCertificate(it.public, ByteArray(7_500) { 2 }),
        )
    }

    override fun engineGetCertificate(alias: String): Certificate? = engineGetCertificateChain(alias)?.first()

    override fun engineContainsAlias(alias: String): Boolean = alias in entries

    override fun engineDeleteEntry(alias: String) {
        entries.remove(alias)
    }

    override fun engineAliases(): Enumeration<String> = Collections.enumeration(entries.keys)

    override fun engineSize(): Int = entries.size

    override fun engineGetCreationDate(alias: String): Date? = null

    override fun engineSetKeyEntry(alias: String, key: Key, password: CharArray?, chain: Array<Certificate>?): Unit =
        throw UnsupportedOperationException()

    override fun engineSetKeyEntry(alias: String, key: ByteArray, chain: Array<Certificate>?): Unit =
        throw UnsupportedOperationException()

    override fun engineSetCertificateEntry(alias: String, certificate: Certificate): Unit =
        throw UnsupportedOperationException()

    override fun engineIsKeyEntry(alias: String): Boolean = alias in entries

    override fun engineIsCertificateEntry(alias: String): Boolean = false

    override fun engineGetCertificateAlias(certificate: Certificate): String? = null

    override fun engineStore(stream: OutputStream?, password: CharArray?): Unit = throw UnsupportedOperationException()
}

internal class FakePairs : KeyPairGeneratorSpi() {
    private var spec: AlgorithmParameterSpec? = null

    override fun initialize(size: Int, random: SecureRandom?): Unit = throw UnsupportedOperationException()

    override fun initialize(spec: AlgorithmParameterSpec?, random: SecureRandom?) {
        this.spec = spec
    }

    override fun generateKeyPair(): KeyPair {
        val alias = FakeSystemKeys.accept(spec).keystoreAlias
        val generator = KeyPairGenerator.getInstance("EC", "SunEC")
        generator.initialize(ECGenParameterSpec("secp256r1"))
        return generator.generateKeyPair().also { FakeSystemKeys.entries[alias] = it }
    }
}

internal class FakeSecrets : KeyGeneratorSpi() {
    private var spec: AlgorithmParameterSpec? = null

    override fun engineInit(random: SecureRandom?): Unit = throw UnsupportedOperationException()

    override fun engineInit(size: Int, random: SecureRandom?): Unit = throw UnsupportedOperationException()

    override fun engineInit(spec: AlgorithmParameterSpec?, random: SecureRandom?) {
        this.spec = spec
    }

    override fun engineGenerateKey(): SecretKey {
        val alias = FakeSystemKeys.accept(spec).keystoreAlias
        val key = SecretKeySpec(ByteArray(32).also(SecureRandom()::nextBytes), "HmacSHA256")
        return key.also { FakeSystemKeys.entries[alias] = it }
    }
}

internal class FakeFactory : KeyFactorySpi() {
    override fun engineGeneratePublic(spec: KeySpec?): PublicKey = throw UnsupportedOperationException()

    override fun engineGeneratePrivate(spec: KeySpec?): PrivateKey = throw UnsupportedOperationException()

    override fun engineTranslateKey(key: Key?): Key = throw UnsupportedOperationException()

    override fun <T : KeySpec> engineGetKeySpec(key: Key?, type: Class<T>): T = type.cast(
        object : KeyInfo() {
            override fun isInsideSecureHardware(): Boolean = FakeSystemKeys.isInHardware
        },
    )
}
