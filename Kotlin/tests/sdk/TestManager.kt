package org.xign.sdk

import java.security.GeneralSecurityException
import java.util.ArrayDeque
import org.xign.protocol.ActivationId
import org.xign.protocol.Base64Url
import org.xign.protocol.Channel
import org.xign.protocol.ConsentStatement
import org.xign.protocol.ConsentSubject
import org.xign.protocol.EncryptionKey
import org.xign.protocol.FactorType
import org.xign.protocol.InitializationData
import org.xign.protocol.JsonLimits
import org.xign.protocol.JsonObject
import org.xign.protocol.JsonValue
import org.xign.protocol.Jws
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.OtherEnds
import org.xign.protocol.Party
import org.xign.protocol.ProcessKind
import org.xign.protocol.SealingSuite
import org.xign.protocol.SessionId
import org.xign.protocol.StatedService
import org.xign.protocol.StatementType
import org.xign.protocol.StrictJson
import org.xign.protocol.VerificationKey
import org.xign.protocol.asText
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

/** A request that a manager has opened. */
internal class Opened(val operation: String, val body: Map<String, JsonValue>) {
    fun text(name: String): String = body.getValue(name).asText(name)
}

/**
 * A manager in memory, which a test scripts: it knows one activation, and answers one login after another.
 *
 * @param now the clock in Unix seconds.
 */
internal class TestManager(private val now: () -> Long) : Transport {
    val origin: ManagerOrigin = checkNotNull(ManagerOrigin.read("http://localhost:8080"))

    private val root = Ed25519PrivateKey(randomBytes(32))
    private val online = Ed25519PrivateKey(randomBytes(32))
    private val keys = ArrayList<ByteArray>()
    private val documents = ArrayList<ByteArray>()

    /** All requests so far: the operations, or `key-material`. */
    val requests = ArrayList<String>()

    /** The sealed bodies so far. */
    val bodies = ArrayList<Octets>()

    /** The request ids so far; null for a request without one. */
    val requestIds = ArrayList<String?>()

    /** The failures of the next requests that are sent, each once. */
    val failures = ArrayDeque<(answer: () -> TransportResponse) -> TransportResponse>()

    /** Answers that replace the usual ones, by operation. */
    val script = HashMap<String, (Opened) -> JsonValue>()

    /** Changes the next statements before they are sent. */
    var forge: (ConsentStatement) -> ConsentStatement = { it }

    /** True if a login asks for the digits of the page. */
    var asksForDigits = false

    private var enrolled: Map<String, Octets>? = null
    private var activation: String? = null
    private var statement: ConsentStatement? = null

    init { publish() }

    /** Publishes key material with a new encryption key, and destroys the older keys. */
    fun publish(signer: Ed25519PrivateKey = online): ByteArray {
        keys.clear()
        keys += X25519.generatePrivateKey()
        val key = EncryptionKey(SealingSuite.X25519, Octets(X25519.publicKey(keys.last())))
        val payload = StrictJson.serialize(
            json(
                "v" to json(1), "idmIdentifier" to json(origin.idm), "url" to json(origin.text),
                "appLinkOrigins" to json(listOf()), "epoch" to json(1), "sequence" to json(documents.size + 1L),
                "expiresAt" to json(now() + 30 * 86_400), "rootKeys" to json(listOf(json(Octets(root.publicKey)))),
                "threshold" to json(1), "onlineKey" to json(Octets(online.publicKey)),
                "encryptionKeys" to json(
                    listOf(json("suite" to json(key.suite.word), "publicKey" to json(key.publicKey))),
                ),
            ),
        )
        documents += signed(payload, signer)
        return documents.last()
    }

    private fun signed(payload: ByteArray, signer: Ed25519PrivateKey): ByteArray {
        val key = VerificationKey(checkNotNull(Ed25519PublicKey.read(signer.publicKey)))
        val header = StrictJson.serialize(
            json(
                "alg" to json("Ed25519"), "kid" to json(key.identifier), "typ" to json(StatementType.KEY_MATERIAL.word),
            ),
        )
        val (protected, body) = Pair(Base64Url.encode(header), Base64Url.encode(payload))
        val signature = json(
            "protected" to json(protected), "signature" to json(Octets(signer.sign("$protected.$body".ascii()))),
        )
        return StrictJson.serialize(json("payload" to json(body), "signatures" to json(listOf(signature))))
    }

    /** Returns the link of a new process. */
    fun code(kind: ProcessKind): String =
        InitializationData(kind, Octets(randomBytes(16)), Octets(randomBytes(16)), origin).pid()

    // Requests

    override fun send(request: TransportRequest): TransportResponse {
        val operation = request.url.substringAfterLast('/').substringBefore('?')
        requests += operation
        requestIds += request.headers.find { it.first == RequestTrail.HEADER }?.second
        request.body?.let { bodies += Octets(it) }
        val usual = { answer(operation, request.body) }
        return failures.poll()?.invoke(usual) ?: usual()
    }

    private fun answer(operation: String, body: ByteArray?): TransportResponse {
        if (body == null) {
            val list = documents.joinToString(",", "[", "]") { String(it) }
            return TransportResponse(200, body = list.toByteArray())
        }
        val opened = try {
            OtherEnds.open(body, keys.last(), origin.idm, operation)
        } catch (_: GeneralSecurityException) {
            return TransportResponse(409)
        }
        val members = (StrictJson.parse(opened.body, JsonLimits.MESSAGE) as JsonObject).members
        val content = StrictJson.serialize(answer(Opened(operation, members)))
        val nonce = randomBytes(32)
        val secret = Hkdf.extract(opened.encapsulated + nonce, opened.context.export("xign/1 response", 32))
        val plaintext = concat(u32(content.size.toLong()), content)
        val padded = plaintext.copyOf((plaintext.size + 1023) / 1024 * 1024)
        val sealed = AesGcm.seal(
            Hkdf.expand(secret, "key".ascii(), 32), Hkdf.expand(secret, "nonce".ascii(), AesGcm.NONCE_LENGTH), padded,
        )
        return TransportResponse(200, body = nonce + sealed)
    }

