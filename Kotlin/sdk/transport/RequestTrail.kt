package org.xign.sdk

import org.xign.protocol.crypto.randomBytes

/**
 * The request ids of one flow. An exception that the flow makes has the last one.
 *
 * An id names one call of an operation (docs/protocol.md, section 3): an operator finds in the manager's log what an
 * app reports. It is random, and no two operations share one, so that it links no requests of a person. A flow runs on
 * one thread, to which its trail belongs.
 */
internal class RequestTrail private constructor() {
    private var id: String? = null

    companion object {
        /** The name of the header field, which managers alone get. */
        const val HEADER = "Xign-Request-Id"

        private val current = ThreadLocal<RequestTrail>()

        /** The id of the operation that the running flow called last; null before the first, and outside of flows. */
        val last: String? get() = current.get()?.id

        /** Runs a flow with a trail of its own. */
        fun <T> during(flow: () -> T): T {
            val outer: RequestTrail? = current.get()
            current.set(RequestTrail())
            try {
                return flow()
            } finally {
                if (outer == null) current.remove() else current.set(outer)
            }
        }

        /** Draws the id of one operation: 16 random bytes in base16. */
        fun begin(): String = hexadecimal(randomBytes(ID_LENGTH)).also { current.get()?.id = it }

        private const val ID_LENGTH = 16
    }
}

/** The request id in words, to end a line of the log; empty without one. */
internal val TransportRequest.noteOfRequestId: String
    get() = headers.find { it.first == RequestTrail.HEADER }?.let { ", request ${it.second}" }.orEmpty()
