package org.xign.sdk

import org.xign.protocol.Channel
import org.xign.protocol.OpenAnswer
import org.xign.protocol.PinPolicy
import org.xign.protocol.ProcessBeginning

/**
 * The way in which a process began, with what the device keeps for its end.
 *
 * @param process the rules of docs/protocol.md, section 5.
 */
internal class Beginning(
    val process: ProcessBeginning,
    /** The requirements of the new PIN, for processes that set one. */
    val pinPolicy: PinPolicy? = null,
    /** The invitation, as the manager described it when its PIN was proved. */
    val invitation: OpenAnswer.Merge? = null,
    /** The way back to the app's Keycloak. */
    val keycloak: KeycloakReturn? = null,
) {
    /**
     * True if the process began with the data of a QR code. Only then a page shows it, and may show digits to be typed
     * (docs/protocol.md, section 6).
     */
    val isOfQrCode: Boolean
        get() = process is ProcessBeginning.Link && process.channel == Channel.CROSS_DEVICE
}
