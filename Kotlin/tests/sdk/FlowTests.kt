package org.xign.sdk

import kotlin.concurrent.thread
import org.xign.protocol.Checks
import org.xign.protocol.ConsentStatement
import org.xign.protocol.Octets
import org.xign.protocol.Party
import org.xign.protocol.SessionId
import org.xign.protocol.asList
import org.xign.protocol.asText
import org.xign.protocol.crypto.Ed25519PrivateKey
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestPhone

/** A phone at a manager in memory, whose clock and network a test controls. */
internal class TestDevice(private val phone: TestPhone) {
    val manager = TestManager()

    var sdk = newSdk()

    val idm: String get() = manager.idmIdentifier

    private fun newSdk() = XignSdk(phone.configuration(manager).build())

    /** Starts the app again. */
    fun restart() {
        sdk = newSdk()
    }

    /** Starts the app again, with another transport and a log of warnings. */
    fun restart(transport: Transport, log: MutableList<String>) {
        val builder = phone.configuration(manager).setTransport(transport).setLogLevel(XignLog.Level.WARNING)
        sdk = XignSdk(builder.setLogHandler { _, message -> log += message }.build())
    }

    fun open(): PersonalizationRequest {
        val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(manager.invitation())
        val data = (parsed as ProcessInitializationData.Personalization).data
        val response = sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(data, "482915")
        return (response as PersonalizationResponse.Personalize).request
    }

    fun activate(): PersonalizationResult = sdk.personalizer.finishPersonalizationSynchronous(open())

    fun start(
        code: String = manager.loginLink(),
        source: ProcessInitializationData.Source = ProcessInitializationData.Source.OPENED,
    ): AuthenticateRequest {
        val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(code, source)
        val data = (parsed as ProcessInitializationData.Authentication).data
        return sdk.authenticator.startAuthenticationSynchronous(data)
    }

    fun prepare(request: AuthenticateRequest = start()): AuthenticationUserInformation {
        val prepared = sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request)
        return (prepared as PrepareAuthenticationUserInformationResult.Success).userInformation
    }

    fun finish(information: AuthenticationUserInformation, pin: String): AuthenticationResult {
        information.sign(DeviceFactor())
        information.sign(PinFactor(pin))
        return sdk.authenticator.finishAuthenticationSynchronous(information)
    }
}

/** The flows of the SDK at a manager whose answers are lost, late or wrong. */
internal class FlowTests(private val checks: Checks) {
    fun run() {
        checks.begin("sdk flows")
        story(::login)
        story(::requestIds)
        story(::lostAnswers)
        story(::repetition)
        story(::lockout)
        story(::forgedStatements)
        story(::digits)
        story(::keyMaterial)
        story(::foreignAnswers)
        story(::noAnswers)
        story(::interruption)
    }

    private fun story(body: (TestDevice) -> Unit) {
        TestPhone().use { body(TestDevice(it)) }
    }

    private fun code(body: () -> Unit): String? = try {
        body()
        null
    } catch (error: XignSdkException) {
        error.errorCode.rawValue
    }

    private fun loses(answer: () -> TransportResponse): TransportResponse {
        answer()
        throw TransportException.Failed("lost")
    }

    private fun login(device: TestDevice) {
        checks.check("activates", "kay") { device.activate().userName }
        val request = device.start()
        checks.check("shows the service", "Shop") { request.serviceInformation.name }
        val result = device.finish(device.prepare(request), "482915") as AuthenticationResult.UserLoginResult
        checks.check("returns below the manager", true) {
            "${result.returnURL}".startsWith("http://localhost:8080/return#") && "return#" !in "$result"
        }
        checks.check("tells of no failures", 0L) { result.failedAttemptsSinceLastSuccess }
    }

    private fun requestIds(device: TestDevice) {
        device.activate()
        val ids = device.manager.requestIds
        checks.check("each operation has an id", true) { ids.all { it?.matches(Regex("[0-9a-f]{32}")) ?: false } }
        checks.check("of its own", ids.size) { ids.toSet().size }
        device.manager.script["start"] = { device.manager.error("lockedOut") }
        val error = runCatching { device.start() }.exceptionOrNull() as? XignSdkException
        checks.check("an exception has the last one", ids.last()) { error?.requestId }
        checks.check("and tells it", true) { "$error".endsWith(", request ${ids.last()}") }
        repeat(2) { device.manager.failures.add(::loses) }
        checks.check("a lost answer", "connectionFailed") { code { device.start() } }
        checks.check("is asked for by the same id", 1) { ids.takeLast(2).toSet().size }
        checks.check("outside of a flow there is none", null) { RequestTrail.last }
    }