    private fun answer(request: Opened): JsonValue {
        script[request.operation]?.let { return it(request) }
        return when (request.operation) {
            "open" -> open()
            "personalizeFinish" -> enrol(request)
            "status" -> status()
            "start" -> start(request)
            "prepare" -> prepare(request)
            "finish" -> finish(request)
            else -> json()
        }
    }

    fun error(code: String): JsonValue = json("error" to json(code))

    private fun open(): JsonValue = json(
        "personalize" to json(
            "openToken" to json(Octets(randomBytes(32))), "challenge" to json(Octets(randomBytes(32))),
            "userName" to json("kay"), "pinPolicy" to json("minimumLength" to json(6), "maximumLength" to json(10)),
            "newPinRequired" to json(false), "requiredFactors" to json(listOf(json("device"), json("pin"))),
            "optionalFactors" to json(listOf()), "wrongPins" to json(0),
        ),
    )

    private val known: JsonValue
        get() = json(
            "userName" to json("kay"), "alias" to json("phone"),
            "factors" to json(listOf(json("device"), json("pin"))), "notices" to json(listOf()),
        )

    private fun enrol(request: Opened): JsonValue {
        val jws = Jws.read(Base64Url.decode(request.text("enrolment")), StatementType.ENROLMENT)
        val statement = OtherEnds.readEnrolment(jws.payload)
        enrolled = jws.entries.associate { entry -> entry.kid to keyOf(jws.payload, entry.kid) }
        check(statement.serialized().contentEquals(jws.payload))
        activation = request.text("activationId")
        return known
    }

    /** Returns the public key of a factor in an enrolment statement. */
    private fun keyOf(enrolment: ByteArray, factor: String): Octets {
        val keys = Members.open(StrictJson.parse(enrolment, JsonLimits.STATEMENT)) { list("keys") }
        return keys.map { Members.open(it) { Pair(text("factor"), octets("publicKey")) } }.toMap().getValue(factor)
    }

    private fun status(): JsonValue = if (enrolled == null) error("activationUnknown") else known

    // Logins

    private val service = StatedService("shop", "Shop", "https://shop.example.org")
    private val parties: List<Pair<String, JsonValue>>
        get() = listOf(
            "service" to json(
                "id" to json(service.id), "name" to json(service.name), "origin" to json(service.origin),
            ),
            "organization" to json("id" to json("shop-ltd"), "name" to json("Shop Ltd.")),
        )

    private fun start(request: Opened): JsonValue {
        val isLink = "link" in (request.body.getValue("claim") as JsonObject).members
        val channel = if (isLink) Channel.SAME_DEVICE else Channel.CROSS_DEVICE
        val session = SessionId(Octets(Base64Url.decode(request.text("sessionId"))))
        val factors = listOf(FactorType.DEVICE, FactorType.PIN)
        statement = ConsentStatement(
            ConsentSubject.Login(null), channel, origin.idm, session, Octets(randomBytes(32)), now(), now() + 300,
            ActivationId(Octets(Base64Url.decode(checkNotNull(activation)))), service,
            Party("shop-ltd", "Shop Ltd."), Party("customer", "Customer"), listOf(factors), listOf(), 1,
        )
        val role = json(
            "id" to json("customer"), "name" to json("Customer"),
            "alternatives" to json(listOf(json(factors.map { json(it.word) }))),
        )
        return json(
            "channel" to json(channel.word), "purpose" to json("login"), *parties.toTypedArray(),
            "roles" to json(listOf(role)), "attributes" to json(), "sessionToken" to json(Octets(randomBytes(32))),
            "expiresInSeconds" to json(300), "pairing" to if (asksForDigits) json(true) else null,
        )
    }

    private fun prepare(request: Opened): JsonValue {
        if (asksForDigits && request.text("pairing") != "42") return error("pairingFailed")
        return json("statement" to json(Octets(forge(checkNotNull(statement)).serialized())))
    }

    private fun finish(request: Opened): JsonValue {
        val jws = Jws.read(Base64Url.decode(request.text("consent")), StatementType.CONSENT)
        val keys = checkNotNull(enrolled)
        val areRight = jws.entries.all {
            OtherEnds.verifies(it.algorithm, keys.getValue(it.kid).bytes, it.signature, it.input)
        }
        if (!areRight) return refusal()
        return json(
            "result" to json(
                "outcome" to json("userLogin"), *parties.toTypedArray(), "roleName" to json("Customer"),
                "failedAttemptsSinceLastSuccess" to json(1), "returnSecret" to json(Octets(randomBytes(32))),
            ),
        )
    }

    private fun refusal(): JsonValue {
        val next = checkNotNull(statement).copy(challenge = Octets(randomBytes(32)))
        statement = next
        return json(
            "refusal" to json(
                "lockout" to json(
                    "isPermanent" to json(false), "retryAfterSeconds" to json(30), "lockedUntil" to json(now() + 30),
                ),
                "nextStatement" to json(Octets(forge(next).serialized())),
            ),
        )
    }
}
