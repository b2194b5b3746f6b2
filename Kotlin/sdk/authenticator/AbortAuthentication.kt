package org.xign.sdk

import org.xign.protocol.AbortWord
import org.xign.protocol.DeviceRequest
import org.xign.protocol.abort
import org.xign.protocol.readEmptyAnswer

/** The reason why the user does not authenticate. The manager learns it; services cannot tell the reasons apart. */
public enum class AbortReason(internal val word: AbortWord) {
    /** The user changed their mind. */
    CANCELLED(AbortWord.CANCELLED),

    /** The user did not begin this login. The manager's operators see it as an alarm. */
    NOT_ME(AbortWord.NOT_ME),
}

/** Ends the session at the user's request. */
internal fun abort(request: AuthenticateRequest, reason: AbortReason) {
    val process = request.process
    process.manager.perform(DeviceRequest.abort(process.session, reason.word), read = ::readEmptyAnswer)
}
