package org.xign.sdk

import org.xign.protocol.Base64Url
import org.xign.protocol.KeyMaterial
import org.xign.protocol.Octets
import org.xign.protocol.ascii

/**
 * The way back to the Keycloak, with the cookies of the way there, once the user has confirmed the login. Its
 * description shows neither cookies, state nor code.
 *
 * It is walked once. A request that had no answer is repeated by the next call, and a code that arrived is returned
 * again. After any other error the login is over.
 */
internal class KeycloakReturn(
    private val keycloak: KeycloakAddresses, private val redirectAddress: String, private val state: Octets,
    private val announcesIssuer: Boolean, jar: CookieJar,
) {
    private sealed class Progress {
        class Begun(val jar: CookieJar) : Progress()

        class Interrupted(val walk: RedirectWalk) : Progress()

        class Arrived(val code: AuthorizationCodeResult) : Progress()

        /** A call is running, or has failed. */
        object Over : Progress()
    }

    private var progress: Progress = Progress.Begun(jar)

    /** Posts the return secret to the manager, and follows its redirect to the Keycloak, up to the code. */
    fun fetchCode(process: AuthenticationProcess, returnSecret: Octets?): AuthorizationCodeResult {
        val device = process.device
        val manager = device.keyMaterials.chain(process.activation.idmIdentifier).current.material
        if (returnSecret == null) throw unreadableAnswer()
        val walk = when (val known = begin()) {
            is Progress.Arrived -> return known.code
            is Progress.Interrupted -> known.walk
            is Progress.Begun -> walk(manager, returnSecret, known.jar)
            Progress.Over ->
                throw wrongOrder("The code of this login is being fetched, or could not be fetched. Start again.")
        }
        try {
            return code(walk.run(device, acceptsAnswer = false)).also { move(Progress.Arrived(it)) }
        } catch (error: InterruptedException) {
            move(Progress.Interrupted(walk))
            throw error
        } catch (error: XignSdkException) {
            // The request had no answer, or was not sent.
            val isOpen = error.isWithoutAnswer || error.errorCode == XignSdkErrorCode.CERTIFICATE_UNTRUSTED
            if (isOpen) move(Progress.Interrupted(walk))
            throw error
        }
    }

    /** Returns the progress so far. No other call goes on until it moves again. */
    private fun begin(): Progress = synchronized(this) {
        val known = progress
        if (known !is Progress.Arrived) progress = Progress.Over
        known
    }

    private fun move(to: Progress) = synchronized(this) { progress = to }

    private fun walk(manager: KeyMaterial, returnSecret: Octets, jar: CookieJar): RedirectWalk {
        val form = FormParameters.of("secret" to Base64Url.encode(returnSecret.bytes)).text
        val first = WalkRequest(
            WebAddress.read(manager.url.text + "/return"), "POST",
            // The JDK leaves the field Origin out, which the manager allows.
            listOf("Content-Type" to "application/x-www-form-urlencoded", "Origin" to manager.url.text), form.ascii(),
        )
        return RedirectWalk(keycloak, listOf(manager), state, jar, first)
    }

    /** Reads the Keycloak's answer (RFC 6749, section 4.1.2; RFC 9207). */
    private fun code(arrival: Arrival): AuthorizationCodeResult {
        val parameters = when (arrival) {
            is Arrival.AtRedirectUrl -> arrival.parameters
            is Arrival.Answer -> throw if (arrival.address.origin == keycloak.origin) {
                WrongTurn.stop(arrival.answer, arrival.address, isConfirmed = true)
            } else {
                WrongTurn.returnRefused(arrival.answer.status)
            }
        }
        val answered = parameters.single("state")?.let { Octets(it.toByteArray()) }
        if (answered != Octets(Base64Url.encode(state.bytes).ascii())) throw WrongTurn.wrongState()
        val issuers = parameters.all("iss")
        if (issuers.size > 1 || issuers.any { it != keycloak.issuer }) throw WrongTurn.wrongIssuer(keycloak.issuer)
        OAuthError.read(parameters)?.let { throw WrongTurn.keycloakRefused(it) }
        if (issuers.isEmpty() && announcesIssuer) throw WrongTurn.missingIssuer(keycloak.issuer)
        val code = parameters.single("code")?.takeIf { it.isNotEmpty() } ?: throw WrongTurn.unreadableRedirect()
        return AuthorizationCodeResult.Final.Keycloak(code, redirectAddress)
    }

    override fun toString(): String = "KeycloakReturn(${keycloak.issuer})"
}
