package org.xign.sdk

import org.xign.protocol.JsonLimits
import org.xign.protocol.MalformedException
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Members
import org.xign.protocol.StrictJson
import org.xign.protocol.asFlag

/**
 * The addresses of one realm, derived from the app's configuration.
 *
 * @throws XignSdkException `keycloakMisconfigured` before anything is sent.
 */
internal class KeycloakAddresses(configuration: KeycloakServiceConfiguration) {
    /** The authorization endpoint, without a query. */
    val authorization: WebAddress

    /** The redirect URL up to its query. */
    val redirectAddress: String = configuration.redirectAddress.takeWhile { it != '?' && it != '#' }

    val origin: ManagerOrigin get() = authorization.origin

    /** The issuer identifier of the realm: `/realms/<realm>`, before Keycloak 18 with the prefix `/auth`. */
    val issuer: String get() = authorization.text.removeSuffix(ENDPOINT)

    init {
        val base = configuration.keycloakAddress
        val path = configuration.authorizationEndpointPath
        authorization = try {
            WebAddress.read(base.removeSuffix("/") + path)
        } catch (error: WebAddressException) {
            if (error.isPlainHttp) throw WrongTurn.plainHttp(WrongTurn.origin(base))
            throw WrongTurn.unusableConfiguration()
        }
        // Another realm's issuer would be expected than the one that the app names.
        val realm = configuration.realm
        val isOfRealm = listOf(realm, FormParameters.encode(realm)).any {
            authorization.path.endsWith("/realms/$it$ENDPOINT")
        }
        val isUsable = path.startsWith("/") && authorization.query == null && realm.isNotEmpty() &&
            '#' !in configuration.redirectAddress && isOfRealm
        if (!isUsable) throw WrongTurn.unusableConfiguration()
    }

    /**
     * Fetches the realm's discovery document. Returns true if the realm announces that it names itself in its answers
     * (RFC 9207): old Keycloaks do not.
     */
    fun announcesIssuer(device: Device): Boolean {
        val answer = device.exchange(
            TransportRequest(
                "GET", "$issuer/.well-known/openid-configuration", listOf("Accept" to "application/json"),
                maximumResponseSize = MAXIMUM_DISCOVERY_SIZE, timeoutMilliseconds = TIMEOUT,
            ),
            "Keycloak",
        )
        val discovery = if (answer.status == 200) Discovery.read(answer.body) else null
        val found = discovery?.issuer ?: throw WrongTurn.noRealm(answer.status)
        if (found != issuer) throw WrongTurn.otherIssuer(found, issuer)
        return discovery.announcesIssuer
    }

    /** The members of a discovery document that are used. */
    private class Discovery(val issuer: String, val announcesIssuer: Boolean) {
        companion object {
            private val limits = JsonLimits(MAXIMUM_DISCOVERY_SIZE, 10)

            /** Reads a document; null for another text. */
            fun read(body: ByteArray): Discovery? = try {
                Members.open(StrictJson.parse(body, limits)) {
                    val name = "authorization_response_iss_parameter_supported"
                    Discovery(text("issuer"), optional(name)?.asFlag(name) ?: false)
                }
            } catch (_: MalformedException) {
                null
            }
        }
    }

    companion object {
        /** The time limit of one request in milliseconds. The Keycloak asks the manager before it answers. */
        const val TIMEOUT = 30_000L

        private const val ENDPOINT = "/protocol/openid-connect/auth"
        private const val MAXIMUM_DISCOVERY_SIZE = 1 shl 18
    }
}
