package org.xign.sdk.testing

import java.security.GeneralSecurityException
import java.time.Instant
import java.util.ArrayDeque
import org.xign.protocol.ActivationId
import org.xign.protocol.ActivationPinProof
import org.xign.protocol.Base64Url
import org.xign.protocol.ConsentStatement
import org.xign.protocol.EncryptionKey
import org.xign.protocol.InitializationData
import org.xign.protocol.InitializationLink
import org.xign.protocol.JsonLimits
import org.xign.protocol.JsonObject
import org.xign.protocol.JsonValue
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Octets
import org.xign.protocol.OtherEnds
import org.xign.protocol.Pin
import org.xign.protocol.ProcessKind
import org.xign.protocol.SealingSuite
import org.xign.protocol.StatementType
import org.xign.protocol.StrictJson
import org.xign.protocol.VerificationKey
import org.xign.protocol.ascii
import org.xign.protocol.concat
import org.xign.protocol.crypto.AesGcm
import org.xign.protocol.crypto.Ed25519PrivateKey
import org.xign.protocol.crypto.Ed25519PublicKey
import org.xign.protocol.crypto.Hkdf
import org.xign.protocol.crypto.X25519
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.protocol.u32
import org.xign.sdk.CertificateProblem
import org.xign.sdk.RequestTrail
import org.xign.sdk.Transport
import org.xign.sdk.TransportException
import org.xign.sdk.TransportRequest
import org.xign.sdk.TransportResponse

/**
 * A manager inside the process of a test or a preview. It needs no network.
 *
 * It opens the sealed requests of the SDK, verifies signatures, and answers as a manager does; a test says in the app's
 * language what happens there. It knows one user, kay, and her phone: activation, logins and lockouts. It has no
 * notices, and offers no changes of the account, no invitations of an activated user, no transactions and no logins in
 * apps. Give it to the SDK by [TestPhone.configuration]. Use it on one thread at a time.
 */
public class TestManager : Transport {
    internal val origin: ManagerOrigin = checkNotNull(ManagerOrigin.read("http://localhost:8080"))

    private val root = Ed25519PrivateKey(randomBytes(32))
    private var appLinkOrigins = listOf(origin)
    private var epoch = 1L
    private val keys = ArrayList<ByteArray>()
    private val documents = ArrayList<ByteArray>()
    private val operations = TestOperations(this)
    private var answered = 0

    /** The last sealed body, and its answer. */
    private var last: Pair<Octets, TransportResponse>? = null

    /** The clock in Unix seconds. */
    internal var seconds = 1_800_000_000L

    /** All requests so far: the operations, or `key-material`. */
    internal val requests = ArrayList<String>()

    /** The sealed bodies so far. */
    internal val bodies = ArrayList<Octets>()

    /** The request ids so far; null for a request without one. */
    internal val requestIds = ArrayList<String?>()

    /** The failures of the next requests that are sent, each once. */
    internal val failures = ArrayDeque<(answer: () -> TransportResponse) -> TransportResponse>()

    /** The digits of the requests that were prepared so far; null for a request without them. */
    internal val typedDigits = ArrayList<String?>()

    /** Answers that replace the usual ones, by operation. */
    internal val script = HashMap<String, (TestOperations.Opened) -> JsonValue>()

    /** Changes the next statements before they are sent. */
    internal var forge: (ConsentStatement) -> ConsentStatement = { it }

    /** True if each login asks for digits, however it begins. */
    internal var asksForDigits = false

    /** The key material that an app has from the beginning. */
    internal val keyMaterial: ByteArray

    /** The key that signs the key material of this epoch. */
    internal var onlineKey = Ed25519PrivateKey(randomBytes(32))
        private set

    init {
        keyMaterial = publish(listOf(root, onlineKey))
    }

    /** Returns the public key of the activation's factor; null if it has none. */
    internal fun publicKey(factor: String): Octets? = operations.publicKey(factor)

    // The script

    /** The manager's identifier. */
    public val idmIdentifier: String get() = origin.idm

