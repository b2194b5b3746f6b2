package org.xign.sdk

/**
 * The SDK's log, for the app's developer.
 *
 * At no level does a message contain a PIN, a key, a token, process initialization data or a user's attribute.
 */
public class XignLog internal constructor(private val level: Level, private val handler: Handler) {
    /** The level of detail. */
    public enum class Level {
        /** No messages. */
        NONE,

        /**
         * Failures that must never happen: a statement that differs from what the user saw, an answer that is not the
         * manager's, key material that the known one does not verify, damaged storage.
         */
        ERROR,

        /**
         * Conditions that deserve attention: a repeated request, a new epoch of key material, a certificate that is
         * not trusted, a configuration without key material.
         */
        WARNING,

        /**
         * The end of each flow, with its outcome and duration; key material, activations and factors that are new. A
         * process begins with the flow that starts it, and ends with the one that finishes or aborts it.
         */
        INFO,

        /**
         * Every request to a manager or Keycloak, with its status, or the cause of its failure, and its duration; the
         * reason of each refusal. Neither query nor body is named.
         */
        DEBUG,

        /** In addition, the details of the security check. */
        VERBOSE,
    }

    /** A receiver of messages. The SDK may call it on any thread. It must not call the SDK. */
    public fun interface Handler {
        /** Takes one message. */
        public fun log(level: Level, message: String)
    }

    internal inline operator fun invoke(level: Level, message: () -> String) {
        if (takes(level)) write(level, message())
    }

    internal fun takes(level: Level): Boolean = level != Level.NONE && level <= this.level

    internal fun write(level: Level, message: String) = handler.log(level, message)
}
