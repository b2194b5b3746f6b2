package org.xign.sdk

import org.xign.protocol.Checks
import org.xign.sdk.testing.TestGate
import org.xign.sdk.testing.TestLockout
import org.xign.sdk.testing.TestLogin
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestNetwork
import org.xign.sdk.testing.TestPhone

/** The manager and the phone that apps test with, by what is public alone. */
internal class TestingTests(private val checks: Checks) {
    private class Scene(phone: TestPhone) {
        val manager = TestManager()
        var sdk: XignSdk

        init {
            phone.activate(manager)
            sdk = XignSdk(phone.configuration(manager).build())
        }

        fun start(code: String, source: ProcessInitializationData.Source = ProcessInitializationData.Source.SCANNED) =
            sdk.authenticator.startAuthenticationSynchronous(
                (sdk.xignCommon.parseProcessInitializationDataSynchronous(code, source)
                    as ProcessInitializationData.Authentication).data,
            )

        fun prepare(request: AuthenticateRequest): PrepareAuthenticationUserInformationResult =
            sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request)

        fun finish(request: AuthenticateRequest, vararg factors: AuthenticationFactor): AuthenticationResult {
            val prepared = prepare(request) as PrepareAuthenticationUserInformationResult.Success
            factors.forEach(prepared.userInformation::sign)
            return sdk.authenticator.finishAuthenticationSynchronous(prepared.userInformation)
        }
    }

    fun run() {
        checks.begin("sdk testing")
        story(::logins)
        story(::attributes)
        story(::additions)
        story(::lockouts)
        story(::networks)
        story(::refusals)
        invitations()
    }

    private fun story(body: (Scene, TestPhone) -> Unit) = TestPhone().use { body(Scene(it), it) }

    private fun code(body: () -> Unit): String? = try {
        body()
        null
    } catch (error: XignSdkException) {
        error.errorCode.rawValue
    }

    private fun logins(scene: Scene, phone: TestPhone) {
        val login = TestLogin().apply {
            service = "Library"
            roles = listOf("Reader", "Librarian")
            digits = "17"
        }
        val request = scene.start(scene.manager.login(login))
        checks.check("the service", "Library") { request.serviceInformation.name }
        checks.check("the roles", listOf("Reader", "Librarian")) { request.roles.map { it.name } }
        request.setSelection(request.roles[1])
        val result = scene.finish(request, DeviceFactor(), PinFactor("482915"))
        checks.check("the role", "Librarian") { (result as AuthenticationResult.UserLoginResult).roleName }
        val opened = scene.start(scene.manager.login(login), ProcessInitializationData.Source.OPENED)
        checks.check("an opened code asks for digits", true) { opened.isPairingRequired }
        opened.setSelection(opened.roles[0])
        opened.setPairingDigits("18")
        checks.check("other digits", "pairingFailed") { code { scene.prepare(opened) } }
        phone.biometrics.answer = TestGate.Answer.NO
        checks.check("another finger", "userNotRecognized") {
            code { scene.sdk.xignCommon.createBiometricFactorSynchronous(scene.manager.idmIdentifier, "Sign in") }
        }
        phone.biometrics.asksWhenSigning = true
        checks.check("a gate that asks when it signs", null) {
            code { scene.sdk.xignCommon.createBiometricFactorSynchronous(scene.manager.idmIdentifier, "Sign in") }
        }
        checks.check("recognizes nobody then", true) {
            val label = KeyStoreLabel(scene.manager.idmIdentifier, ByteArray(16))
            phone.biometrics.createKey(label)
            runCatching { phone.biometrics.signature(label, ByteArray(1)) }.isFailure
        }
    }

    private fun attributes(scene: Scene, phone: TestPhone) {
        val login = TestLogin().apply {
            attributes = mapOf(
                "email" to TestLogin.Attribute.stored(isRequired = true),
                "givenName" to TestLogin.Attribute.missing(isRequired = true),
                "address" to TestLogin.Attribute.aliases(listOf("home", "work"), isRequired = false),
            )
            refused = setOf("givenName")
        }
        val request = scene.start(scene.manager.login(login))
        val (name, address) = Pair(checkNotNull(request.info.givenName), checkNotNull(request.info.address))
        name.setValue("Kay")
        address.setSelection(address.aliases.first { it.alias == "work" })
        checks.check("a refused value", true) {
            scene.prepare(request) is PrepareAuthenticationUserInformationResult.Failure
        }
        checks.check("its error", AuthenticationInformation.ErrorCode.INVALID) { name.error }
        val result = scene.finish(request, DeviceFactor(), PinFactor("482915"))
        checks.check("logs in then", true) { result is AuthenticationResult.UserLoginResult }
        checks.check("on one phone", 1) { XignSdk(phone.configuration(scene.manager).build()).managers.size }
    }

    private fun additions(scene: Scene, phone: TestPhone) {
        val login = TestLogin().apply {
            additions = mapOf(
                "Groups" to TestLogin.Addition.value(listOf("staff, ops"), isRequired = false),
                "Cost centre" to TestLogin.Addition.value(listOf("4711", "4712"), isRequired = true),
                "Stay logged in" to TestLogin.Addition.permission("for 10 hours"),
            )
        }
        checks.check("an app for the twelve is too old where a value is required", "clientTooOld") {
            code { scene.start(scene.manager.login(login)) }
        }
        login.additions = login.additions - "Cost centre"
        val old = scene.start(scene.manager.login(login))
        checks.check("is shown no optional one", listOf<String>()) { old.info.additional.map { it.name } }
        checks.check("logs in without it", true) {
            scene.finish(old, DeviceFactor(), PinFactor("482915")) is AuthenticationResult.UserLoginResult
        }
        login.additions += "Cost centre" to TestLogin.Addition.value(listOf("4711", "4712"), isRequired = true)
        login.refused = setOf("Cost centre")
        scene.sdk = XignSdk(phone.configuration(scene.manager).showsAdditionalInformation().build())
        val request = scene.start(scene.manager.login(login))
        val (costCentre, groups, permission) = request.info.additional
        checks.check("values come before permissions", listOf("Cost centre", "Groups", "Stay logged in")) {
            request.info.additional.map { it.name }
        }
        checks.check("what is required is included", listOf(true, false, false)) {
            request.info.additional.map { it.isIncluded }
        }
        permission.setSelection(permission.aliases.single())
        checks.check("a chosen alias includes no permission", false) { permission.isIncluded }
        costCentre.setSelection(costCentre.aliases.first { it.alias == "4712" })
        groups.isIncluded = true
        checks.check("a refused addition", true) {
            scene.prepare(request) is PrepareAuthenticationUserInformationResult.Failure
        }
        checks.check("has its error", AuthenticationInformation.ErrorCode.INVALID) { costCentre.error }
        permission.isIncluded = true
        scene.prepare(request)
        checks.check("is corrected", AuthenticationInformation.ErrorCode.NONE) { costCentre.error }
        groups.isIncluded = false
        checks.check("one that was sent and is then left out ends no login", true) {
            scene.finish(request, DeviceFactor(), PinFactor("482915")) is AuthenticationResult.UserLoginResult
        }
        login.refused = setOf()
        login.additions = mapOf("Account name" to TestLogin.Addition.value(listOf(), isRequired = true))
        val missing = scene.start(scene.manager.login(login))
        checks.check("a value that is missing", true) { missing.info.additional.single().isDataMissing }
        checks.check("cannot be signed", "consentMismatch") { code { scene.prepare(missing) } }
    }

    private fun lockouts(scene: Scene, phone: TestPhone) {
        val result = scene.finish(scene.start(scene.manager.login()), DeviceFactor(), PinFactor("111222"))
        val lockout = (result as AuthenticationResult.Lockout).lockoutInformation
        checks.check("a lockout", scene.manager.date.plusSeconds(30)) { lockout.lockedUntil }
        checks.check("no other login", "lockout") { code { scene.start(scene.manager.login()) } }
        scene.manager.pass(30)
        scene.manager.lockout = TestLockout.PERMANENT
        val last = scene.finish(scene.start(scene.manager.login()), DeviceFactor(), PinFactor("111222"))
        checks.check("for ever", true) { (last as AuthenticationResult.Lockout).lockoutInformation.isPermanent }
        checks.check("on all its apps", 1) {
            XignSdk(phone.configuration(scene.manager).build()).personalizer.personalizations.size
        }
    }

    private fun networks(scene: Scene, phone: TestPhone) {
        val networks = mapOf(
            TestNetwork.Offline to "connectionFailed", TestNetwork.Slow to "timedOut",
            TestNetwork.WrongCertificate to "certificateUntrusted", TestNetwork.OtherManager to "keyMaterialInvalid",
            TestNetwork.LosesAnswers() to "connectionFailed",
        )
        for ((network, expected) in networks) {
            scene.manager.network = network
            checks.check(network.javaClass.simpleName, expected) { code { scene.start(scene.manager.login()) } }
        }
        scene.manager.network = TestNetwork.Up
        checks.check("up again", null) { code { scene.start(scene.manager.login()) } }
        phone.close()
    }

    private fun refusals(scene: Scene, phone: TestPhone) {
        val earlier = scene.start(scene.manager.login())
        val prepared = scene.prepare(earlier) as PrepareAuthenticationUserInformationResult.Success
        scene.prepare(scene.start(scene.manager.login()))
        prepared.userInformation.sign(DeviceFactor())
        prepared.userInformation.sign(PinFactor("482915"))
        checks.check("the statement of another login", "consentMismatch") {
            code { scene.sdk.authenticator.finishAuthenticationSynchronous(prepared.userInformation) }
        }
        val request = scene.start(scene.manager.login())
        scene.manager.failures.add { it() }
        scene.manager.failures.add { answer ->
            answer()
            throw TransportException.Failed("lost")
        }
        val lockout = scene.finish(request, DeviceFactor(), PinFactor("111222")) as AuthenticationResult.Lockout
        scene.manager.pass(30)
        val next = lockout.authenticationUserInformation
        next.sign(DeviceFactor())
        next.sign(PinFactor("482915"))
        val result = scene.sdk.authenticator.finishAuthenticationSynchronous(next)
        checks.check("an attempt that is sent again counts once", 1L) {
            (result as AuthenticationResult.UserLoginResult).failedAttemptsSinceLastSuccess
        }
        val idm = scene.manager.idmIdentifier
        checks.check("what this manager does not offer", "notSupported") {
            code { scene.sdk.personalizer.startDeletionSynchronous(idm) }
        }
        TestPhone().use { it.activate(scene.manager) }
        checks.check("a phone whose keys were replaced", "activationUnknown") {
            code { scene.start(scene.manager.login()) }
        }
        phone.close()
    }

    private fun invitations() = TestPhone().use { phone ->
        val manager = TestManager()
        // The answer to the PIN arrives, and that to the keys is lost, also when it is asked for again.
        manager.network = TestNetwork.LosesAnswers(after = 1)
        checks.check("a lost answer", "connectionFailed") { code { phone.activate(manager) } }
        manager.network = TestNetwork.Up
        val sdk = XignSdk(phone.configuration(manager).build())
        checks.check("is pending", 1) { sdk.personalizer.pendingPersonalizations.size }
        sdk.personalizer.fetchNoticesSynchronous(manager.idmIdentifier)
        checks.check("and found", 1) { sdk.personalizer.personalizations.size }
        checks.check("a PIN has digits", true) {
            runCatching { manager.invitation("12") }.exceptionOrNull() is IllegalArgumentException
        }
    }
}