    /** The moment by the clocks of the manager and its phones. It stands still, and only [pass] moves it. */
    public val date: Instant get() = Instant.ofEpochSecond(seconds)

    /** The network, until it is set again. */
    public var network: TestNetwork = TestNetwork.Up
        set(value) {
            field = value
            answered = 0
        }

    /** The lockout that a wrong PIN causes, until it is set again. */
    public var lockout: TestLockout = TestLockout.SHORT

    /** Lets time pass, on all clocks. */
    public fun pass(seconds: Long) {
        this.seconds += seconds
    }

    /**
     * Invites the user to activate a phone, also anew.
     *
     * @param pin the activation PIN, 5 to 32 digits.
     * @return the text of the invitation's QR code.
     */
    @JvmOverloads
    public fun invitation(pin: String = PIN): String {
        val digits = requireNotNull(Pin.read(pin)) { "a PIN has 5 to 32 digits" }
        val data = data(ProcessKind.PERSONALIZATION)
        operations.invite(data, ActivationPinProof.compute(digits, data.secret, ActivationId(data.id), ROUNDS))
        return data.pid()
    }

    /**
     * Begins a login at a website.
     *
     * @return the text of its QR code.
     */
    @JvmOverloads
    public fun login(login: TestLogin = TestLogin()): String =
        data(ProcessKind.LOGIN_BY_QR_CODE).also { operations.begin(it, login) }.pid()

    /**
     * Begins a login in a browser of the phone, which ends with a `returnURL`.
     *
     * @return the link that opens the app.
     */
    @JvmOverloads
    public fun loginLink(login: TestLogin = TestLogin()): String {
        val data = data(ProcessKind.LOGIN_BY_LINK).also { operations.begin(it, login) }
        return InitializationLink.appLink(data, origin)
    }

    private fun data(kind: ProcessKind) =
        InitializationData(kind, Octets(randomBytes(16)), Octets(randomBytes(16)), origin)

    // Key material

    /** Publishes key material with a new encryption key, and destroys the older keys. */
    internal fun publish(signer: Ed25519PrivateKey = onlineKey): ByteArray = publish(listOf(signer))

    /** Publishes key material of a new epoch, with a new online key. The root keys sign it. */
    internal fun beginEpoch(appLinkOrigins: List<ManagerOrigin> = listOf(origin)) {
        this.appLinkOrigins = appLinkOrigins
        epoch += 1
        onlineKey = Ed25519PrivateKey(randomBytes(32))
        publish(listOf(root, onlineKey))
    }

    private fun publish(signers: List<Ed25519PrivateKey>): ByteArray {
        keys.clear()
        keys += X25519.generatePrivateKey()
        documents += document(X25519.publicKey(keys.last()), signers)
        return documents.last()
    }

    /** Destroys all encryption keys, as a manager whose database is an older copy. It publishes what it published. */
    internal fun forgetKeys() {
        keys.clear()
        keys += X25519.generatePrivateKey()
    }

    private fun document(encryptionKey: ByteArray, signers: List<Ed25519PrivateKey>): ByteArray {
        val key = EncryptionKey(SealingSuite.X25519, Octets(encryptionKey))
        val payload = StrictJson.serialize(
            json(
                "v" to json(1), "idmIdentifier" to json(origin.idm), "url" to json(origin.text),
                "appLinkOrigins" to json(appLinkOrigins.map { json(it.text) }), "epoch" to json(epoch),
                "sequence" to json(documents.size + 1L), "expiresAt" to json(seconds + 30 * 86_400),
                "rootKeys" to json(listOf(json(Octets(root.publicKey)))), "threshold" to json(1),
                "onlineKey" to json(Octets(onlineKey.publicKey)),
                "encryptionKeys" to json(
                    listOf(json("suite" to json(key.suite.word), "publicKey" to json(key.publicKey))),
                ),
            ),
        )
        val body = Base64Url.encode(payload)
        return StrictJson.serialize(
            json("payload" to json(body), "signatures" to json(signers.map { signature(body, it) })),
        )
    }

