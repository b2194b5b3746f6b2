package org.xign.sdk

import org.xign.protocol.KeyChange

/** Sends the signed deletion. The device keeps its activation, so that the app can still show what was deleted. */
internal fun finishDeleting(access: AuthenticationResult.ApiAccessDelete) {
    access.grant.spend(UnansweredChange.Kind.DELETE) { it ?: access.grant.request(KeyChange.Delete) }
}
