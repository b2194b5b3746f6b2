package org.xign.sdk

/**
 * The SDK's transport, by which the Keycloak that the listing names is the test's.
 *
 * A request to `https://identity.xignin.dev` goes to the address in `LISTED_KEYCLOAK`, with the header fields of a
 * reverse proxy that ends TLS. All else goes where it should.
 */
internal class ListedKeycloakTransport : Transport {
    private val transport = UrlTransport()
    private val keycloak: String? = System.getenv("LISTED_KEYCLOAK")

    override fun send(request: TransportRequest): TransportResponse {
        if (keycloak == null || !request.url.startsWith("$LISTED/")) return transport.send(request)
        val headers = request.headers + listOf(
            "X-Forwarded-Proto" to "https", "X-Forwarded-Host" to LISTED.substringAfter("://"),
            "X-Forwarded-Port" to "443",
        )
        return transport.send(
            TransportRequest(
                request.method, keycloak + request.url.removePrefix(LISTED), headers, request.body,
                request.maximumResponseSize, request.timeoutMilliseconds,
            ),
        )
    }

    private companion object {
        const val LISTED = "https://identity.xignin.dev"
    }
}
