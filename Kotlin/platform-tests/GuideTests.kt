package org.xign.sdk

import guides.Decision
import guides.GuideApp
import guides.GuideScreen
import guides.activationsAfterKill
import guides.begin
import guides.lockedOutAndBack
import guides.removeThisDevice
import guides.withActivatedPhone
import java.net.URL
import java.time.Duration
import java.time.Instant
import org.xign.protocol.Checks
import org.xign.sdk.testing.TestLogin
import org.xign.sdk.testing.TestManager
import org.xign.sdk.testing.TestNetwork

/** The listings of the guides, run at a manager in memory. */
internal class GuideTests(private val checks: Checks) {
    /** A person who confirms everything, and whose PINs are written down. */
    private class Person(private vararg val pins: String) : GuideScreen {
        val shown = ArrayList<String>()
        val opened = ArrayList<URL>()
        var manager: TestManager? = null
        var decision = Decision.CONFIRM
        private var typed = 0

        override fun show(text: String) {
            shown += text
        }

        override fun openInBrowser(url: URL) {
            opened += url
        }

        override fun showQrCode(data: String) = show(data)

        override fun waitUntil(moment: Instant) {
            manager?.let { it.pass(Duration.between(it.date, moment).seconds) }
        }

        override fun askForPin(): String = pins[typed++]

        override fun askForNewPin(problem: PinSpecification.ResultCode?, digits: IntRange): String = "735198"

        override fun askForDigits(question: String): String = "42"

        override fun askForName(suggested: String): String = suggested

        override fun ask(attribute: PersonalAttribute, problem: AttributeResultCode?): String = "Kay"

        override fun wantsToSend(attribute: PersonalAttribute): Boolean = true

        override fun chooseAlias(attribute: PersonalAttribute): PersonalInformationAlias =
            attribute.aliases.first { it.isPrimary }

        override fun chooseRole(roles: List<Role>): Role = roles.last()

        override fun chooseFactors(combinations: List<List<AuthenticatorType>>): List<AuthenticatorType> =
            combinations.last()

        override fun decide(request: AuthenticateRequest): Decision = decision

        override fun confirm(question: String): Boolean = false
    }

    private val scanned = ProcessInitializationData.Source.SCANNED

    private fun run(person: Person, test: (GuideApp, TestManager) -> Unit) =
        withActivatedPhone(person) { app, manager ->
            person.manager = manager
            test(app, manager)
        }

    fun run() {
        checks.begin("guides")
        val ada = Person("4829", "111222", "482915")
        run(ada, ::lockedOutAndBack)
        val locked = listOf(
            "A PIN has 5 to 32 digits.", "That was wrong.", "You are logged in at Library.",
            "Failed attempts before: 1",
        )
        checks.check("a short PIN, a lockout, and back", locked) { ada.shown }
        logins()
        processes()
        for ((answers, expected) in listOf(0 to 0, 1 to 1, 2 to 1)) {
            checks.check("killed after $answers", expected) { activationsAfterKill(answers, Person()) }
        }
    }

    private fun logins() {
        val bob = Person("482915", "482915")
        run(bob) { app, manager ->
            val login = TestLogin().apply {
                attributes = mapOf(
                    "givenName" to TestLogin.Attribute.missing(isRequired = true),
                    "email" to TestLogin.Attribute.aliases(listOf("home", "work"), isRequired = false),
                )
                digits = "42"
            }
            app.begin(manager.login(login), ProcessInitializationData.Source.OPENED)
            checks.check("attributes and digits", "You are logged in at Shop.") { bob.shown.last() }
            app.begin(manager.loginLink(), ProcessInitializationData.Source.OPENED)
            checks.check("a link returns to the browser", 1) { bob.opened.size }
            bob.decision = Decision.NOT_ME
            app.begin(manager.login(), scanned)
            checks.check("a refused login says nothing", 2) { bob.shown.size }
            manager.network = TestNetwork.Offline
            app.begin(manager.login(), scanned)
            checks.check("no network", "The service cannot be reached. Please try again.") { bob.shown.last() }
        }
    }

    private fun processes() {
        val eve = Person("482", "999999", "482915")
        run(eve) { app, manager ->
            app.begin("https://example.org", scanned)
            checks.check("another code", "This is not a login code.") { eve.shown.last() }
            app.removeThisDevice(manager.idmIdentifier)
            checks.check("a device that leaves", "This device is removed from your account.") { eve.shown.last() }
            eve.shown.clear()
            app.begin(manager.invitation(), scanned)
            val told = listOf(
                "A PIN has 5 to 32 digits.", "The PIN was wrong.", "Account: kay",
                "The app is activated at ${manager.idmIdentifier}.",
            )
            checks.check("an activation with a wrong PIN", told) { eve.shown }
        }
    }
}
