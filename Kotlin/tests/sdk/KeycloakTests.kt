package org.xign.sdk

import java.net.URL
import org.xign.protocol.Checks
import org.xign.protocol.InAppAnswer
import org.xign.protocol.Octets
import org.xign.protocol.StrictJson
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestPhone

private const val HOST = "https://sso.example.org"
private const val ISSUER = "$HOST/realms/demo"
private const val DISCOVERY = "/.well-known/openid-configuration"
private const val AUTHORIZATION = "/protocol/openid-connect/auth"
private const val BROKER = "/broker/xign/login"
private const val MANAGER = "/openid/authenticate"
private const val CALLBACK = "https://app.example.org/callback"

/** A Keycloak before a manager, up to the manager's answer for the app. A test replaces answers, by their path. */
private class TestKeycloak(private val manager: TestManager) : Transport {
    val requests = ArrayList<TransportRequest>()
    val answers = HashMap<String, (TransportRequest) -> TransportResponse>()

    override fun send(request: TransportRequest): TransportResponse {
        requests += request
        val path = request.url.substringBefore('?')
        val step = listOf(DISCOVERY, AUTHORIZATION, BROKER, MANAGER).firstOrNull { path.endsWith(it) }
        step?.let { answers[it] }?.let { return it(request) }
        return when (step) {
            DISCOVERY -> page(200, """{"issuer":"$ISSUER"}""", "application/json")
            AUTHORIZATION -> redirect("$ISSUER$BROKER")
            BROKER -> redirect("${manager.origin.text}$MANAGER?client_id=keycloak")
            MANAGER -> page(200, beginning(manager.idmIdentifier), InAppAnswer.MEDIA_TYPE)
            else -> TransportResponse(404)
        }
    }

    companion object {
        fun redirect(location: String, status: Int = 302) = TransportResponse(status, mapOf("location" to location))

        fun page(status: Int = 200, body: String = "<html>", type: String = "text/html; charset=utf-8") =
            TransportResponse(status, mapOf("content-type" to type), body.toByteArray())

        /** The manager's answer for an app. */
        fun beginning(idm: String): String = String(
            StrictJson.serialize(
                json(
                    "v" to json(1), "idm" to json(idm), "sessionId" to json(Octets(randomBytes(16))),
                    "inApp" to json(Octets(randomBytes(32))), "expiresInSeconds" to json(300),
                ),
            ),
        )
    }
}

/** Logins through a Keycloak that goes wrong, or that is configured wrongly: nothing is confirmed then. */
internal class KeycloakTests(private val checks: Checks) {
    private class Turn(val step: String, val answer: TransportResponse, val code: XignSdkErrorCode, val words: String)

    private fun configuration(
        url: String = HOST, path: String = "/realms/demo$AUTHORIZATION", redirectUrl: String = CALLBACK,
    ) = KeycloakServiceConfiguration(
        URL(url), URL(redirectUrl), path, "app", "demo", arrayOf("profile"), "xign",
        InAppAuthorization("the-nonce", "the-challenge"),
    )

    /** Begins a login. Returns the exception; null if it has begun. */
    private fun failure(
        configured: KeycloakServiceConfiguration = configuration(), prepare: TestKeycloak.() -> Unit = {},
    ): Pair<XignSdkException?, TestKeycloak> = TestPhone().use { phone ->
        val manager = TestManager()
        val keycloak = TestKeycloak(manager).apply(prepare)
        val sdk = XignSdk(phone.configuration(manager).setTransport(keycloak).build())
        val trigger = InAppAuthenticationTrigger.KeyCloak(configured)
        try {
            sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
            Pair(null, keycloak)
        } catch (error: XignSdkException) {
            Pair(error, keycloak)
        }
    }

    fun run() {
        checks.begin("sdk keycloak")
        beginning()
        for (turn in turns) {
            val (error) = failure { answers[turn.step] = { turn.answer } }
            val what = "${turn.step} ${turn.answer.status} ${turn.words}"
            val told = error?.message.orEmpty()
            checks.check("a wrong turn: $what", error?.errorCode == turn.code && turn.words in told)
        }
        data()
        redirects()
        configurations()
        cookies()
        lostAnswers()
    }

