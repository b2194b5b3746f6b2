package org.xign.sdk

import androidx.appcompat.app.AppCompatActivity
import java.io.File
import java.lang.reflect.InvocationTargetException
import java.net.URL
import java.util.concurrent.ArrayBlockingQueue
import kotlin.system.exitProcess
import listings.AddFactorListings
import listings.InAppAuthenticationListings
import listings.ListingUser
import listings.YourException
import listings.YourImplementation

/** The app's state between its steps: a process that was begun, or authenticated. */
internal class SdkApp(private val gate: FileBiometricGate) {
    private val sdk: XignSdk get() = XignSdk.shared
    private val idm: String get() = sdk.managers.first().idmIdentifier

    private var begun: AuthenticationInitializationData? = null
    private var information: AuthenticationUserInformation? = null
    private var authenticated: AuthenticationResult? = null
    private var shown = listOf<String>()

    /** Performs a step, and returns its answer as JSON. */
    fun answer(line: String): String {
        val answer = try {
            perform(Step.read(line))
        } catch (error: XignSdkException) {
            Answer(error = error.errorCode.rawValue, message = "$error")
        } catch (error: Exception) {
            Answer(error = "$error")
        }
        return answer.line(sdk.personalizer.personalizations.firstOrNull()?.authenticators?.map(::factorName)?.sorted())
    }

    private fun factorName(type: AuthenticatorType): String = type.name.lowercase()

    private fun perform(step: Step): Answer = when (val name = step.text("name")) {
        "open" -> Answer(result = open(step))
        "start" -> Answer().also { begun = start(step) }
        "authenticate" -> Answer(result = authenticate(given(begun), factors(step)).name, shown = shown)
        "authenticateAgain" -> {
            val factors = if (step.optional("pin") == null) listOf() else factors(step)
            Answer(result = finish(given(information), factors).name)
        }
        "finish" -> finish(given(authenticated), step)
        "startInApp" -> Answer().also { begun = startInApp(step) }
        "fetchCode" -> Answer(code = code(given(authenticated) as AuthenticationResult.ServiceLoginResult))
        "inAppByListing" -> Answer(code = inAppByListing(step))
        "addFactorByListing" -> addFactorByListing(step.text("pin"))
        "list" -> Answer(activations = sdk.personalizer.fetchActivationsSynchronous(idm))
        "rename" -> Answer().also { sdk.personalizer.renameActivationSynchronous(idm, step.text("alias")) }
        "touch" -> Answer().also { gate.isRecognized = step.flag("isRecognized", true) }
        "changeBiometrics" -> Answer().also { gate.changeBiometrics() }
        else -> throw StepFailureException("$name is no step")
    }

    private fun <T : Any> given(value: T?): T = value ?: throw StepFailureException("a value of the step is missing")

    // Beginnings

    private fun open(step: Step): String {
        val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(
            step.text("code"), ProcessInitializationData.Source.SCANNED,
        )
        val data = (parsed as? ProcessInitializationData.Personalization)?.data
            ?: throw StepFailureException("the code is no activation")
        val personalizer = sdk.personalizer
        return when (
            val response = personalizer.decryptPersonalizationInitializationDataSynchronous(data, step.text("pin"))
        ) {
            is PersonalizationResponse.Personalize -> {
                val request = response.request
                set(step.text("newPin"), request.pinSpecification)
                step.optional("alias")?.let { request.alias = it }
                personalizer.finishPersonalizationSynchronous(request)
                "personalize"
            }
            is PersonalizationResponse.MergePersonalization -> {
                begun = response.data
                "mergePersonalization"
            }
            is PersonalizationResponse.Lockout -> "lockout"
            is PersonalizationResponse.AlreadyUsed -> "alreadyUsed"
        }
    }

