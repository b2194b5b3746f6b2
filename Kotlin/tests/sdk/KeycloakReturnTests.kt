package org.xign.sdk

import java.net.URL
import java.time.Instant
import org.xign.protocol.Base64Url
import org.xign.protocol.Checks
import org.xign.protocol.Octets
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestPhone

private const val REALM = "https://sso.example.org/realms/demo"
private const val REDIRECT_URL = "https://app.example.org/callback"
private const val RETURN = "/return"
private const val ENDPOINT = "/broker/xign/endpoint"
private const val REQUIRED_ACTION = "/login-actions/required-action"

/** The state of the login in the tests. */
private val state = Octets(ByteArray(32) { 3 })
private val stateText = Base64Url.encode(state.bytes)

/** A Keycloak to which a confirmed login returns. All else goes to the manager. */
private class ReturnedTo(private val manager: TestManager) : Transport {
    val requests = ArrayList<TransportRequest>()
    val answers = HashMap<String, () -> TransportResponse>()

    /** The address to which the Keycloak sends the app at the end. */
    var end = "$REDIRECT_URL?state=$stateText&iss=$REALM&code=the-code"

    override fun send(request: TransportRequest): TransportResponse {
        val path = request.url.substringBefore('?')
        val step = listOf(RETURN, ENDPOINT, REQUIRED_ACTION).firstOrNull { path.endsWith(it) }
            ?: return manager.send(request)
        requests += request
        answers[step]?.let { return it() }
        return when (step) {
            RETURN -> redirect("$REALM$ENDPOINT?code=m&state=b", 303)
            ENDPOINT -> redirect(end)
            else -> page()
        }
    }

    companion object {
        fun redirect(location: String, status: Int = 302) = TransportResponse(status, mapOf("location" to location))

        fun page(status: Int = 200) = TransportResponse(status, mapOf("content-type" to "text/html"))
    }
}

/** The way back of a login through a Keycloak: no code but that of this login, of this realm, at the redirect URL. */
internal class KeycloakReturnTests(private val checks: Checks) {
    private class Scene(phone: TestPhone, redirectUrl: String) {
        private val manager = TestManager()
        val keycloak = ReturnedTo(manager)
        val log = ArrayList<String>()
        private val process: AuthenticationProcess
        private val way: KeycloakReturn

        init {
            phone.activate(manager)
            val sdk = XignSdk(
                phone.configuration(manager).setTransport(keycloak).setLogLevel(XignLog.Level.DEBUG)
                    .setLogHandler { _, message -> log += message }.build(),
            )
            val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(manager.loginLink())
            val data = (parsed as ProcessInitializationData.Authentication).data
            process = sdk.authenticator.startAuthenticationSynchronous(data).process
            val configuration = KeycloakServiceConfiguration(
                URL("https://sso.example.org"), URL(redirectUrl), "/realms/demo/protocol/openid-connect/auth", "app",
                "demo",
            )
            val addresses = KeycloakAddresses(configuration)
            way = KeycloakReturn(addresses, redirectUrl, state, announcesIssuer = true, CookieJar())
        }

        fun fetch(secret: Octets?) = way.fetchCode(process, secret) as AuthorizationCodeResult.Final

        fun code(secret: Octets? = Octets(ByteArray(32))): String = fetch(secret).code

        val description: String get() = "$way"
    }

    private fun <T> inScene(redirectUrl: String = REDIRECT_URL, body: (Scene) -> T): T =
        TestPhone().use { body(Scene(it, redirectUrl)) }

    private fun failure(scene: Scene, secret: Octets? = Octets(ByteArray(32))): XignSdkException? = try {
        scene.code(secret)
        null
    } catch (error: XignSdkException) {
        error
    }

    fun run() {
        checks.begin("sdk keycloak return")
        checks.check("an honest return", "the-code") { inScene { it.code() } }
        wrongEnds()
        nearAddresses()
        ownAddress()
        wrongSteps()
        refusal()
        repetition()
        secrecy()
        cookies()
    }

