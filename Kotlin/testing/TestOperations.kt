package org.xign.sdk.testing

import org.xign.protocol.ActivationId
import org.xign.protocol.Base64Url
import org.xign.protocol.Channel
import org.xign.protocol.ConsentStatement
import org.xign.protocol.ConsentSubject
import org.xign.protocol.FactorPublicKey
import org.xign.protocol.FactorType
import org.xign.protocol.InitializationData
import org.xign.protocol.JsonObject
import org.xign.protocol.JsonText
import org.xign.protocol.JsonValue
import org.xign.protocol.Jws
import org.xign.protocol.Octets
import org.xign.protocol.OtherEnds
import org.xign.protocol.Party
import org.xign.protocol.ProcessKind
import org.xign.protocol.SessionId
import org.xign.protocol.StatedAttribute
import org.xign.protocol.StatedService
import org.xign.protocol.StatementType
import org.xign.protocol.asText
import org.xign.protocol.ascii
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.crypto.sha256
import org.xign.protocol.json

/** The operations of the device API, as the manager of a test performs them. */
internal class TestOperations(private val manager: TestManager) {
    /** A request that the manager has opened. */
    class Opened(
        val operation: String, private val members: Map<String, JsonValue>, private val sealed: OtherEnds.OpenedRequest,
    ) {
        fun text(name: String): String = members.getValue(name).asText(name)

        fun octets(name: String): Octets = Octets(Base64Url.decode(text(name)))

        fun members(name: String): Map<String, JsonValue> = (members.getValue(name) as JsonObject).members

        fun optionalText(name: String): String? = members[name]?.asText(name)

        fun isProven(idm: String, activation: ActivationId, deviceKey: Octets): Boolean =
            sealed.isProven(idm, operation, activation, deviceKey)
    }

    private class Invitation(val data: InitializationData, val proof: Octets)

    private class Begun(val data: InitializationData, val login: TestLogin) {
        val refused = login.refused.toMutableSet()
        val channel =
            if (data.kind == ProcessKind.LOGIN_BY_LINK) Channel.SAME_DEVICE else Channel.CROSS_DEVICE
    }

    private var invitation: Invitation? = null

    /** The challenges of the enrolments that may be finished, by their tokens. */
    private val challenges = HashMap<Octets, Octets>()
    private var enrolled = listOf<FactorPublicKey>()
    private var activation: ActivationId? = null
    private var begun: Begun? = null
    private var statement: ConsentStatement? = null

    /** The bytes of the statement, as they were sent. */
    private var sent = Octets(ByteArray(0))
    private var wrongAttempts = 0L
    private var lockedUntil: Long? = null

    fun invite(data: InitializationData, proof: Octets) {
        invitation = Invitation(data, proof)
        challenges.clear()
        enrolled = listOf()
        lockedUntil = null
    }

    fun begin(data: InitializationData, login: TestLogin) {
        begun = Begun(data, login)
        statement = null
    }

    fun publicKey(factor: String): Octets? = enrolled.find { it.factor.word == factor }?.publicKey

    fun answer(request: Opened): JsonValue = when (request.operation) {
        "open" -> open(request)
        "personalizeFinish" -> enrol(request)
        "status" -> proven(request) { known }
        "start" -> proven(request) { start(request) }
        "prepare" -> prepare(request)
        "finish" -> finish(request)
        "abort" -> json()
        "revoke", "rename", "forgetAliasChoice" -> proven(request) { json() }
        else -> manager.error("notSupported")
    }

    /** Answers a request that the device key of the activation has signed. */
    private fun proven(request: Opened, answer: () -> JsonValue): JsonValue {
        val (key, owner) = Pair(publicKey(FactorType.DEVICE.word), activation)
        val isProven = key != null && owner != null && request.isProven(manager.origin.idm, owner, key)
        return if (isProven) answer() else manager.error("activationUnknown")
    }

    // Activation