    private fun lostAnswers(device: TestDevice) {
        val request = device.open()
        repeat(2) { device.manager.failures.add(::loses) }
        val finish = { device.sdk.personalizer.finishPersonalizationSynchronous(request) }
        val before = device.manager.bodies.size
        checks.check("a lost answer", "connectionFailed") { code { finish() } }
        val sent = device.manager.bodies.drop(before)
        checks.check("the same bytes were sent again", sent.size == 2 && sent[0] == sent[1])
        checks.check("the activation is pending", 1) { device.sdk.personalizer.pendingPersonalizations.size }
        checks.check("and not active", 0) { device.sdk.personalizer.personalizations.size }
        device.restart()
        checks.check("the next flow asks", listOf<Long>()) {
            device.sdk.personalizer.fetchNoticesSynchronous(device.idm).map { it.number }
        }
        checks.check("the activation is active", "kay") { device.sdk.personalizer.personalizations.single().userName }
        checks.check("a second activation", "alreadyPersonalized") { code { device.open() } }
    }

    private fun repetition(device: TestDevice) {
        device.activate()
        val timeouts = ArrayList<Long>()
        val log = ArrayList<String>()
        device.restart(
            object : Transport {
                override fun send(request: TransportRequest): TransportResponse {
                    timeouts += request.timeoutMilliseconds
                    return device.manager.send(request)
                }
            },
            log,
        )
        fun answersIn(seconds: Long) = device.manager.failures.add {
            device.manager.pass(seconds)
            throw TransportException.TimedOut()
        }
        answersIn(seconds = 10)
        checks.check("a request without an answer is repeated", null) { code { device.start() } }
        checks.check("in what is left of its time", listOf(10_000L, 5_000L)) { timeouts }
        val note = "start: sent once more, since no answer came (timedOut), request ${device.manager.requestIds.last()}"
        checks.check("as the log says", true) { log.any { it.endsWith(note) } }
        timeouts.clear()
        answersIn(seconds = 15)
        checks.check("and not after its time", "timedOut") { code { device.start() } }
        checks.check("not even once", 1) { timeouts.size }
    }

    private fun lockout(device: TestDevice) {
        device.activate()
        val first = device.finish(device.prepare(), "482916") as AuthenticationResult.Lockout
        checks.check("can go on", true) { first.lockoutInformation.canResume }
        val end = first.lockoutInformation.lockedUntil.epochSecond
        checks.check("ends by the device's clock", end == device.manager.seconds + 30)
        val count = device.manager.requests.size
        val again = device.finish(first.authenticationUserInformation, "482915")
        val isSilent = device.manager.requests.size == count
        checks.check("nothing is sent before", again is AuthenticationResult.Lockout && isSilent)
        device.manager.pass(31)
        val result = device.finish(first.authenticationUserInformation, "482915")
        checks.check("the next statement logs in", true) { result is AuthenticationResult.UserLoginResult }
        val ended = device.sdk.authenticator.finishAuthenticationSynchronous(first.authenticationUserInformation)
        checks.check("the result stays", true) { ended === result }
    }

    private fun forgedStatements(device: TestDevice) {
        device.activate()
        val forgeries = listOf<(ConsentStatement) -> ConsentStatement>(
            { it.copy(role = Party("admin", "Customer")) }, { it.copy(organization = Party("shop-ltd", "Shop Inc.")) },
            { it.copy(service = it.service.copy(origin = "https://shop.example.com")) }, { it.copy(idm = "localhost") },
            { it.copy(session = SessionId(Octets(ByteArray(16)))) },
        )
        for ((index, forgery) in forgeries.withIndex()) {
            device.manager.forge = forgery
            checks.check("forgery $index is not signed", "consentMismatch") { code { device.prepare() } }
        }
        device.manager.forge = { it }
        val information = device.prepare()
        device.manager.forge = { it.copy(policyVersion = 9) }
        checks.check("another next statement", "consentMismatch") { code { device.finish(information, "482916") } }
    }

    private fun digits(device: TestDevice) {
        device.activate()
        device.manager.asksForDigits = true
        checks.check("a link shows no digits", "clientTooOld") { code { device.start() } }
        val request = device.start(device.manager.login())
        checks.check("an opened code needs them", true) { request.isPairingRequired }
        checks.check("without digits", "pairingMissing") { code { device.prepare(request) } }
        checks.check("one digit", false) { request.setPairingDigits("4") }
        checks.check("two digits", true) { request.setPairingDigits("4 2") }
        checks.check("are sent", null) { code { device.prepare(request) } }
    }