    private fun beginning() {
        val (error, keycloak) = failure()
        checks.check("an honest Keycloak", null) { error?.errorCode }
        val asked = keycloak.requests.first { it.url.substringBefore('?').endsWith(AUTHORIZATION) }
        val parameters = checkNotNull(FormParameters.read(asked.url.substringAfter('?')))
        val values = listOf("client_id", "redirect_uri", "scope", "nonce", "code_challenge", "kc_idp_hint")
        val expected = listOf("app", CALLBACK, "openid profile", "the-nonce", "the-challenge", "xign")
        checks.check("the request has the app's values", expected) { values.map(parameters::single) }
        checks.check("no id of a request", true) {
            keycloak.requests.none { request -> request.headers.any { it.first == RequestTrail.HEADER } }
        }
        val accepting = keycloak.requests.filter { ("Accept" to InAppAnswer.MEDIA_TYPE) in it.headers }
        checks.check("the manager alone is asked for data", true) {
            accepting.size == 1 && accepting.all { MANAGER in it.url }
        }
    }

    private val misconfigured = XignSdkErrorCode.KEYCLOAK_MISCONFIGURED
    private val refused = XignSdkErrorCode.KEYCLOAK_REFUSED

    private fun toElsewhere(location: String, words: String) =
        Turn(AUTHORIZATION, TestKeycloak.redirect(location), misconfigured, words)

    private val turns = listOf(
        Turn(DISCOVERY, TestKeycloak.page(404), misconfigured, "/auth/realms/"),
        Turn(DISCOVERY, TestKeycloak.redirect("https://evil.example/"), misconfigured, "HTTP status 302"),
        Turn(
            DISCOVERY, TestKeycloak.page(body = """{"issuer":"http://inside:8080/realms/demo"}"""), misconfigured,
            "calls itself http://inside:8080/realms/demo",
        ),
        Turn(AUTHORIZATION, TestKeycloak.page(), XignSdkErrorCode.KEYCLOAK_INTERACTION_REQUIRED, "identityProvider"),
        Turn(AUTHORIZATION, TestKeycloak.page(400), misconfigured, "redirect URIs"),
        Turn(AUTHORIZATION, TestKeycloak.page(503), refused, "HTTP status 503"),
        Turn(AUTHORIZATION, TransportResponse(204), misconfigured, "neither a redirect nor a page"),
        Turn(AUTHORIZATION, TransportResponse(302), misconfigured, "neither"),
        toElsewhere("$ISSUER$AUTHORIZATION?again=1", "a loop"),
        toElsewhere("https://evil.example/realms", "https://evil.example"),
        toElsewhere("http://sso.example.org/realms", "plain HTTP"),
        toElsewhere("//evil.example/", "https://evil.example"),
        toElsewhere("mailto:a@evil.example", "mailto:"),
        toElsewhere("https://sso.example.org@evil.example/", "evil.example"),
        toElsewhere("https://evil.example\\@sso.example.org/", "evil.example"),
        toElsewhere("https://sso.example.org:444/", ":444"),
        toElsewhere("$CALLBACK?code=c&state=s", "without asking the manager"),
        Turn(
            AUTHORIZATION, TestKeycloak.redirect("$CALLBACK?error=invalid_scope&error_description=a%0Ab&state=s"),
            refused, "invalid_scope (ab)",
        ),
        Turn(BROKER, TestKeycloak.page(502), refused, "HTTP status 502"),
        Turn(MANAGER, TestKeycloak.page(), misconfigured, "login page"),
        Turn(MANAGER, TestKeycloak.page(400), misconfigured, "client id and redirect URI"),
        Turn(
            MANAGER, TestKeycloak.redirect("$ISSUER/broker/xign/endpoint?error=unauthorized_client&state=b", 303),
            misconfigured, "inApp: true",
        ),
        Turn(
            MANAGER, TestKeycloak.redirect("$ISSUER/broker/xign/endpoint?error=invalid_request&state=b", 303), refused,
            "invalid_request",
        ),
    )

