package org.xign.sdk

import org.xign.protocol.Checks
import org.xign.sdk.testing.TestLogin
import org.xign.sdk.testing.TestPhone

/** The digits of a page: who is asked for them, and what is sent. */
internal class PairingTests(private val checks: Checks) {
    fun run() {
        checks.begin("sdk pairing")
        for (story in listOf(::spaces, ::corrections, ::scanned, ::scannedAfterwards, ::allowed)) {
            TestPhone().use { phone ->
                val device = TestDevice(phone)
                device.activate()
                story(device)
            }
        }
    }

    private val scanned = ProcessInitializationData.Source.SCANNED

    private fun login(digits: String?) = TestLogin().apply { this.digits = digits }

    private fun spaces(device: TestDevice) {
        val request = device.start(device.manager.login(login("07")))
        checks.check("white space around and between digits of other scripts", true) {
            request.setPairingDigits(" \u0660 \uff17\n")
        }
        device.prepare(request)
        checks.check("is not sent, and a leading zero is", listOf<String?>("07")) { device.manager.typedDigits }
    }

    private fun corrections(device: TestDevice) {
        val login = login("42")
        login.attributes = mapOf("givenName" to TestLogin.Attribute.missing(isRequired = true))
        login.refused = setOf("givenName")
        val request = device.start(device.manager.login(login))
        request.setPairingDigits("42")
        request.info.givenName?.setValue("Zoe")
        checks.check("a refused value", true) {
            device.sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request) is
                PrepareAuthenticationUserInformationResult.Failure
        }
        device.prepare(request)
        checks.check("digits are sent again with it", listOf<String?>("42", "42")) { device.manager.typedDigits }
    }

    private fun scanned(device: TestDevice) {
        val request = device.start(device.manager.login(login("42")), scanned)
        checks.check("a scanned code needs no digits", false) { request.isPairingRequired }
        request.setPairingDigits("42")
        device.prepare(request)
        checks.check("and sends none", listOf<String?>(null)) { device.manager.typedDigits }
    }

    private fun scannedAfterwards(device: TestDevice) {
        device.manager.asksForDigits = true
        val request = device.start(device.manager.login(), scanned)
        checks.check("a scanned code needs them if the manager says so", true) { request.isPairingRequired }
    }

    private fun allowed(device: TestDevice) {
        val request = device.start(device.manager.login(login(null)))
        checks.check("a service that asks for no digits of an opened code", false) { request.isPairingRequired }
        device.prepare(request)
        checks.check("gets none", listOf<String?>(null)) { device.manager.typedDigits }
    }
}
