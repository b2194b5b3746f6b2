package org.xign.sdk

import java.net.URL

/**
 * The outcome of fetching an OpenID Connect authorization code. No description shows the code, which is a bearer value.
 */
public sealed class AuthorizationCodeResult {
    /**
     * The code, in the form that belongs to the trigger of the InApp-Authentication. Send it to a backend over TLS:
     * only a backend can redeem it.
     */
    public sealed class Final : AuthorizationCodeResult() {
        /** The code. */
        public abstract val code: String

        /**
         * The code of a service of the manager.
         *
         * @property clientId the service's client id.
         */
        public class Direct internal constructor(override val code: String, public val clientId: String) : Final() {
            override fun toString(): String = "AuthorizationCodeResult($clientId)"
        }

        /** The code of a service of a Keycloak. */
        public class Keycloak internal constructor(override val code: String, private val redirectAddress: String) :
            Final() {
            /** The service's redirect URL. */
            public val redirectUrl: URL get() = URL(redirectAddress)

            override fun toString(): String = "AuthorizationCodeResult($redirectAddress)"
        }
    }
}
