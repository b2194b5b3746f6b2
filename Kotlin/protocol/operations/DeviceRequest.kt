package org.xign.protocol

/** The secret that claims a session. Each channel has its own. */
internal class SessionClaim(private val kind: Kind, private val secret: Octets) {
    enum class Kind(override val word: String) : Word {
        QR_CODE("qr"),

        /** The secret of a QR code that was opened by a link, a camera app or a paste instead of scanned. */
        OPENED_QR_CODE("openedQr"),
        LINK("link"),
        IN_APP("inApp"),
        SESSION_TOKEN("token"),
    }

    val asJson: JsonValue get() = json(kind.word to json(secret))
}

/**
 * The result of a security check, as the manager gets it.
 *
 * @param date the moment in Unix seconds.
 */
internal class ReportedSecurity(
    private val date: Long, private val checkVersion: Int, private val osVersion: String,
    private val isRooted: Boolean, private val isHooked: Boolean,
) {
    val asJson: JsonValue
        get() = json(
            "date" to json(date), "checkVersion" to json(checkVersion.toLong()), "osVersion" to json(osVersion),
            "isRooted" to json(isRooted), "isHooked" to json(isHooked),
        )
}

/**
 * The client's own description. It is a signal for the manager's policy and not a control.
 *
 * @param supports the capabilities of the app, by their words.
 */
internal class ClientInformation(
    private val version: String, private val platform: String, private val supports: Set<String>,
    private val securityCheck: ReportedSecurity? = null,
) {
    val asJson: JsonValue
        get() = json(
            "version" to json(version), "platform" to json(platform), "securityCheck" to securityCheck?.asJson,
            "supports" to if (supports.isEmpty()) null else json(supports.sorted().map { json(it) }),
        )
}

/** A process that `start` has claimed: its session, and the token that `start` returned. */
internal class ClaimedSession(val id: SessionId, val token: Octets)

/** A request of one operation (docs/protocol.md, section 3). Its body contains secrets. */
internal class DeviceRequest(val operation: String, body: JsonValue) {
    val body: ByteArray = StrictJson.serialize(body)

    override fun toString(): String = operation

    companion object {
        fun open(
            pid: InitializationData, pinProof: Octets, existing: ActivationId?, client: ClientInformation,
        ) = DeviceRequest(
            "open",
            json(
                "activationId" to json(pid.id), "activationSecret" to json(pid.secret), "pinProof" to json(pinProof),
                "existingActivationId" to existing?.let { json(it.octets) }, "client" to client.asJson,
            ),
        )

        /** @param enrolment the enrolment statement, signed. */
        fun personalizeFinish(activation: ActivationId, openToken: Octets, enrolment: ByteArray) = DeviceRequest(
            "personalizeFinish",
            json(
                "activationId" to json(activation.octets), "openToken" to json(openToken),
                "enrolment" to json(Octets(enrolment)),
            ),
        )

        fun start(
            activation: ActivationId, session: SessionId, claim: SessionClaim, client: ClientInformation,
        ) = DeviceRequest(
            "start",
            json(
                "activationId" to json(activation.octets), "sessionId" to json(session.octets),
                "claim" to claim.asJson, "client" to client.asJson,
            ),
        )

        /**
         * @param selections the selected values by the name of the attribute.
         * @param pairing the two digits of the page, where `start` asked for them.
         */
        fun prepare(
            session: ClaimedSession, roleId: String, selections: Map<String, Selection>, pairing: PairingDigits? = null,
        ) = DeviceRequest(
            "prepare",
            json(
                "sessionId" to json(session.id.octets), "sessionToken" to json(session.token),
                "roleId" to json(roleId), "attributes" to JsonObject(selections.mapValues { it.value.asJson }),
                "pairing" to pairing?.let { json(it.text) },
            ),
        )

        /** @param consent the consent statement, signed. */
        fun finish(session: ClaimedSession, consent: ByteArray) = DeviceRequest(
            "finish",
            json(
                "sessionId" to json(session.id.octets), "sessionToken" to json(session.token),
                "consent" to json(Octets(consent)),
            ),
        )
    }
}

/** The user's choice for one requested attribute. */
internal sealed class Selection {
    abstract val asJson: JsonValue

    /** The one stored value, or a choice that is missing. */
    object Confirmed : Selection() {
        override val asJson: JsonValue get() = json()
    }

    class Alias(private val id: String) : Selection() {
        override val asJson: JsonValue get() = json("aliasId" to json(id))
    }

    class Supplied(private val disclosure: Disclosure) : Selection() {
        override val asJson: JsonValue get() = json("disclosure" to json(disclosure.text))
    }
}