    private fun data() {
        fun code(step: String, answer: TransportResponse) =
            failure { answers[step] = { answer } }.first?.errorCode?.rawValue
        val other = TestKeycloak.beginning("login.example.com")
        checks.check("another manager's data", "responseInvalid") {
            code(MANAGER, TestKeycloak.page(body = other, type = InAppAnswer.MEDIA_TYPE))
        }
        checks.check("data of another media type", "keycloakMisconfigured") {
            code(MANAGER, TestKeycloak.page(body = TestKeycloak.beginning("localhost:8080"), type = "application/json"))
        }
        checks.check("data of the Keycloak", "keycloakMisconfigured") {
            val own = TestKeycloak.beginning("localhost:8080")
            code(AUTHORIZATION, TestKeycloak.page(body = own, type = InAppAnswer.MEDIA_TYPE))
        }
        checks.check("too many data", "responseInvalid") {
            code(MANAGER, TestKeycloak.page(body = " ".repeat(4097), type = InAppAnswer.MEDIA_TYPE))
        }
    }

    private fun inScene(body: (XignSdk, TestKeycloak) -> Unit) = TestPhone().use { phone ->
        val manager = TestManager()
        val keycloak = TestKeycloak(manager)
        body(XignSdk(phone.configuration(manager).setTransport(keycloak).build()), keycloak)
    }

    private fun begin(sdk: XignSdk): String? = try {
        val trigger = InAppAuthenticationTrigger.KeyCloak(configuration())
        sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
        null
    } catch (error: XignSdkException) {
        error.errorCode.rawValue
    }

    private fun cookies() = inScene { sdk, keycloak ->
        for (number in 1..2) {
            keycloak.requests.clear()
            keycloak.answers[AUTHORIZATION] = {
                val fields = mapOf("location" to "$ISSUER$BROKER", "set-cookie" to "AUTH_SESSION_ID=s$number; Path=/")
                TransportResponse(302, fields)
            }
            keycloak.answers[MANAGER] = {
                val fields = mapOf("content-type" to InAppAnswer.MEDIA_TYPE, "set-cookie" to "__Host-xign=m; Path=/")
                TransportResponse(200, fields, TestKeycloak.beginning("localhost:8080").toByteArray())
            }
            checks.check("login $number with cookies", null) { begin(sdk) }
            val sent = keycloak.requests.mapNotNull { request ->
                request.headers.find { it.first == "Cookie" }?.let { request.url.substringAfter(ISSUER) to it.second }
            }
            checks.check("has its own, at the Keycloak alone", listOf(BROKER to "AUTH_SESSION_ID=s$number")) { sent }
        }
    }

    private fun lostAnswers() = inScene { sdk, keycloak ->
        for (step in listOf(DISCOVERY, AUTHORIZATION, BROKER, MANAGER)) {
            keycloak.answers[step] = { throw TransportException.Failed("lost") }
            checks.check("a lost answer of $step", "connectionFailed") { begin(sdk) }
            keycloak.answers.clear()
            checks.check("$step leaves nothing behind", null) { begin(sdk) }
        }
    }

    /** From the authorization endpoint, the manager is two redirects away. */
    private fun redirects() {
        fun code(extra: Int): String? = failure {
            var count = 0
            answers[BROKER] = {
                count += 1
                if (count > extra) {
                    TestKeycloak.redirect("http://localhost:8080$MANAGER")
                } else {
                    TestKeycloak.redirect("/realms/demo$BROKER?n=$count", listOf(301, 302, 303, 307, 308)[count % 5])
                }
            }
        }.first?.errorCode?.rawValue
        checks.check("ten redirects", null) { code(8) }
        checks.check("eleven redirects", "keycloakMisconfigured") { code(9) }
    }

    private fun configurations() {
        val path = "/realms/demo$AUTHORIZATION"
        val unusable = listOf(
            configuration(url = "http://sso.example.org") to "plain HTTP",
            configuration(path = "/realms/other$AUTHORIZATION") to "another realm",
            configuration(path = "/realms/demo/protocol/openid-connect/token") to "another endpoint",
            configuration(path = "$path?a=b") to "a query",
            configuration(path = "@evil.example$path") to "another host",
            configuration(path = ".evil.example$path") to "a longer host",
            configuration(url = "https://u:p@sso.example.org") to "a user",
            configuration(redirectUrl = "$CALLBACK#a") to "a fragment",
        )
        for ((configured, what) in unusable) {
            val (error, keycloak) = failure(configured)
            checks.check("a configuration: $what", error?.errorCode == misconfigured && keycloak.requests.isEmpty())
        }
    }
}
