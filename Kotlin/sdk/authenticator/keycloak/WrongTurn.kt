package org.xign.sdk

import java.util.Locale

/**
 * The turns of a login through a Keycloak that do not lead to a code, each with the exception that tells the app's
 * developer what to change.
 *
 * No body is interpreted: a page is recognized by its media type, and named by its path. Texts of others are bounded
 * and printable. Codes, cookies, states and queries are never in an exception.
 */
internal object WrongTurn {
    fun unusableConfiguration() = misconfigured(
        "The KeycloakServiceConfiguration is unusable. keycloakUrl is an https URL, authorizationEndpointPath is " +
            "/realms/<realm>/protocol/openid-connect/auth (before Keycloak 18 with the prefix /auth) with the given " +
            "realm, and redirectUrl has no fragment.",
    )

    fun noRealm(status: Int) = misconfigured(
        "The Keycloak has no discovery document of the realm at keycloakUrl (HTTP status $status). Check " +
            "keycloakUrl, the realm, and authorizationEndpointPath: /realms/... since Keycloak 18, /auth/realms/... " +
            "before it or with http-relative-path=/auth.",
    )

    fun otherIssuer(found: String, expected: String) = misconfigured(
        "The realm calls itself ${printable(found)}, and the app expects ${printable(expected)}. Use the " +
            "Keycloak's own address as keycloakUrl, or set its hostname option to the address that apps use.",
    )

    fun foreignHost(origin: String) = misconfigured(
        "The login was redirected to ${printable(origin)}, which is neither the Keycloak nor a manager whose key " +
            "material the app has. Nothing was sent there. Check the identity provider's authorization URL in the " +
            "Keycloak, its hostname option, and the client's redirect URIs.",
    )

    fun plainHttp(origin: String) = misconfigured(
        "${printable(origin)} is plain HTTP, to which nothing is sent. Use https. If a proxy ends TLS before the " +
            "Keycloak, set the Keycloak's hostname and proxy-headers options.",
    )

    fun otherRedirectUrl(origin: String) = misconfigured(
        "The Keycloak sent its answer to another address at ${printable(origin)} than redirectUrl, and the code " +
            "was dropped. Register redirectUrl at the client exactly as it is in the configuration.",
    )

    fun tooManyRedirects() = misconfigured(
        "More than ${RedirectWalk.MAXIMUM_REDIRECTS} redirects: a loop. Check the realm's authentication flows " +
            "and the identity provider's URLs in the Keycloak.",
    )

    fun repeatedForm(status: Int) = misconfigured(
        "The form of the return was redirected with HTTP status $status, which would send its secret elsewhere. " +
            "Check the proxy before the manager.",
    )

    fun withoutManager() = misconfigured(
        "The Keycloak answered without asking the manager. Remove other ways to log in from the realm's browser " +
            "flow, and set identityProvider to the alias of the manager.",
    )

    fun unreadableRedirect() = misconfigured(
        "The Keycloak's answer does not have exactly one code, or cannot be read. The code was dropped.",
    )

    fun wrongState() = misconfigured(
        "The answer has not exactly one state, or another login's: it does not belong to this login, and was " +
            "dropped. Start again; check what stands between app and Keycloak.",
    )

    fun wrongIssuer(expected: String) = misconfigured(
        "The answer names another issuer (iss) than ${printable(expected)}, and was dropped. Set the Keycloak's " +
            "hostname option and keycloakUrl to the same address.",
    )

    fun missingIssuer(expected: String) = misconfigured(
        "The answer names no issuer (iss), though the realm announces one: ${printable(expected)}. Switch off " +
            "the client's option Exclude Issuer From Authentication Response.",
    )

    fun pageOfManager(status: Int) = misconfigured(
        if (status == 200) {
            "The manager showed its login page in place of its answer for apps. It is too old, or a proxy before it " +
                "changes the field Accept."
        } else {
            "The manager refused the Keycloak's request with HTTP status $status. Compare the identity provider's " +
                "client id and redirect URI in the Keycloak with the service declared at the manager."
        },
    )

    fun returnRefused(status: Int) = refused(
        "The manager did not accept the return (HTTP status $status): it took longer than a minute, or was made " +
            "before. Start again.",
    )

    fun keycloakRefused(error: OAuthError) = refused("The Keycloak refused the login: $error.")