    private fun keyMaterial(device: TestDevice) {
        device.activate()
        device.manager.publish()
        checks.check("a new key is fetched", null) { code { device.start() } }
        device.restart()
        val count = device.manager.requests.size
        checks.check("and kept", null) { code { device.start() } }
        checks.check("without asking again", "key-material" !in device.manager.requests.drop(count))
        device.manager.publish(Ed25519PrivateKey(randomBytes(32)))
        checks.check("another's key is refused", "keyMaterialInvalid") { code { device.start() } }
        device.manager.pass(60 * 86_400)
        checks.check("old keys seal nothing", "keyMaterialInvalid") { code { device.start() } }
    }

    private fun foreignAnswers(device: TestDevice) {
        device.activate()
        fun answers(response: TransportResponse) = device.manager.failures.add { response }
        answers(TransportResponse(200, body = ByteArray(2000)))
        checks.check("an altered answer", "responseInvalid") { code { device.start() } }
        answers(TransportResponse(502, mapOf("content-type" to "text/html"), "<html>".toByteArray()))
        val error = runCatching { device.start() }.exceptionOrNull()
        checks.check("a gateway", true) { (error?.cause as? ForeignAnswer)?.kind == ForeignAnswer.Kind.GATEWAY }
        checks.check("its status", 502) { (error as? XignSdkHttpException)?.httpStatus }
        for (headers in listOf(mapOf("content-type" to "text/html"), mapOf())) {
            answers(TransportResponse(200, headers, "\n<html>Log in</html>".toByteArray()))
            val page = runCatching { device.start() }.exceptionOrNull() as? XignSdkException
            checks.check("a page of status 200", "responseInvalid") { page?.errorCode?.rawValue }
            checks.check("is named", true) { (page?.cause as? ForeignAnswer)?.kind == ForeignAnswer.Kind.PAGE }
        }
        for (status in listOf(400, 404, 429, 500, 503)) {
            answers(TransportResponse(status))
            val own = runCatching { device.start() }.exceptionOrNull()
            checks.check("$status of a manager", own?.cause == null && "The manager answered" in "${own?.message}")
        }
        device.manager.script["start"] = { device.manager.error("lockedOut") }
        checks.check("a refusal", true) { runCatching { device.start() }.exceptionOrNull() is XignSdkLockoutException }
        device.manager.script["startUtility"] = {
            json("sessionId" to json(Octets(randomBytes(16))), "sessionToken" to json(Octets(randomBytes(32))))
        }
        checks.check("no rules for the new PIN", "responseInvalid") {
            code { device.sdk.personalizer.startChangePinSynchronous(device.idm) }
        }
        device.manager.script["start"] = { request ->
            val told = request.members("client").getValue("supports").asList("supports").map { it.asText("supports") }
            checks.check("tells what it shows", listOf("merge", "offline", "pairing", "transaction")) { told }
            device.manager.error("lockedOut")
        }
        runCatching { device.start() }
        device.manager.script["start"] = { device.manager.error("unheardOf") }
        checks.check("an unknown refusal", "responseInvalid") { code { device.start() } }
    }

    private fun noAnswers(device: TestDevice) {
        device.activate()
        val causes = listOf(
            TransportException.HostNotFound() to "DNS", TransportException.NotConnected() to "network",
            TransportException.NotSecured() to "browser", TransportException.NotHttp() to "browser",
            TransportException.Proxy("refused") to "proxy",
        )
        for ((cause, advice) in causes) {
            repeat(2) { device.manager.failures.add { throw cause } }
            val error = runCatching { device.start() }.exceptionOrNull() as? XignSdkException
            val words = "${cause.message}"
            checks.check("no answer: $words", "connectionFailed") { error?.errorCode?.rawValue }
            checks.check("$words: its cause and advice", true) {
                error?.cause === cause && words in error.message && advice in error.message.substringAfter(words)
            }
        }
    }

    private fun interruption(device: TestDevice) {
        device.activate()
        device.manager.failures.add { throw InterruptedException() }
        var isInterrupted = false
        var found: String? = null
        thread {
            found = code { device.start() }
            isInterrupted = Thread.interrupted()
        }.join()
        checks.check("an interrupted call", "cancelled") { found }
        checks.check("tells its thread", true) { isInterrupted }
    }
}
