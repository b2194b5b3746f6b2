package org.xign.sdk

import org.xign.protocol.DeviceRequest
import org.xign.protocol.InAppStartAnswer
import org.xign.protocol.ProcessBeginning
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.SessionClaim
import org.xign.protocol.collectCode
import org.xign.protocol.inAppStart
import org.xign.protocol.readCodeAnswer

/** A login in this app, directly at a service of the manager (docs/protocol.md, section 8, "Direct"). */
internal class DirectLogin(private val trigger: InAppAuthenticationTrigger.Direct) {
    /** Begins the login, which no other activation can claim. */
    fun begin(device: Device): AuthenticationInitializationDataInApp {
        val service = device.serviceConfigurations.find { it.clientId == trigger.clientId } ?: throw XignSdkException(
            XignSdkErrorCode.SERVICE_NOT_CONFIGURED,
            "The SDK has no configuration of a service with this client id. Pass the file that `xignin-manager " +
                "service show NAME --json` prints to XignSdkConfig.Builder.addServiceConfiguration.",
        )
        val activation = device.requiredActivation(service.idmIdentifier)
        val request = DeviceRequest.inAppStart(
            activation.activationId, trigger.clientId, trigger.scopes.withOpenId.joinToString(" "),
            trigger.authorization.nonce, trigger.authorization.codeChallenge, device.clientInformation(),
        )
        val answer = try {
            device.manager(service.idmIdentifier).perform(request, activation, InAppStartAnswer.Companion::read)
        } catch (error: RefusedException) {
            throw explained(error)
        }
        return AuthenticationInitializationDataInApp(
            service.idmIdentifier, answer.session,
            SessionClaim(SessionClaim.Kind.SESSION_TOKEN, answer.sessionToken),
            Beginning(ProcessBeginning.InApp(trigger.clientId)),
        )
    }

    private fun explained(error: RefusedException): Exception = when (error.code) {
        ProtocolErrorCode.NOT_ALLOWED -> XignSdkException(
            XignSdkErrorCode.NOT_ALLOWED,
            "The service does not let apps log in, or was removed. Its operator declares it with inApp: true.", error,
        )
        ProtocolErrorCode.MALFORMED -> XignSdkException(
            XignSdkErrorCode.REQUEST_REJECTED,
            "The service demands a code challenge or a nonce, or one of them is malformed. The app's backend makes " +
                "them for each login: pass them in InAppAuthorization.",
            error,
        )
        else -> error
    }

    companion object {
        /** Collects the code of a confirmed login. The call can be repeated within a minute of the confirmation. */
        fun collectCode(process: AuthenticationProcess): AuthorizationCodeResult {
            val request = DeviceRequest.collectCode(process.activation.activationId, process.session)
            val code = process.manager.perform(request, process.activation, ::readCodeAnswer)
            return AuthorizationCodeResult.Final.Direct(code, process.answer.service.id)
        }
    }
}

/** Begins a login in this app (docs/protocol.md, section 8). */
internal fun Device.fetchInApp(trigger: InAppAuthenticationTrigger): AuthenticationInitializationDataInApp =
    when (trigger) {
        is InAppAuthenticationTrigger.Direct -> DirectLogin(trigger).begin(this)
        is InAppAuthenticationTrigger.KeyCloak -> KeycloakLogin(trigger.configuration).begin(this)
    }

/** Fetches the code of a login in this app, once the user has confirmed it. */
internal fun fetchCode(result: AuthenticationResult.ServiceLoginResult): AuthorizationCodeResult {
    val keycloak = result.process.beginning.keycloak ?: return DirectLogin.collectCode(result.process)
    return keycloak.fetchCode(result.process, result.returnSecret)
}
