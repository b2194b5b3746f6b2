package org.xign.sdk

import java.io.File
import java.security.Security
import java.security.Signature
import org.xign.protocol.Checks
import org.xign.protocol.Octets
import org.xign.protocol.crypto.P256
import org.xign.protocol.json
import org.xign.sdk.android.AndroidKeyStore

/** The key store of Android with another provider in the place of the system's. */
internal class AndroidKeyStoreTests(private val checks: Checks, private val home: File) {
    private val context = FakeContext()
    private val store = AndroidKeyStore(context, home.resolve("keys"))
    private val label = KeyStoreLabel("login.example.org", ByteArray(16) { 1 })
    private val challenge = ByteArray(32) { 7 }
    private val pin = "482915".toByteArray()

    private fun create() = store.createKeys(label, DeviceLockRequired.REQUIRED, challenge)

    fun run() {
        checks.begin("key store of Android")
        Security.addProvider(FakeProvider())
        try {
            deviceLock()
            strongBox()
            fallbacks()
            hardware()
            use()
            rounds()
            removal()
        } finally {
            Security.removeProvider("AndroidKeyStore")
        }
    }

    private fun deviceLock() {
        checks.check("a device with a lock is taken", null) { thrown { store.prepare(DeviceLockRequired.REQUIRED) } }
        context.isSecure = false
        val error = thrown { store.prepare(DeviceLockRequired.REQUIRED) }
        checks.check("one without is refused", error is KeyStoreException.DeviceLockNotSet)
        checks.check("unless none is required", null) { thrown { store.prepare(DeviceLockRequired.IGNORED) } }
        context.isSecure = true
    }

    private fun strongBox() {
        create()
        checks.check("both keys are in StrongBox", listOf(true, true)) {
            FakeSystemKeys.specs.map { it.isStrongBoxBacked }
        }
        checks.check("the device key is attested over the challenge", challenge) {
            FakeSystemKeys.specs.first().attestationChallenge ?: ByteArray(0)
        }
        checks.check("names do not tell the manager", FakeSystemKeys.entries.keys.none { "example" in it })
        checks.check(
            "before Android 15 keys do not depend on the lock",
            FakeSystemKeys.specs.none { it.isUnlockedDeviceRequired },
        )
    }

    private fun fallbacks() {
        FakeSystemKeys.reset()
        FakeSystemKeys.isStrongBoxUsable = false
        create()
        checks.check("a refused StrongBox is replaced", listOf(true, false, false)) {
            FakeSystemKeys.specs.map { it.isStrongBoxBacked }
        }
        FakeSystemKeys.reset()
        FakeSystemKeys.canAttest = false
        create()
        checks.check("keys are made without an attestation", listOf(true, true, false, false)) {
            FakeSystemKeys.specs.map { it.attestationChallenge != null }
        }
    }

    private fun hardware() {
        FakeSystemKeys.reset()
        create()
        checks.check("keys in hardware say so", KeyStoreType.ENCLAVE) { store.type(label) }
        FakeSystemKeys.isInHardware = false
        checks.check("others are files", KeyStoreType.FILE) { store.type(label) }
        val attestation = store.attestation(label)
        checks.check("the chain of a maker", "android-key") { attestation?.format }
        // The second certificate would exceed the limit.
        checks.check("its certificates that fit", 700) { attestation?.bytes?.size }
    }

    private fun use() {
        val message = "message".toByteArray()
        checks.check(
            "signatures are r || s of the device key",
            verifies(message, store.deviceSignature(label, message), store.devicePublicKey(label)),
        )
        val bound = store.bind(pin, label)
        checks.check("a PIN is always bound to the same secret", bound.secret) { store.bind(pin, label).secret }
        checks.check(
            "another PIN to another one",
            !store.bind("482916".toByteArray(), label).secret.contentEquals(bound.secret),
        )
        context.isLocked = true
        checks.check("keys that are there work, whatever the lock says", null) {
            thrown { store.devicePublicKey(label) }
        }
        context.isLocked = false
    }

    /** Rounds of a file that somebody else has written. */
    private fun rounds() {
        val files = KeyFiles(home.resolve("keys"))
        for (rounds in listOf(0L, 100_000_001L)) {
            files.write(label, "salt" to json(Octets(ByteArray(16))), "rounds" to json(rounds))
            val error = thrown { store.bind(pin, label) }
            checks.check("$rounds rounds are refused", "Update the app" in "${error?.message}")
        }
    }

    private fun verifies(message: ByteArray, signature: ByteArray, key: ByteArray) =
        Signature.getInstance("SHA256withECDSAinP1363Format").run {
            initVerify(P256.publicKey(key))
            update(message)
            verify(signature)
        }

    private fun removal() {
        store.removeKeys(label)
        store.removeKeys(label)
        checks.check("no entry is left", 0) { FakeSystemKeys.entries.size }
        checks.check(
            "removed keys are missing",
            thrown { store.deviceSignature(label, pin) } is KeyStoreException.KeysMissing,
        )
        checks.check("their PIN, too", thrown { store.bind(pin, label) } is KeyStoreException.KeysMissing)
    }
}
