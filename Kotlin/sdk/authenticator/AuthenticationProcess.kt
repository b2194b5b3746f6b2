package org.xign.sdk

import org.xign.protocol.ClaimedSession
import org.xign.protocol.ShownProcess
import org.xign.protocol.StartAnswer

/**
 * The internal state of one authentication, from its start to its end.
 *
 * @param answer the subject and descriptions that the manager sent at the start. The statement to be signed is
 * compared with them.
 */
internal class AuthenticationProcess(
    val device: Device, val activation: ActivationRecord, val session: ClaimedSession, val beginning: Beginning,
    val answer: StartAnswer,
) {
    val manager: ManagerConnection get() = device.manager(activation.idmIdentifier)

    /** The process as the app was given it to show. */
    val shown: ShownProcess
        get() = ShownProcess(answer, activation.idmIdentifier, session.id, activation.activationId)
}
