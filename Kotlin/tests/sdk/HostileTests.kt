package org.xign.sdk

import java.io.File
import org.xign.protocol.Checks
import org.xign.protocol.InitializationData
import org.xign.protocol.JsonValue
import org.xign.protocol.ManagerOrigin
import org.xign.protocol.Octets
import org.xign.protocol.ProcessKind
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.json
import org.xign.sdk.testing.TestLogin
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestNetwork
import org.xign.sdk.testing.TestPhone

/** Managers, links and files that are not what they should be: nothing is signed, and each has its code. */
internal class HostileTests(private val checks: Checks) {
    private class Scene(val phone: TestPhone) {
        val manager = TestManager()
        var sdk = XignSdk(phone.configuration(manager).build())

        fun activate() {
            phone.activate(manager)
            sdk = XignSdk(phone.configuration(manager).build())
        }

        fun parse(text: String): ProcessInitializationData =
            sdk.xignCommon.parseProcessInitializationDataSynchronous(text, ProcessInitializationData.Source.SCANNED)

        fun start(code: String = manager.login()): AuthenticateRequest = sdk.authenticator
            .startAuthenticationSynchronous((parse(code) as ProcessInitializationData.Authentication).data)

        fun finish(code: String): AuthenticationResult {
            val request = start(code)
            val prepared = sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request)
            val information = (prepared as PrepareAuthenticationUserInformationResult.Success).userInformation
            information.sign(DeviceFactor())
            information.sign(PinFactor("482915"))
            return sdk.authenticator.finishAuthenticationSynchronous(information)
        }
    }

    private fun code(body: () -> Unit): String? = try {
        body()
        null
    } catch (error: XignSdkException) {
        error.errorCode.rawValue
    }

    private fun initializationCode(body: () -> Unit): XignSdkInitializationErrorCodes? = try {
        body()
        null
    } catch (error: XignSdkInitializationException) {
        error.errorCode
    }

    fun run() {
        checks.begin("sdk hostile")
        for (story in listOf(::keys, ::storedUpdates, ::trust, ::links, ::answers)) {
            TestPhone().use { story(Scene(it)) }
        }
    }

    private fun keys(scene: Scene) {
        scene.activate()
        scene.manager.forgetKeys()
        checks.check("a manager that forgot its newest key", "encryptionKeyUnknown") { code { scene.start() } }
        scene.manager.publish()
        checks.check("is believed with its next one", null) { code { scene.start() } }
        scene.manager.failures.add { TransportResponse(409) }
        scene.manager.failures.add { TransportResponse(404) }
        val error = runCatching { scene.start() }.exceptionOrNull() as? XignSdkHttpException
        checks.check("without key material its first status counts", 409) { error?.httpStatus }
        val count = scene.manager.requests.size
        scene.manager.network = TestNetwork.WrongCertificate
        checks.check("an untrusted certificate", "certificateUntrusted") { code { scene.start() } }
        checks.check("is met once", count + 1) { scene.manager.requests.size }
        scene.manager.network = TestNetwork.Up
        scene.manager.pass(60 * 86_400)
        val sent = scene.manager.requests.size
        checks.check("expired keys without newer ones", "keyMaterialExpired") { code { scene.start() } }
        checks.check("seal nothing", listOf("key-material")) { scene.manager.requests.drop(sent) }
    }

    private fun storedUpdates(scene: Scene) {
        scene.activate()
        scene.manager.publish()
        scene.start()
        val file = File(scene.phone.folder, "home/key-material").listFiles().orEmpty().single()
        val kept = file.readText()
        fun restart() = XignSdk(scene.phone.configuration(scene.manager).build())
        val last = kept.lastIndexOf("\"]")
        val changed = kept.replaceRange(last - 2, last - 1, "~")
        for ((what, content) in listOf("damaged" to "{}", "cut" to kept.dropLast(1), "changed" to changed)) {
            file.writeText(content)
            checks.check("updates that are $what stop the app", XignSdkInitializationErrorCodes.STORAGE_UNUSABLE) {
                initializationCode { restart() }
            }
        }
        scene.manager.publish()
        checks.check("damaged updates of a running app", "storageFailed") { code { scene.start() } }
        checks.check("are not replaced", changed) { file.readText() }
        file.writeText(kept)
        checks.check("restored, they are taken", null) { code { scene.start() } }
        val other = TestManager()
        val fingerprint = KeyMaterialInformation.read(other.keyMaterial).fingerprint
        checks.check("other roots drop what was fetched", fingerprint) {
            XignSdk(scene.phone.configuration(other).build()).managers.single().fingerprint
        }
    }

    private fun trust(scene: Scene) {
        val builder = { scene.phone.configuration(scene.manager) }
        val invalid = XignSdkInitializationErrorCodes.KEY_MATERIAL_INVALID
        checks.check("two managers of one identifier", invalid) {
            initializationCode { builder().addKeyMaterial(TestManager().keyMaterial).build() }
        }
        checks.check("an older epoch than the app demands", invalid) {
            initializationCode { builder().addKeyMaterial(scene.manager.keyMaterial, minimumEpoch = 2).build() }
        }
        checks.check("the first epoch has no day", null) {
            KeyMaterialInformation.read(scene.manager.keyMaterial).epochBegan
        }
        val origin = checkNotNull(ManagerOrigin.read("https://other.example.org"))
        val secret = Octets(randomBytes(16))
        val foreign = InitializationData(ProcessKind.LOGIN_BY_QR_CODE, Octets(randomBytes(16)), secret, origin)
        checks.check("a manager that nobody trusts", "managerUnknown") { code { scene.parse(foreign.pid()) } }
        scene.activate()
        val before = scene.manager.requests.size
        checks.check("a service without a configuration", "serviceNotConfigured") {
            code {
                val trigger = InAppAuthenticationTrigger.Direct("app")
                scene.sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
            }
        }
        checks.check("is asked for nothing", before) { scene.manager.requests.size }
    }

    private fun links(scene: Scene) {
        val pid = scene.manager.login()
        val linked = scene.manager.loginLink().substringAfter('#')
        val invitation = scene.manager.invitation()
        checks.check("a link of another host", "initializationDataInvalid") {
            code { scene.parse("https://evil.example/a#$pid") }
        }
        checks.check("a scheme that is not configured", "initializationDataInvalid") {
            code { scene.parse("example://a#$linked") }
        }
        val builder = scene.phone.configuration(scene.manager).addDeepLinkScheme("example")
        scene.sdk = XignSdk(builder.build())
        checks.check("a scheme that is", null) { code { scene.parse("example://a#$linked") } }
        checks.check("a QR code's data by it", "initializationDataInvalid") {
            code { scene.parse("example://a#$pid") }
        }
        checks.check("an activation by it", "initializationDataInvalid") {
            code { scene.parse("example://a#$invitation") }
        }
        scene.sdk = XignSdk(builder.addDeepLinkScheme("example", acceptsPersonalization = true).build())
        checks.check("an activation by it, if the app wants that", null) {
            code { scene.parse("example://a#$invitation") }
        }
    }

    private fun answers(scene: Scene) {
        scene.activate()
        val unknown = TestLogin().apply { attributes = mapOf("shoeSize" to TestLogin.Attribute.stored(true)) }
        checks.check("a required attribute that nobody knows", "clientTooOld") {
            code { scene.start(scene.manager.login(unknown)) }
        }
        val optional = TestLogin().apply { attributes = mapOf("shoeSize" to TestLogin.Attribute.stored(false)) }
        checks.check("an optional one is left out", null) { code { scene.start(scene.manager.login(optional)) } }
        scene.manager.script["finish"] = { result("userLogin", null) }
        checks.check("a link without a way back", "responseInvalid") {
            code { scene.finish(scene.manager.loginLink()) }
        }
        scene.manager.script["finish"] = { result("userLogin", Octets(randomBytes(32))) }
        checks.check("a scanned code with one", null) {
            (scene.finish(scene.manager.login()) as AuthenticationResult.UserLoginResult).returnURL
        }
        scene.manager.script["finish"] = { result("userLogin", Octets(randomBytes(31))) }
        checks.check("a way back of another length", "responseInvalid") {
            code { scene.finish(scene.manager.loginLink()) }
        }
        for (length in listOf(31, 33)) {
            scene.manager.script["finish"] = { result("userLogin", null, Octets(randomBytes(length))) }
            checks.check("a grant of $length bytes", "responseInvalid") { code { scene.finish(scene.manager.login()) } }
        }
        for (outcome in listOf("serviceLogin", "apiAccessDelete", "apiAccessMergeComplete", "other")) {
            scene.manager.script["finish"] = { result(outcome, null) }
            checks.check("a login with the outcome $outcome", "responseInvalid") {
                code { scene.finish(scene.manager.login()) }
            }
        }
    }

    private fun result(outcome: String, returnSecret: Octets?, grant: Octets? = null): JsonValue = json(
        "result" to json(
            "outcome" to json(outcome),
            "service" to json(
                "id" to json("shop"), "name" to json("Shop"), "origin" to json("https://shop.example.org"),
            ),
            "organization" to json("id" to json("shop-ltd"), "name" to json("Shop Ltd.")),
            "roleName" to json("Customer"), "failedAttemptsSinceLastSuccess" to json(0),
            "returnSecret" to returnSecret?.let { json(it) }, "grant" to grant?.let { json(it) },
        ),
    )
}