    private fun start(step: Step): AuthenticationInitializationData {
        val personalizer = sdk.personalizer
        return when (step.optional("process")) {
            "changePin" -> personalizer.startChangePinSynchronous(idm)
            "addFactor" -> personalizer.startAddAuthenticationFactorSynchronous(idm, AuthenticatorType.BIOMETRIC)
            "newActivation" -> personalizer.startRequestNewActivationDataSynchronous(idm)
            "delete" -> personalizer.startDeletionSynchronous(idm)
            "revoke" -> {
                val id = step.text("activation")
                val other = personalizer.fetchActivationsSynchronous(idm).find { it.activationId == id }
                personalizer.startRevokeActivationSynchronous(idm, given(other))
            }
            else -> {
                val parsed = sdk.xignCommon.parseProcessInitializationDataSynchronous(
                    step.text("code"), ProcessInitializationData.Source.SCANNED,
                )
                (parsed as? ProcessInitializationData.Authentication)?.data
                    ?: throw StepFailureException("the code is no login")
            }
        }
    }

    /** Begins a login in this app, at the Keycloak if the step has one. */
    private fun startInApp(step: Step): AuthenticationInitializationData {
        val authorization = InAppAuthorization(step.optional("nonce"), step.optional("codeChallenge"))
        val keycloak = step.step("keycloak")
        val trigger = if (keycloak == null) {
            InAppAuthenticationTrigger.Direct(step.text("service"), authorization = authorization)
        } else {
            InAppAuthenticationTrigger.KeyCloak(
                KeycloakServiceConfiguration(
                    URL(keycloak.text("url")), URL(keycloak.text("redirectUrl")), keycloak.text("path"),
                    keycloak.text("clientId"), keycloak.text("realm"),
                    keycloak.texts("scopes").orEmpty().toTypedArray(), keycloak.optional("identityProvider"),
                    authorization,
                ),
            )
        }
        return sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
    }

    // Authentication