    private fun wrongEnds() {
        val right = "state=$stateText&iss=$REALM"
        val misconfigured = XignSdkErrorCode.KEYCLOAK_MISCONFIGURED
        val ends = listOf(
            Triple("iss=$REALM&code=c", misconfigured, "state"),
            Triple("state=other&iss=$REALM&code=c", misconfigured, "state"),
            Triple("$right&state=$stateText&code=c", misconfigured, "state"),
            Triple("state=$stateText&code=c", misconfigured, "names no issuer"),
            Triple("state=$stateText&iss=https://evil.example&code=c", misconfigured, "another issuer"),
            Triple("$right&iss=$REALM&code=c", misconfigured, "another issuer"),
            Triple(right, misconfigured, "exactly one code"),
            Triple("$right&code=", misconfigured, "exactly one code"),
            Triple("$right&code=c&code=d", misconfigured, "exactly one code"),
            Triple("$right&code=%FF", misconfigured, "cannot be read"),
            Triple("$right&error=access_denied", XignSdkErrorCode.KEYCLOAK_REFUSED, "access_denied"),
        )
        for ((query, code, words) in ends) {
            val error = inScene {
                it.keycloak.end = "$REDIRECT_URL?$query"
                failure(it)
            }
            val told = error?.message.orEmpty()
            checks.check("an end: $query", error?.errorCode == code && words in told && stateText !in told)
        }
    }

    private fun nearAddresses() {
        val addresses = listOf(
            "https://app.example.org:444/callback", "https://app.example.org:443/callback",
            "https://app.example.org/callback/", "https://app.example.org/callback;a",
            "https://app.example.org/callbac", "https://app.example.org/x/../callback",
            "https://app.example.org/Callback", "https://APP.example.org/callback",
            "https://app.example.org.evil/callback", "http://app.example.org/callback",
            "https://app.example.org/call%62ack", "$REALM/callback",
        )
        for (address in addresses) {
            val (error, requests) = inScene {
                it.keycloak.end = "$address?state=$stateText&iss=$REALM&code=the-code"
                Pair(failure(it), it.keycloak.requests.map { request -> request.url })
            }
            val isDropped = error?.errorCode == XignSdkErrorCode.KEYCLOAK_MISCONFIGURED && "the-code" !in "$error"
            checks.check("nearly the redirect URL: $address", isDropped && requests.none { "the-code" in it })
        }
    }

    /** The redirect URL is at the Keycloak, and the Keycloak sends the code to it or next to it. */
    private fun ownAddress() {
        for ((address, expected) in listOf("callback" to null, "callback/" to "keycloakMisconfigured")) {
            val (error, requests) = inScene("https://sso.example.org/callback") {
                it.keycloak.end = "https://sso.example.org/$address?state=$stateText&iss=$REALM&code=the-code"
                Pair(failure(it)?.errorCode?.rawValue, it.keycloak.requests.map { request -> request.url })
            }
            checks.check("$address at the Keycloak itself", error == expected && requests.none { "the-code" in it })
        }
    }

    private fun refusal() = inScene { scene ->
        scene.keycloak.answers[ENDPOINT] = { ReturnedTo.redirect("$REALM$REQUIRED_ACTION?execution=TERMS") }
        val error = failure(scene)
        checks.check("a required action", "keycloakInteractionRequired") { error?.errorCode?.rawValue }
        checks.check("is named", true) { "required action" in error?.message.orEmpty() }
        val count = scene.keycloak.requests.size
        checks.check("after a refusal there is no code", "wrongOrder") { failure(scene)?.errorCode?.rawValue }
        checks.check("and no request", count) { scene.keycloak.requests.size }
    }

