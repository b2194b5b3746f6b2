package org.xign.sdk

import org.xign.protocol.Base64Url
import org.xign.protocol.InAppAnswer
import org.xign.protocol.KeyMaterial
import org.xign.protocol.MalformedException
import org.xign.protocol.Octets
import org.xign.protocol.ProcessBeginning
import org.xign.protocol.SessionClaim
import org.xign.protocol.UnsupportedVersionException
import org.xign.protocol.crypto.randomBytes

/** A login in this app, through the app's Keycloak (docs/protocol.md, section 8, "By a Keycloak"). */
internal class KeycloakLogin(private val configuration: KeycloakServiceConfiguration) {
    private val keycloak = KeycloakAddresses(configuration)
    private val state = Octets(randomBytes(32))

    /** Opens the Keycloak's authorization endpoint, and follows it to the manager, whose answer begins the process. */
    fun begin(device: Device): AuthenticationInitializationDataInApp {
        val announcesIssuer = keycloak.announcesIssuer(device)
        val first = WalkRequest(WebAddress.read(keycloak.authorization.text + "?" + query().text))
        val walk = RedirectWalk(keycloak, device.keyMaterials.managers, state, CookieJar(), first)
        when (val arrival = walk.run(device, acceptsAnswer = true)) {
            is Arrival.AtRedirectUrl -> {
                // The Keycloak refused the request itself. It cannot have logged the user in: no cookie was sent.
                OAuthError.read(arrival.parameters)?.let { throw WrongTurn.keycloakRefused(it) }
                throw WrongTurn.withoutManager()
            }
            is Arrival.Answer -> {
                val manager = walk.managers.find { it.url == arrival.address.origin }
                    ?: throw WrongTurn.stop(arrival.answer, arrival.address, isConfirmed = false)
                val begun = inAppAnswer(arrival.answer, manager)
                val way = KeycloakReturn(keycloak, configuration.redirectAddress, state, announcesIssuer, walk.jar)
                return AuthenticationInitializationDataInApp(
                    manager.idm, begun.session, SessionClaim(SessionClaim.Kind.IN_APP, begun.secret),
                    Beginning(ProcessBeginning.Keycloak(keycloak.origin.text), keycloak = way),
                )
            }
        }
    }

    private fun query(): FormParameters {
        val challenge = configuration.authorization.codeChallenge
        return FormParameters.of(
            "response_type" to "code", "client_id" to configuration.clientId,
            "redirect_uri" to configuration.redirectAddress, "scope" to configuration.scopes.joinToString(" "),
            "state" to Base64Url.encode(state.bytes), "nonce" to configuration.authorization.nonce,
            "code_challenge" to challenge, "code_challenge_method" to challenge?.let { "S256" },
            "kc_idp_hint" to configuration.identityProvider,
        )
    }

    /** Reads a manager's answer, which only this manager's own origin can give. */
    private fun inAppAnswer(answer: TransportResponse, manager: KeyMaterial): InAppAnswer {
        if (answer.status != 200 || answer.headers["content-type"] != InAppAnswer.MEDIA_TYPE) {
            throw WrongTurn.pageOfManager(answer.status)
        }
        val begun = try {
            InAppAnswer.read(answer.body)
        } catch (error: UnsupportedVersionException) {
            throw XignSdkException(
                XignSdkErrorCode.CLIENT_TOO_OLD,
                "The manager's answer needs a newer version of the SDK. Update the app.", error,
            )
        } catch (error: MalformedException) {
            throw unreadableAnswer(error)
        }
        if (begun.idm != manager.idm) throw unreadableAnswer()
        return begun
    }
}