    /** Authenticates with these factors, in the only role. */
    private fun authenticate(
        data: AuthenticationInitializationData, factors: List<AuthenticationFactor>,
    ): AuthenticationResult {
        val request = sdk.authenticator.startAuthenticationSynchronous(data)
        shown = request.subject.names
        val prepared = sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request)
        val success = prepared as? PrepareAuthenticationUserInformationResult.Success
            ?: throw StepFailureException("attributes are missing")
        information = success.userInformation
        return finish(success.userInformation, factors)
    }

    private fun finish(
        information: AuthenticationUserInformation, factors: List<AuthenticationFactor>,
    ): AuthenticationResult {
        for (factor in factors) information.sign(factor)
        val result = sdk.authenticator.finishAuthenticationSynchronous(information)
        authenticated = result
        if (result is AuthenticationResult.Lockout) this.information = result.authenticationUserInformation
        return result
    }

    private fun factors(step: Step): List<AuthenticationFactor> =
        (step.texts("factors") ?: listOf("device", "pin")).map { name ->
            when (name) {
                "device" -> DeviceFactor()
                "pin" -> PinFactor(step.text("pin"))
                "biometric" -> biometricFactor(idm)
                else -> throw StepFailureException("$name is no factor")
            }
        }

    /** Recognizes the user. */
    private fun biometricFactor(idmIdentifier: String): BiometricFactor =
        sdk.xignCommon.createBiometricFactorSynchronous(idmIdentifier, "Confirm it is you.")

    // Ends

    /** Uses the permission that an authentication has given. */
    private fun finish(result: AuthenticationResult, step: Step): Answer {
        val personalizer = sdk.personalizer
        when (result) {
            is AuthenticationResult.ApiAccessChangePin -> {
                step.optional("newPin")?.let { set(it, result.pinSpec) }
                personalizer.finishChangePinSynchronous(result)
            }
            is AuthenticationResult.ApiAccessAddFactor ->
                personalizer.finishAddAuthenticationFactorSynchronous(result, biometricFactor(result.idmIdentifier))
            is AuthenticationResult.ApiAccessRequestNewActivationData -> {
                step.optional("newPin")?.let { set(it, result.pinSpec) }
                result.alias = step.optional("alias")
                return Answer(code = personalizer.finishRequestNewActivationDataSynchronous(result))
            }
            is AuthenticationResult.ApiAccessDelete -> personalizer.finishDeletionSynchronous(result)
            else -> throw StepFailureException("the process is over")
        }
        return Answer()
    }

    private fun set(pin: String, specification: PinSpecification) {
        if (!specification.setPin(pin).isValid) throw StepFailureException("the new PIN is refused")
    }

    private fun code(login: AuthenticationResult.ServiceLoginResult): String =
        when (val result = sdk.authenticator.fetchAuthorizationCodeSynchronous(login)) {
            is AuthorizationCodeResult.Final -> result.code
        }

    // Listings

    private inner class Person(private val pin: String) : ListingUser {
        var isLockedOut = false
        var code: String? = null
        var failure: XignSdkException? = null

        override fun authenticateUser(data: AuthenticationInitializationData): AuthenticationResult =
            authenticate(data, listOf(DeviceFactor(), PinFactor(pin)))

        override fun getBiometricFactor(idmIdentifier: String): BiometricFactor? = try {
            biometricFactor(idmIdentifier)
        } catch (error: XignSdkException) {
            failure = error
            null
        }

        override fun handleLockout() {
            isLockedOut = true
        }

        /** Authenticates, and takes the code to the app's backend as the listing does. */
        override fun startAuthentication(data: AuthenticationInitializationData) {
            val login = authenticateUser(data) as AuthenticationResult.ServiceLoginResult
            runListing("fetchUserClaims", AuthenticationResult.ServiceLoginResult::class.java to login)
        }

        override fun fetchUserClaims(oidcAuthorizationCode: String) {
            code = oidcAuthorizationCode
        }
    }

    /** Runs the listing of one trigger, and the listing that takes the code to the app's backend. */
    private fun inAppByListing(step: Step): String {
        val person = Person(step.optional("pin").orEmpty())
        YourImplementation.user = person
        val isDirect = step.text("trigger") == "direct"
        runListing(if (isDirect) "startDirectInAuthentication" else "startKeycloakInAuthentication")
        return given(person.code)
    }

    /** Calls a function of the listings, which are private. */
    private fun runListing(name: String, vararg arguments: Pair<Class<*>, Any>) {
        val types = arguments.map { it.first }.toTypedArray()
        val function = InAppAuthenticationListings::class.java.getDeclaredMethod(name, *types)
        function.isAccessible = true
        try {
            function.invoke(InAppAuthenticationListings(), *arguments.map { it.second }.toTypedArray())
        } catch (error: InvocationTargetException) {
            throw error.targetException
        }
    }

    /** Runs the listing, and waits for the event with which it ends. */
    private fun addFactorByListing(pin: String): Answer {
        val person = Person(pin)
        YourImplementation.user = person
        val outcomes = ArrayBlockingQueue<Outcome<Unit>>(1)
        val receiver = object : PersonalizerEventReceiver {
            override fun onFinishAddAuthenticationFactor(outcome: Outcome<Unit>): Boolean = outcomes.offer(outcome)
        }
        sdk.personalizer.subscribe(receiver)
        try {
            AddFactorListings().startAddFactor(AppCompatActivity(), idm)
            if (person.isLockedOut) return Answer(result = "lockout")
            outcomes.take().get()
            return Answer()
        } catch (error: YourException) {
            throw person.failure ?: error
        } finally {
            sdk.personalizer.unsubscribe(receiver)
        }
    }

    companion object {
        /**
         * An app for the end-to-end tests, with a biometric factor: a test drives it step by step.
         *
         * Each line of standard input is a step as JSON, each line of standard output its answer. Arguments: home,
         * key material, service configurations.
         */
        @JvmStatic
        fun main(arguments: Array<String>) {
            val home = File(arguments[0])
            val gate = FileBiometricGate(File(home, "biometric"))
            val builder = XignSdkConfig.Builder(TestPlatform(home)).addKeyMaterial(File(arguments[1]).readBytes())
                .setTransport(ListedKeycloakTransport()).setBiometricGate(gate).setLogLevel(XignLog.Level.NONE)
            for (file in arguments.drop(2)) builder.addServiceConfiguration(File(file).readBytes())
            XignSdk.initialize(builder.build())
            val app = SdkApp(gate)
            for (line in generateSequence(::readLine)) {
                println(app.answer(line))
                System.out.flush()
            }
            exitProcess(0)
        }
    }
}
