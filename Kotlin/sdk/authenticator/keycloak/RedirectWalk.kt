package org.xign.sdk

import org.xign.protocol.Base64Url
import org.xign.protocol.InAppAnswer
import org.xign.protocol.KeyMaterial
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Octets

/** The end of a walk along redirects. */
internal sealed class Arrival {
    /** The parameters of a redirect to the redirect URL. */
    class AtRedirectUrl(val parameters: FormParameters) : Arrival()

    /** An answer that is no redirect. */
    class Answer(val answer: TransportResponse, val address: WebAddress) : Arrival()
}

/** A request of a walk. */
internal class WalkRequest(
    val address: WebAddress, val method: String = "GET", val headers: List<Pair<String, String>> = listOf(),
    val body: ByteArray? = null,
)

/**
 * A sequence of requests along redirects, from one origin to the next (docs/protocol.md, section 8, "By a Keycloak").
 *
 * It goes to the allowed origins alone, and ends at the redirect to the app's own redirect URL, which is never
 * requested. If a request has no answer, [run] can be called again, and repeats that request. One thread uses it.
 *
 * @param state the `state` of the request to the Keycloak, which no address but the redirect URL gets together with a
 * code.
 */
internal class RedirectWalk(
    private val keycloak: KeycloakAddresses, val managers: List<KeyMaterial>, private val state: Octets,
    val jar: CookieJar, first: WalkRequest,
) {
    private var next = first
    private var redirects = 0

    /**
     * Sends the requests up to the arrival.
     *
     * @param acceptsAnswer true to ask a manager for initialization data in place of its login page.
     */
    fun run(device: Device, acceptsAnswer: Boolean): Arrival {
        while (true) {
            val answer = device.exchange(request(acceptsAnswer), peer)
            jar.store(answer.headers["set-cookie"], next.address, device.now())
            val target = answer.headers["location"]
            if (answer.status !in redirectStatuses || target == null) return Arrival.Answer(answer, next.address)
            // The others would send the form, with its secret, to another address (RFC 9110, section 15.4).
            if (next.method != "GET" && answer.status != 302 && answer.status != 303) {
                throw WrongTurn.repeatedForm(answer.status)
            }
            val location = next.address.resolving(target)
            arrival(location)?.let { return Arrival.AtRedirectUrl(it) }
            if (++redirects > MAXIMUM_REDIRECTS) throw WrongTurn.tooManyRedirects()
            next = WalkRequest(allowed(location))
        }
    }

    private fun isManager(origin: ManagerOrigin): Boolean = managers.any { it.url == origin }

    private val peer: String get() = if (next.address.origin == keycloak.origin) "Keycloak" else "manager"

    private fun request(acceptsAnswer: Boolean): TransportRequest {
        val asksForAnswer = acceptsAnswer && isManager(next.address.origin)
        val headers = ArrayList(next.headers)
        headers += "Accept" to if (asksForAnswer) InAppAnswer.MEDIA_TYPE else "text/html"
        jar.field(next.address)?.let { headers += "Cookie" to it }
        return TransportRequest(
            next.method, next.address.text, headers, next.body, timeoutMilliseconds = KeycloakAddresses.TIMEOUT,
        )
    }

    /** Returns the parameters of a location that is the redirect URL: the same text up to the query, byte for byte. */
    private fun arrival(location: String): FormParameters? {
        val address = location.takeWhile { it != '?' && it != '#' }
        if (address != keycloak.redirectAddress) return null
        val query = location.substring(address.length).substringBefore('#').removePrefix("?")
        return FormParameters.read(query) ?: throw WrongTurn.unreadableRedirect()
    }

    /** Returns the address of a location that may be requested. */
    private fun allowed(location: String): WebAddress {
        val address = try {
            WebAddress.read(location)
        } catch (error: WebAddressException) {
            val origin = WrongTurn.origin(location)
            throw if (error.isPlainHttp) WrongTurn.plainHttp(origin) else WrongTurn.foreignHost(origin)
        }
        if (address.origin != keycloak.origin && !isManager(address.origin)) {
            throw WrongTurn.foreignHost(address.origin.text)
        }
        val query = address.query ?: return address
        val parameters = FormParameters.read(query) ?: throw WrongTurn.unreadableRedirect()
        // The answer for the app, at an address that is nearly the redirect URL.
        if (parameters.all("code").isNotEmpty() && Base64Url.encode(state.bytes) in parameters.all("state")) {
            throw WrongTurn.otherRedirectUrl(WrongTurn.origin(location))
        }
        if (isManager(next.address.origin) && address.origin == keycloak.origin) {
            OAuthError.read(parameters)?.let { throw WrongTurn.managerRefused(it) }
        }
        return address
    }

    companion object {
        /** The number of redirects that are followed. */
        const val MAXIMUM_REDIRECTS = 10

        private val redirectStatuses = setOf(301, 302, 303, 307, 308)
    }
}