    private fun open(request: Opened): JsonValue {
        val invited = invitation ?: return manager.error("activationInvalid")
        val isInvited = request.octets("activationId") == invited.data.id &&
            request.octets("activationSecret") == invited.data.secret
        if (!isInvited) return manager.error("activationInvalid")
        if (request.octets("pinProof") != invited.proof) return json("lockout" to lockout())
        val (token, challenge) = Pair(Octets(randomBytes(32)), Octets(randomBytes(32)))
        challenges[token] = challenge
        return json(
            "personalize" to json(
                "openToken" to json(token), "challenge" to json(challenge),
                "userName" to json("kay"), "pinPolicy" to json("minimumLength" to json(6), "maximumLength" to json(10)),
                "newPinRequired" to json(false), "requiredFactors" to json(listOf(json("device"), json("pin"))),
                "optionalFactors" to json(listOf(json("biometric"))), "wrongPins" to json(0),
            ),
        )
    }

    private fun enrol(request: Opened): JsonValue {
        val jws = Jws.read(request.octets("enrolment").bytes, StatementType.ENROLMENT)
        val statement = OtherEnds.readEnrolment(jws.payload)
        check(statement.serialized().contentEquals(jws.payload))
        val challenge = challenges[request.octets("openToken")] ?: return manager.error("unauthenticated")
        val invited = ActivationId(checkNotNull(invitation).data.id)
        if (enrolled.isNotEmpty() && enrolled != statement.keys) return manager.error("activationInvalid")
        val isRight = statement.challenge == challenge && statement.idm == manager.origin.idm &&
            statement.activation == invited && jws.entries.map { it.kid } == statement.keys.map { it.factor.word } &&
            areSigned(jws, statement.keys)
        if (!isRight) return manager.error("enrolmentRefused")
        enrolled = statement.keys
        activation = invited
        return known
    }

    /** Returns true if each signature is by the key of its factor. */
    private fun areSigned(jws: Jws, keys: List<FactorPublicKey>): Boolean = jws.entries.all { entry ->
        val key = keys.find { it.factor.word == entry.kid }
        key != null && OtherEnds.verifies(entry.algorithm, key.publicKey.bytes, entry.signature, entry.input)
    }

    private val known: JsonValue
        get() = json(
            "userName" to json("kay"), "alias" to json("phone"),
            "factors" to json(enrolled.map { json(it.factor.word) }), "notices" to json(listOf()),
        )

    // Logins

    private fun parties(login: TestLogin): Array<Pair<String, JsonValue>> = arrayOf(
        "service" to json("id" to json("shop"), "name" to json(login.service), "origin" to json(login.address)),
        "organization" to json("id" to json("shop-ltd"), "name" to json(login.organization)),
    )

    private fun alternatives(login: TestLogin): List<List<FactorType>> {
        val usual = listOf(FactorType.DEVICE, FactorType.PIN)
        val biometric = listOf(FactorType.BIOMETRIC, FactorType.DEVICE)
        return if (login.acceptsBiometrics) listOf(biometric, usual) else listOf(usual)
    }

    private fun start(request: Opened): JsonValue {
        val begun = begun ?: return manager.error("sessionEnded")
        if (request.octets("sessionId") != begun.data.id) return manager.error("sessionEnded")
        val (claim, secret) = request.members("claim").entries.single()
        if (Octets(Base64Url.decode(secret.asText(claim))) != begun.data.secret) return manager.error("qrCodeExpired")
        if (isLocked) return json("error" to json("lockedOut"), "lockout" to lockout())
        val login = begun.login
        val alternatives = json(alternatives(login).map { factors -> json(factors.map { json(it.word) }) })
        val roles = login.roles.map { json("id" to json(it), "name" to json(it), "alternatives" to alternatives) }
        val asksForDigits = manager.asksForDigits || (login.digits != null && claim == "openedQr")
        return json(
            "channel" to json(begun.channel.word), "purpose" to json("login"), *parties(login), "roles" to json(roles),
            "attributes" to JsonObject(login.requested.mapValues { described(it.value) }),
            "sessionToken" to json(Octets(randomBytes(32))), "expiresInSeconds" to json(300),
            "pairing" to if (asksForDigits) json(true) else null,
        )
    }

    private fun described(attribute: TestLogin.Attribute): JsonValue = json(
        "isRequired" to json(attribute.isRequired), "isMissing" to json(attribute.isMissing),
        "mustBeVerified" to json(attribute.mustBeVerified), "kind" to attribute.kind?.let { json(it) },
        "aliases" to json(
            attribute.aliases.mapIndexed { number, name ->
                json("id" to json("a$number"), "text" to json(name), "isPrimary" to json(number == 0))
            },
        ),
    )

