package org.xign.sdk

import org.xign.protocol.DeviceRequest
import org.xign.protocol.ProcessBeginning
import org.xign.protocol.SessionClaim
import org.xign.protocol.StartUtilityAnswer
import org.xign.protocol.UtilityRequest
import org.xign.protocol.startUtility

/** Begins a utility process of this device's activation at a manager. */
internal fun Device.start(utility: UtilityRequest, idm: String): AuthenticationInitializationData =
    start(utility, requiredActivation(idm))

/** Begins a utility process, which no other activation can claim. */
internal fun Device.start(
    utility: UtilityRequest, activation: ActivationRecord,
): AuthenticationInitializationData {
    val request = DeviceRequest.startUtility(activation.activationId, utility, clientInformation())
    val answer =
        manager(activation.idmIdentifier).perform(request, activation, StartUtilityAnswer.Companion::read)
    // The user chooses a new PIN after the authentication.
    val setsPin = utility == UtilityRequest.ChangePin || utility == UtilityRequest.NewActivation
    if (setsPin != (answer.pinPolicy != null)) throw unreadableAnswer()
    return AuthenticationInitializationDataWithSession(
        activation.idmIdentifier, answer.session,
        SessionClaim(SessionClaim.Kind.SESSION_TOKEN, answer.sessionToken),
        Beginning(ProcessBeginning.Utility(utility), answer.pinPolicy),
    )
}
