package org.xign.samples.desktop

import org.xign.sdk.AuthenticationInitializationData
import org.xign.sdk.AuthenticationResult
import org.xign.sdk.LockoutInformation
import org.xign.sdk.PersonalizationInitializationData
import org.xign.sdk.PersonalizationRequest
import org.xign.sdk.PersonalizationResponse
import org.xign.sdk.PinSpecification
import org.xign.sdk.ProcessInitializationData
import org.xign.sdk.XignSdk

/** The processes of the app. Each function returns when its process has ended. */
internal class Device(private val terminal: Terminal, private val sdk: XignSdk) {
    private val authentication = Authentication(terminal, sdk.authenticator)

    /** Runs the process that a link begins. */
    fun open(link: String) {
        when (val data = sdk.xignCommon.parseProcessInitializationDataSynchronous(link)) {
            is ProcessInitializationData.Personalization -> activate(data.data)
            is ProcessInitializationData.Authentication -> end(authentication.run(data.data))
            is ProcessInitializationData.Transaction -> end(authentication.run(data.data))
        }
    }

    private fun activate(data: PersonalizationInitializationData) {
        val pin = terminal.askPin("Activation PIN") ?: return
        when (val response = sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(data, pin)) {
            is PersonalizationResponse.Personalize -> finish(response.request)
            is PersonalizationResponse.MergePersonalization -> {
                val invitation = response.mergeInformation
                terminal.show("You are invited by", "  ${invitation.organizationInformation.name}")
                end(authentication.run(response.data))
            }
            is PersonalizationResponse.Lockout ->
                terminal.fail("The PIN is wrong. ${sentence(response.lockoutInformation)} Then open the link again.")
            is PersonalizationResponse.AlreadyUsed ->
                terminal.fail("The invitation was used at ${response.at}. If it was not you, tell the operator now.")
        }
    }

    private fun finish(request: PersonalizationRequest) {
        terminal.show("Account", "  ${request.userName}")
        request.organizationInformation?.let { terminal.show("Invited by", "  ${it.name}") }
        if (request.wrongPinAttempts > 0) terminal.show("Wrong PINs before: ${request.wrongPinAttempts}")
        if (request.newPinRequired && !choosePin(request.pinSpecification)) return
        sdk.personalizer.finishPersonalizationSynchronous(request)
        terminal.show("This device is activated.")
    }

    /** Changes the PIN, after the person has confirmed it with the present one. */
    fun changePin() {
        val activation = terminal.choose("Manager", sdk.personalizer.personalizations) { it.idmIdentifier }
            ?: return terminal.fail("This device is not activated yet. Paste the link of an activation.")
        val result = authentication.run(sdk.personalizer.startChangePinSynchronous(activation.idmIdentifier))
        if (result !is AuthenticationResult.ApiAccessChangePin) return
        if (!choosePin(result.pinSpec)) return
        sdk.personalizer.finishChangePinSynchronous(result)
        terminal.show("Your PIN is changed.")
    }

    /** Asks for a new PIN, twice. Returns false at the end of the input. */
    private fun choosePin(specification: PinSpecification): Boolean {
        while (true) {
            val range = "${specification.minLength} to ${specification.maxLength} digits"
            val pin = terminal.askPin("New PIN, $range") ?: return false
            val code = specification.setPin(pin)
            if (code != PinSpecification.ResultCode.VALID) {
                terminal.fail(sentence(code))
            } else {
                val again = terminal.askPin("New PIN again") ?: return false
                if (specification.isPin(again)) return true
                terminal.fail("These are two different PINs.")
            }
        }
    }

    private fun end(result: AuthenticationResult?) {
        when (result) {
            null -> terminal.show("Nothing was confirmed.")
            is AuthenticationResult.UserLoginResult -> {
                val isLogin = result.transaction == null
                terminal.show(if (isLogin) "You are logged in at" else "Confirmed at", "  ${result.relyingPartyName}")
                if (result.failedAttemptsSinceLastSuccess > 0) {
                    terminal.show("Failed attempts before: ${result.failedAttemptsSinceLastSuccess}")
                }
                result.returnURL?.let { terminal.show("Open this address in your browser within a minute:", "  $it") }
            }
            is AuthenticationResult.ApiAccessMergeComplete -> terminal.show("You have accepted the invitation.")
            else -> terminal.show("This app does not do that.")
        }
    }
}

/** Returns the end of a lockout, for people. */
internal fun sentence(lockout: LockoutInformation): String =
    if (lockout.isPermanent) "This device is locked. Tell the operator." else "Wait until ${lockout.lockedUntil}."