    fun managerRefused(error: OAuthError): XignSdkException {
        val message = "The manager refused the Keycloak's request: $error."
        if (error.code != "unauthorized_client") return refused(message)
        return misconfigured("$message Declare the Keycloak's service at the manager with inApp: true.")
    }

    /**
     * Returns the exception for an answer of the Keycloak that is no redirect.
     *
     * @param isConfirmed true after the user has confirmed the login.
     */
    fun stop(answer: TransportResponse, address: WebAddress, isConfirmed: Boolean): XignSdkException {
        if (answer.status >= 400) return statusRefused(answer.status, isConfirmed)
        val type = answer.headers["content-type"].orEmpty().lowercase(Locale.ROOT)
        return when {
            !type.startsWith("text/html") && !type.startsWith("application/xhtml+xml") -> misconfigured(
                "The Keycloak's answer (HTTP status ${answer.status}) is neither a redirect nor a page. Check " +
                    "keycloakUrl and the proxy before it.",
            )
            "/login-actions/required-action" in address.path -> requiredAction()
            "/login-actions/first-broker-login" in address.path || "/after-first-broker-login" in address.path ->
                firstLogin()
            else -> if (isConfirmed) unknownPage() else loginForm()
        }
    }

    private fun statusRefused(status: Int, isConfirmed: Boolean): XignSdkException = when {
        isConfirmed -> refused(
            "The Keycloak could not complete the login (HTTP status $status). Its log has the reason; often it " +
                "cannot reach the manager, or the identity provider's client secret, issuer or keys are wrong.",
        )
        status < 500 -> misconfigured(
            "The Keycloak refused the request with HTTP status $status. Check realm, clientId, the client's redirect " +
                "URIs, that its standard flow is on, and that the realm's browser flow reaches the manager: by " +
                "identityProvider, or as the default of the Identity Provider Redirector.",
        )
        else -> refused("The Keycloak had an error (HTTP status $status). Try again later; its log has the reason.")
    }

    private fun loginForm() = interaction(
        "its login form",
        "Set identityProvider to the alias of the identity provider that is the manager, or make it the default " +
            "of the Identity Provider Redirector in the realm's browser flow.",
    )

    private fun firstLogin() = interaction(
        "a page of its first login, such as a profile to review or an account to link",
        "Give the identity provider a first login flow that asks nothing: Create User If Unique alone, without " +
            "Review Profile. If the account exists already, link it once, or let the flow link it.",
    )

    private fun requiredAction() = interaction(
        "a required action, such as a profile to complete, terms or a consent",
        "Remove the required action from the user and the realm's defaults, switch the client's consent off, and " +
            "make the attributes that the manager does not send optional in the realm's user profile.",
    )

    private fun unknownPage() = interaction(
        "a page",
        "Open the same login in a browser to see the page, and remove it from the realm's flows.",
    )

    private fun interaction(page: String, remedy: String) = XignSdkException(
        XignSdkErrorCode.KEYCLOAK_INTERACTION_REQUIRED, "The Keycloak shows $page and waits for a person. $remedy",
    )

    private fun refused(message: String) = XignSdkException(XignSdkErrorCode.KEYCLOAK_REFUSED, message)

    private fun misconfigured(message: String) = XignSdkException(XignSdkErrorCode.KEYCLOAK_MISCONFIGURED, message)

    /** Returns scheme and authority of a location, never its path or query. */
    fun origin(location: String): String {
        val separator = location.indexOf("://")
        if (separator < 0) return location.substringBefore(':') + ":"
        val authority = location.substring(separator + 3).takeWhile { it !in "/?#" }
        return location.substring(0, separator + 3) + authority
    }

    /** Returns at most 200 printable ASCII characters of a text from elsewhere. */
    fun printable(text: String): String = text.filter { it.code in 0x20..0x7e }.take(MAXIMUM_LENGTH)

    private const val MAXIMUM_LENGTH = 200
}

/** An OAuth error in a redirect (RFC 6749, section 4.1.2.1), as bounded printable text. */
internal class OAuthError private constructor(val code: String, private val text: String?) {
    override fun toString(): String = code + text?.let { " ($it)" }.orEmpty()

    companion object {
        /** Reads an error; null if the parameters contain none. */
        fun read(parameters: FormParameters): OAuthError? = parameters.all("error").firstOrNull()?.let { code ->
            val description = parameters.all("error_description").firstOrNull()
            OAuthError(WrongTurn.printable(code), description?.let(WrongTurn::printable))
        }
    }
}