    private fun signature(body: String, signer: Ed25519PrivateKey): JsonValue {
        val key = VerificationKey(checkNotNull(Ed25519PublicKey.read(signer.publicKey)))
        val header = StrictJson.serialize(
            json(
                "alg" to json("Ed25519"), "kid" to json(key.identifier), "typ" to json(StatementType.KEY_MATERIAL.word),
            ),
        )
        val protected = Base64Url.encode(header)
        return json(
            "protected" to json(protected), "signature" to json(Octets(signer.sign("$protected.$body".ascii()))),
        )
    }

    // Requests

    /** Answers a request of the SDK, as the network lets it. */
    override fun send(request: TransportRequest): TransportResponse {
        val operation = request.url.substringAfterLast('/').substringBefore('?')
        requests += operation
        requestIds += request.headers.find { it.first == RequestTrail.HEADER }?.second
        request.body?.let { bodies += Octets(it) }
        val usual = { answer(operation, request.body) }
        val answer = { failures.poll()?.invoke(usual) ?: usual() }
        return when (val network = network) {
            TestNetwork.Up -> answer()
            TestNetwork.Offline -> throw TransportException.HostNotFound()
            TestNetwork.Slow -> {
                answer()
                throw TransportException.TimedOut()
            }
            TestNetwork.WrongCertificate ->
                throw TransportException.CertificateUntrusted(CertificateProblem.UNKNOWN_AUTHORITY)
            TestNetwork.OtherManager -> if (request.body == null) foreignKeyMaterial() else TransportResponse(409)
            is TestNetwork.LosesAnswers -> {
                val arrived = answer()
                answered += 1
                if (answered > network.after) throw TransportException.Failed("the connection was lost")
                arrived
            }
        }
    }

    /** Returns key material for this manager's address, which its keys have not signed. */
    private fun foreignKeyMaterial(): TransportResponse {
        val signers = listOf(Ed25519PrivateKey(randomBytes(32)))
        val foreign = document(X25519.publicKey(X25519.generatePrivateKey()), signers)
        return TransportResponse(200, body = "[${String(foreign)}]".toByteArray())
    }

    private fun answer(operation: String, body: ByteArray?): TransportResponse {
        if (body == null) {
            val list = documents.joinToString(",", "[", "]") { String(it) }
            return TransportResponse(200, body = list.toByteArray())
        }
        // The same bytes are the same request, sent again since its answer was lost.
        last?.let { (known, answer) -> if (known == Octets(body)) return answer }
        return perform(operation, body).also { last = Pair(Octets(body), it) }
    }

    private fun perform(operation: String, body: ByteArray): TransportResponse {
        val opened = try {
            OtherEnds.open(body, keys.last(), origin.idm, operation)
        } catch (_: GeneralSecurityException) {
            return TransportResponse(409)
        }
        val members = (StrictJson.parse(opened.body, JsonLimits.MESSAGE) as JsonObject).members
        val request = TestOperations.Opened(operation, members, opened)
        val content = StrictJson.serialize(script[operation]?.invoke(request) ?: operations.answer(request))
        val nonce = randomBytes(32)
        val secret = Hkdf.extract(opened.encapsulated + nonce, opened.context.export("xign/1 response", 32))
        val plaintext = concat(u32(content.size.toLong()), content)
        val padded = plaintext.copyOf((plaintext.size + 1023) / 1024 * 1024)
        val sealed = AesGcm.seal(
            Hkdf.expand(secret, "key".ascii(), 32), Hkdf.expand(secret, "nonce".ascii(), AesGcm.NONCE_LENGTH), padded,
        )
        return TransportResponse(200, body = nonce + sealed)
    }

    internal fun error(code: String): JsonValue = json("error" to json(code))

    internal companion object {
        /** The PIN of an invitation that names none. */
        const val PIN = "482915"

        /** The rounds with which activation PINs are stretched, of manager and phones: few, so that tests are fast. */
        const val ROUNDS = 1
    }
}