    private fun secrecy() = inScene { scene ->
        val secret = Octets(ByteArray(32) { 5 })
        scene.keycloak.answers[RETURN] = {
            TransportResponse(
                303, mapOf("location" to "$REALM$ENDPOINT?code=the-code", "set-cookie" to "a=the-cookie; Path=/"),
            )
        }
        val fetched = scene.fetch(secret)
        val direct = AuthorizationCodeResult.Final.Direct("the-code", "app")
        val error = inScene { other ->
            other.keycloak.end = "$REDIRECT_URL?state=$stateText&iss=$REALM&code=the-code&code=second"
            failure(other)
        }
        checks.check("the log shows the requests", true) { scene.log.any { ENDPOINT in it } }
        val told = (scene.log + listOf("$fetched", "$direct", "$error", scene.description)).joinToString()
        for (hidden in listOf(stateText, "the-cookie", "the-code", Base64Url.encode(secret.bytes))) {
            checks.check("nothing tells $hidden", hidden !in told)
        }
    }

    private fun wrongSteps() {
        val refused = "keycloakRefused"
        val steps = listOf(
            Triple(RETURN, ReturnedTo.page(403), refused),
            Triple(RETURN, ReturnedTo.redirect("$REALM/x", 307), "keycloakMisconfigured"),
            Triple(RETURN, ReturnedTo.redirect("$REALM$ENDPOINT?error=access_denied&state=b", 303), refused),
            Triple(RETURN, ReturnedTo.redirect("https://evil.example/", 303), "keycloakMisconfigured"),
            Triple(ENDPOINT, ReturnedTo.page(502), refused),
            Triple(ENDPOINT, ReturnedTo.page(), "keycloakInteractionRequired"),
            Triple(ENDPOINT, ReturnedTo.redirect("http://sso.example.org/"), "keycloakMisconfigured"),
        )
        for ((step, answer, code) in steps) {
            val what = "$step ${answer.status} ${answer.headers["location"].orEmpty()}"
            checks.check("a step: $what", code) {
                inScene {
                    it.keycloak.answers[step] = { answer }
                    failure(it)?.errorCode?.rawValue
                }
            }
        }
        checks.check("no secret is no success", "responseInvalid") {
            inScene { failure(it, null)?.errorCode?.rawValue }
        }
    }

    private fun repetition() = inScene { scene ->
        scene.keycloak.answers[ENDPOINT] = { throw TransportException.Failed("lost") }
        checks.check("a lost answer", "connectionFailed") { failure(scene)?.errorCode?.rawValue }
        scene.keycloak.answers.clear()
        scene.keycloak.requests.clear()
        checks.check("the next call gets the code", "the-code") { scene.code() }
        val requested = scene.keycloak.requests.map { it.url.substringBefore('?') }
        checks.check("and repeats that request alone", listOf("$REALM$ENDPOINT")) { requested }
        checks.check("the code is returned again", "the-code") { scene.code() }
        checks.check("without a request", 1) { scene.keycloak.requests.size }
    }

    private fun cookies() {
        val now = Instant.ofEpochSecond(1_800_000_000)
        val here = WebAddress.read("https://sso.example.org/realms/demo/x")
        fun sent(cookie: String, to: String): String? = CookieJar().run {
            store(cookie, here, now)
            field(WebAddress.read(to))
        }
        val paths = listOf(
            Triple("a=b; Path=/realms/demo/", "/realms/demo/x", true),
            Triple("a=b; Path=/realms/demo", "/realms/demo", true),
            Triple("a=b; Path=/realms/demo", "/realms/demo2", false),
            Triple("a=b; Path=/realms/demo/", "/realms/demo", false),
            Triple("a=b", "/realms/demo/y", true),
            Triple("a=b", "/realms/other", false),
        )
        for ((cookie, path, isSent) in paths) {
            checks.check("the path of $cookie to $path", isSent) {
                sent(cookie, "https://sso.example.org$path") != null
            }
        }
        for (other in listOf("https://login.example.org/", "https://example.org/", "https://sso.example.org:8443/")) {
            checks.check("no cookie to $other", null) { sent("a=b; Domain=example.org; Path=/", other) }
        }
        val jar = CookieJar()
        val deep = WebAddress.read("https://sso.example.org/a/b/c")
        jar.store("x=\"1\"; Path=/, y=2; Path=/a/b, z=3; Path=/", deep, now)
        checks.check("longer paths come first", "y=2; x=\"1\"; z=3") { jar.field(deep) }
    }
}
