package org.xign.sdk

import java.io.File
import org.xign.protocol.Base64Url
import org.xign.protocol.Checks
import org.xign.protocol.Octets
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestNetwork
import org.xign.sdk.testing.TestPhone

/** Nothing stored on the device distinguishes a right PIN from a wrong one, so that a thief cannot test guesses. */
internal class PinSecrecyTests(private val checks: Checks) {
    private class Life(private val phone: TestPhone, val pin: String) {
        val manager = TestManager()
        private val moments = ArrayList<String>()

        /** The stored texts so far, one for each moment. */
        val texts = ArrayList<String>()

        /** The ends of the flows so far: the code of an exception, or the name of a result. */
        val ends = ArrayList<String>()

        /** The id of the activation, as it is stored. */
        var activationId = ""
            private set

        fun <T : Any> run(flow: () -> T) {
            ends += try {
                flow().javaClass.simpleName
            } catch (error: XignSdkException) {
                error.errorCode.rawValue
            }
        }

        /** Notes the files: their names and content, with a sign in place of each random value. */
        fun note(moment: String) {
            val home = File(phone.folder, "home")
            moments += moment + home.walk().filter { it.isFile && it.name != ".lock" }.sorted().joinToString("\n") {
                val content = it.readText()
                texts += content
                val shape = random.replace(content) { value -> "${value.value.length}" }
                "${it.parentFile.name}/${it.name.length} $shape"
            }
        }

        val shapes: List<String> get() = moments

        fun sdk() = XignSdk(phone.configuration(manager).build())

        fun activate(code: String): PersonalizationResult {
            val sdk = sdk()
            val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(code)
            val data = (parsed as ProcessInitializationData.Personalization).data
            activationId = Base64Url.encode(data.activationId.octets.bytes)
            val response = sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(data, pin)
            return sdk.personalizer.finishPersonalizationSynchronous(
                (response as PersonalizationResponse.Personalize).request,
            )
        }

        fun login(code: String, pin: String): AuthenticationResult {
            val sdk = sdk()
            val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(code)
            val data = (parsed as ProcessInitializationData.Authentication).data
            val prepared = sdk.authenticator.prepareAuthenticationUserInformationSynchronous(
                sdk.authenticator.startAuthenticationSynchronous(data),
            )
            val information = (prepared as PrepareAuthenticationUserInformationResult.Success).userInformation
            information.sign(DeviceFactor())
            information.sign(PinFactor(pin))
            return sdk.authenticator.finishAuthenticationSynchronous(information)
        }

        private companion object {
            /** Base64url of 16 bytes and more. */
            val random = Regex("[A-Za-z0-9_-]{22,}")
        }
    }

    fun run() {
        checks.begin("sdk PIN secrecy")
        val lives = listOf("482915", "730164").map { pin -> TestPhone().use { live(Life(it, pin)) } }
        val lost = "connectionFailed"
        val logins = listOf("UserLoginResult", "Lockout").flatMap { listOf(lost, lost, lost, it) }
        checks.check("each answer is lost once", listOf(lost, lost, "alreadyPersonalized") + logins) { lives[0].ends }
        checks.check("the stored files change in between", true) { lives[0].shapes.distinct().size >= 3 }
        checks.check("two PINs leave the same files at each point", lives[0].shapes) { lives[1].shapes }
        val shapes = lives[0].shapes.dropWhile { !it.startsWith("activated") }.map { it.substringAfter(':') }
        checks.check("nothing that happens in a login is stored", 1) { shapes.distinct().size }
        for (life in lives) {
            val key = checkNotNull(life.manager.publicKey("pin"))
            val stored = life.texts.joinToString()
            checks.check("neither a PIN", life.pin !in stored && Base64Url.encode(life.pin.toByteArray()) !in stored)
            checks.check("nor its public key, by which guesses could be tested", key.text !in stored)
            checks.check("but the activation's id", life.activationId in stored)
        }
    }

    /** An activation, and logins with a right and a wrong PIN. Each answer is lost once. */
    private fun live(life: Life): Life {
        val invitation = life.manager.invitation(life.pin)
        for (answers in 0..1) {
            life.manager.network = TestNetwork.LosesAnswers(after = answers)
            life.run { life.activate(invitation) }
            life.note("activation without answer $answers:")
        }
        life.manager.network = TestNetwork.Up
        life.run { life.activate(invitation) }
        life.sdk().personalizer.fetchNoticesSynchronous(life.manager.idmIdentifier)
        life.note("activated:")
        for (pin in listOf(life.pin, "111222")) {
            for (answers in 0..2) {
                val code = life.manager.login()
                life.manager.network = TestNetwork.LosesAnswers(after = answers)
                life.run { life.login(code, pin) }
                life.note("login without answer $answers:")
                life.manager.network = TestNetwork.Up
                life.manager.pass(60)
            }
            life.run { life.login(life.manager.login(), pin) }
            life.note("login:")
            life.manager.pass(60)
        }
        return life
    }

    private val Octets.text: String get() = Base64Url.encode(bytes)
}
