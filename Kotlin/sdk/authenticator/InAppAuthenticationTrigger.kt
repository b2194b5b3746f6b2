package org.xign.sdk

import java.net.URL

/** The service against which an app authenticates when it is itself the service. */
public sealed class InAppAuthenticationTrigger {
    /**
     * A service of the manager. The SDK must have been initialized with the service's configuration.
     *
     * @property clientId the service's client id, as in [ServiceConfiguration.clientId].
     * @property scopes the scopes to request; they always include `openid`.
     * @property authorization the values of the app's backend. A service that is not declared with `legacy: true`
     * demands them.
     */
    public class Direct @JvmOverloads constructor(
        public val clientId: String, public val scopes: List<String> = listOf(),
        public val authorization: InAppAuthorization = InAppAuthorization(),
    ) : InAppAuthenticationTrigger()

    /**
     * A service of a Keycloak that delegates authentication to the manager.
     *
     * @property configuration the service.
     */
    public class KeyCloak(public val configuration: KeycloakServiceConfiguration) : InAppAuthenticationTrigger()
}

/**
 * The values with which the app's backend ties a login to its own session.
 *
 * Without them, a stolen code can be injected into another user's session at the backend (RFC 9700, section 4.5). The
 * backend makes both for each login, and keeps the verifier of the challenge: it must never enter the app.
 *
 * @property nonce the value that the ID token repeats, 1 to 1,000 bytes without control characters.
 * @property codeChallenge the S256 code challenge (RFC 7636): 43 characters of base64url.
 */
public class InAppAuthorization @JvmOverloads constructor(
    public val nonce: String? = null, public val codeChallenge: String? = null,
)

/**
 * The configuration of a service of a Keycloak. `openid` is added to the scopes if it is missing.
 *
 * @param keycloakUrl the Keycloak's base URL, by which it calls itself: `https`, or `http` on this machine.
 * @param redirectUrl the service's redirect URI, exactly as registered at the Keycloak. It is compared byte for byte,
 * and is never requested.
 * @property authorizationEndpointPath the path of the authorization endpoint:
 * `/realms/<realm>/protocol/openid-connect/auth`; before Keycloak 18 with the prefix `/auth`.
 * @property clientId the service's client id.
 * @property realm the realm.
 * @param scopes the scopes to request; they always include `openid`.
 * @property identityProvider the alias of the identity provider in the realm that is the manager (`kc_idp_hint`); null
 * if the realm has a default one.
 * @property authorization the values of the app's backend.
 */
public class KeycloakServiceConfiguration @JvmOverloads constructor(
    keycloakUrl: URL, redirectUrl: URL, public val authorizationEndpointPath: String, public val clientId: String,
    public val realm: String, scopes: Array<String> = arrayOf(), public val identityProvider: String? = null,
    public val authorization: InAppAuthorization = InAppAuthorization(),
) {
    // Comparing two URLs of Java asks the network, so the texts are kept.
    internal val keycloakAddress: String = keycloakUrl.toString()
    internal val redirectAddress: String = redirectUrl.toString()

    /** The Keycloak's base URL. */
    public val keycloakUrl: URL get() = URL(keycloakAddress)

    /** The service's redirect URI. */
    public val redirectUrl: URL get() = URL(redirectAddress)

    /** The scopes to request, with `openid`. */
    public val scopes: List<String> = scopes.toList().withOpenId
}

/** The scopes with `openid`, which every OpenID Connect request has. */
internal val List<String>.withOpenId: List<String> get() = if ("openid" in this) this else listOf("openid") + this
