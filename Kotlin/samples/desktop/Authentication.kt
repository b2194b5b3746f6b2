package org.xign.samples.desktop

import org.xign.sdk.AbortReason
import org.xign.sdk.AuthenticateRequest
import org.xign.sdk.AuthenticationInitializationData
import org.xign.sdk.AuthenticationResult
import org.xign.sdk.AuthenticationUserInformation
import org.xign.sdk.Authenticator
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.DeviceFactor
import org.xign.sdk.PinFactor
import org.xign.sdk.PrepareAuthenticationUserInformationResult

/** An authentication, from its start to its end: the person sees what it is for before the PIN is asked. */
internal class Authentication(private val terminal: Terminal, private val authenticator: Authenticator) {
    /** Returns the result; null if the person has declined. */
    fun run(data: AuthenticationInitializationData): AuthenticationResult? {
        val request = authenticator.startAuthenticationSynchronous(data)
        val isConfirmed = show(request) && chooseRole(request) && Attributes(terminal, request.info).confirm() &&
            askDigits(request) && terminal.confirm("Confirm?")
        if (!isConfirmed) {
            authenticator.abortAuthenticationSynchronous(request, AbortReason.CANCELLED)
            return null
        }
        return prepared(request)?.let(::finish)
    }

    private fun show(request: AuthenticateRequest): Boolean {
        terminal.show(act(request.subject))
        terminal.show("Service", "  ${request.serviceInformation.name}", "  ${request.serviceInformation.origin}")
        terminal.show("Organization", "  ${request.organizationInformation.name}")
        return true
    }

    private fun chooseRole(request: AuthenticateRequest): Boolean {
        val role = terminal.choose("Role", request.roles) { it.name } ?: return false
        terminal.show("Role", "  ${role.name}")
        return request.setSelection(role) != null
    }

    private fun askDigits(request: AuthenticateRequest): Boolean {
        if (!request.isPairingRequired) return true
        while (true) {
            val digits = terminal.ask("The two digits on the page. Wrong ones stop the login") ?: return false
            if (request.setPairingDigits(digits)) return true
            terminal.fail("These are not two digits.")
        }
    }

    private fun prepared(request: AuthenticateRequest): AuthenticationUserInformation? {
        while (true) {
            when (val result = authenticator.prepareAuthenticationUserInformationSynchronous(request)) {
                is PrepareAuthenticationUserInformationResult.Success -> return result.userInformation
                is PrepareAuthenticationUserInformationResult.Failure ->
                    if (!Attributes(terminal, result.request.info).correct()) return null
            }
        }
    }

    private fun finish(information: AuthenticationUserInformation): AuthenticationResult? {
        val own = setOf(AuthenticatorType.DEVICE, AuthenticatorType.PIN)
        val factors = information.requestedAuthenticators.firstOrNull { it.all(own::contains) }
        if (factors == null) {
            terminal.fail("This needs a factor that the app does not have.")
            return null
        }
        for (factor in factors) {
            if (factor == AuthenticatorType.PIN) {
                information.sign(PinFactor(terminal.askPin("PIN") ?: return null))
            } else {
                information.sign(DeviceFactor())
            }
        }
        val result = authenticator.finishAuthenticationSynchronous(information)
        if (result is AuthenticationResult.Lockout) {
            terminal.fail("The PIN is wrong. ${sentence(result.lockoutInformation)} Then begin again.")
            return null
        }
        return result
    }
}
