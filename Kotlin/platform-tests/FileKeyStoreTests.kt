package org.xign.sdk

import java.io.File
import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions
import java.security.Signature
import kotlin.concurrent.thread
import org.xign.protocol.Checks
import org.xign.protocol.STANDARD_ROUNDS
import org.xign.protocol.crypto.P256
import org.xign.sdk.jvm.FileKeyStore

/** The file key store of the JVM keeps the promises of Swift's. */
internal class FileKeyStoreTests(private val checks: Checks, private val home: File) {
    private val folder = home.resolve("keys")
    private val store = FileKeyStore(folder, rounds = 10)
    private val label = label("login.example.org", 1)
    private val pin = "482915".toByteArray()
    private val file get() = folder.listFiles().orEmpty().single { !it.name.startsWith(".") }

    private fun label(manager: String, id: Int) = KeyStoreLabel(manager, ByteArray(16) { id.toByte() })

    private fun create(label: KeyStoreLabel = this.label) =
        store.createKeys(label, DeviceLockRequired.IGNORED, ByteArray(32))

    fun run() {
        checks.begin("file key store")
        checks.check(
            "keys that were never made are missing",
            thrown { store.devicePublicKey(label) } is KeyStoreException.KeysMissing,
        )
        checks.check("reading makes no folder", !folder.exists())
        create()
        permissions()
        signature()
        binding()
        recordedCost()
        secrecy()
        openToOthers()
        links()
        wrongBits()
        laterVersion()
        interruption()
        removal()
    }

    private fun permissions() {
        checks.check("the folder is its owner's", "rwx------") { permissions(folder) }
        checks.check("the file is its owner's", "rw-------") { permissions(file) }
    }

    private fun permissions(file: File) = PosixFilePermissions.toString(Files.getPosixFilePermissions(file.toPath()))

    private fun setPermissions(file: File, text: String) {
        Files.setPosixFilePermissions(file.toPath(), PosixFilePermissions.fromString(text))
    }

    private fun signature() {
        val message = "message".toByteArray()
        val signature = store.deviceSignature(label, message)
        val isValid = Signature.getInstance("SHA256withECDSAinP1363Format").run {
            initVerify(P256.publicKey(store.devicePublicKey(label)))
            update(message)
            verify(signature)
        }
        checks.check("it signs with a key whose public half it tells", isValid)
        // Scalars with leading zeros: one in 256 keys.
        val other = label("login.example.org", 3)
        val areValid = (1..600).all {
            create(other)
            store.deviceSignature(other, message).size == 64
        }
        checks.check("each key that it makes can sign", areValid)
        store.removeKeys(other)
    }

    private fun binding() {
        val bound = store.bind(pin, label)
        checks.check("a bound PIN has 32 bytes", 32) { bound.secret.size }
        checks.check("a salt has 16 bytes", 16) { bound.salt.size }
        checks.check("a PIN is always bound to the same secret", bound.secret) { store.bind(pin, label).secret }
        val another = store.bind("482916".toByteArray(), label).secret
        checks.check("another PIN is bound to another one", !another.contentEquals(bound.secret))
        val other = label("other.example.org", 1)
        create(other)
        checks.check(
            "another manager's is bound to another one",
            !store.bind(pin, other).secret.contentEquals(bound.secret),
        )
        store.removeKeys(other)
    }

    private fun recordedCost() {
        val bound = store.bind(pin, label).secret
        checks.check("the cost beside the keys counts, whatever the default is", bound) {
            FileKeyStore(folder).bind(pin, label).secret
        }
        checks.check("the default cost", 600_000) { STANDARD_ROUNDS }
    }

    private fun secrecy() {
        checks.check("the file name does not tell the manager", "example" !in file.name)
        checks.check("a bound PIN tells nothing", store.bind(pin, label).toString().length < 64)
        val content = file.readText()
        checks.check("the file does not depend on the PIN", content) { store.bind(pin, label).let { file.readText() } }
    }

    private fun openToOthers() {
        for (mode in listOf("rw-r--r--", "rw-rw----", "rw-----w-")) {
            setPermissions(file, mode)
            val error = thrown { store.devicePublicKey(label) }
            checks.check(
                "a file with $mode is refused",
                error is KeyStoreException.Unusable && file.path in "${error.message}",
            )
            setPermissions(file, "rw-------")
        }
        setPermissions(folder, "rwxr-x---")
        checks.check(
            "an open folder is refused",
            thrown { store.prepare(DeviceLockRequired.REQUIRED) } is KeyStoreException.Unusable,
        )
        setPermissions(folder, "rwx------")
        checks.check("its own are taken", thrown { store.devicePublicKey(label) } == null)
    }

    private fun links() {
        val elsewhere = home.resolve("elsewhere")
        val name = file
        check(name.renameTo(elsewhere))
        Files.createSymbolicLink(name.toPath(), elsewhere.toPath())
        val error = thrown { store.devicePublicKey(label) }
        val kind = (error as? KeyStoreException.Storage)?.problem?.kind
        checks.check("a symbolic link is refused", StorageProblem.Kind.LINK) { kind }
        Files.delete(name.toPath())
        check(elsewhere.renameTo(name))
    }

    private fun wrongBits() {
        val content = file.readBytes()
        val secret = String(content).substringAfter("\"bindSecret\":\"").substringBefore('"')
        val damaged = content.indices.flatMap { index ->
            val flipped = content.copyOf()
            flipped[index] = (flipped[index].toInt() xor (1 shl (index % 8))).toByte()
            listOf(flipped, content.copyOf(index))
        }
        val errors = damaged.flatMap { damage ->
            file.writeBytes(damage)
            listOf(
                thrown { store.devicePublicKey(label) }, thrown { store.deviceSignature(label, ByteArray(0)) },
                thrown { store.bind(pin, label) },
            )
        }
        val refused = errors.count { it is KeyStoreException.Unusable && "is damaged" in "${it.message}" }
        checks.check("a file with one wrong bit, or without its end, is refused", errors.size) { refused }
        checks.check("no error tells of the content", errors.none { secret in "${it?.message}" })
        file.writeBytes(content)
    }

    private fun laterVersion() {
        val content = file.readText()
        // A later version has its own digest: KeyFiles writes it.
        val keys = KeyFiles(folder)
        val digits = Regex("\"v\":1\\}").find(content)
        checks.check("the version is the last of the keys", digits != null)
        keys.write(label, "v" to org.xign.protocol.json(2))
        val error = thrown { store.bind(pin, label) }
        checks.check("a file of a later version is refused", "later version" in "${error?.message}")
        file.writeText(content)
    }

    private fun interruption() {
        val content = file.readText()
        var error: Throwable? = null
        thread {
            Thread.currentThread().interrupt()
            error = thrown { create() }
        }.join()
        checks.check("an interrupted thread writes nothing", error is InterruptedException)
        checks.check("the old keys are left", content) { file.readText() }
        checks.check("no unfinished file is left", 1) { folder.listFiles().orEmpty().size }
    }

    private fun removal() {
        store.removeKeys(label)
        store.removeKeys(label)
        checks.check(
            "removed keys are missing",
            thrown { store.devicePublicKey(label) } is KeyStoreException.KeysMissing,
        )
        checks.check("no file is left", 0) { folder.listFiles().orEmpty().count { !it.name.startsWith(".") } }
    }
}