    private fun prepare(request: Opened): JsonValue {
        val begun = checkNotNull(begun)
        val digits = request.optionalText("pairing")
        manager.typedDigits += digits
        if (digits != null && digits != (begun.login.digits ?: "42")) return manager.error("pairingFailed")
        if (begun.refused.isNotEmpty()) {
            val errors = begun.refused.associateWith { json("invalid") }
            begun.refused.clear()
            return json("errors" to JsonObject(errors))
        }
        val role = request.text("roleId")
        if (role !in begun.login.roles) return manager.error("roleUnknown")
        val attributes = request.members("attributes").toSortedMap().map { (name, selection) ->
            stated(name, begun.login.requested.getValue(name), selection)
        }
        val session = SessionId(begun.data.id)
        val stated = ConsentStatement(
            ConsentSubject.Login(null), begun.channel, manager.origin.idm, session, Octets(randomBytes(32)),
            manager.seconds, manager.seconds + 300, checkNotNull(activation),
            StatedService("shop", begun.login.service, begun.login.address),
            Party("shop-ltd", begun.login.organization), Party(role, role), alternatives(begun.login), attributes, 1,
        )
        return json("statement" to json(send(stated)))
    }

    /** Returns the bytes of a statement that the app is to sign. */
    private fun send(next: ConsentStatement): Octets {
        statement = next
        sent = Octets(manager.forge(next).serialized())
        return sent
    }

    private fun stated(name: String, attribute: TestLogin.Attribute, selection: JsonValue): StatedAttribute {
        val members = (selection as JsonObject).members
        val disclosure = (members["disclosure"] as? JsonText)?.text
        val alias = (members["aliasId"] as? JsonText)?.text
        return StatedAttribute(
            name, attribute.isRequired,
            if (disclosure == null) StatedAttribute.Source.STORED else StatedAttribute.Source.SUPPLIED,
            alias, alias?.let { attribute.aliases[it.drop(1).toInt()] },
            disclosure?.let { Octets(sha256(it.ascii())) } ?: Octets(ByteArray(32) { 1 }),
        )
    }

    private fun finish(request: Opened): JsonValue {
        val jws = Jws.read(request.octets("consent").bytes, StatementType.CONSENT)
        if (Octets(jws.payload) != sent) return manager.error("statementMismatch")
        if (!areSigned(jws, enrolled)) return refusal()
        val begun = checkNotNull(begun)
        val isLink = begun.channel == Channel.SAME_DEVICE
        val failures = wrongAttempts
        wrongAttempts = 0
        return json(
            "result" to json(
                "outcome" to json("userLogin"), *parties(begun.login),
                "roleName" to json(checkNotNull(statement).role.name),
                "failedAttemptsSinceLastSuccess" to json(failures),
                "returnSecret" to if (isLink) json(Octets(randomBytes(32))) else null,
            ),
        )
    }

    private fun refusal(): JsonValue {
        wrongAttempts += 1
        lockedUntil = endOfNextLockout
        val next = send(checkNotNull(statement).copy(challenge = Octets(randomBytes(32))))
        val goesOn = manager.lockout == TestLockout.SHORT
        return json(
            "refusal" to json(
                "lockout" to lockout(),
                "nextStatement" to if (goesOn) json(next) else null,
            ),
        )
    }

    // Lockouts

    private val isLocked: Boolean get() = lockedUntil?.let { manager.seconds < it } ?: false

    private val endOfNextLockout: Long
        get() = if (manager.lockout == TestLockout.PERMANENT) Long.MAX_VALUE else manager.seconds + LOCKOUT

    private fun lockout(): JsonValue {
        val end = lockedUntil ?: endOfNextLockout
        if (end == Long.MAX_VALUE) return json("isPermanent" to json(true))
        return json(
            "isPermanent" to json(false), "retryAfterSeconds" to json(end - manager.seconds),
            "lockedUntil" to json(end),
        )
    }

    private companion object {
        const val LOCKOUT = 30L
    }
}
