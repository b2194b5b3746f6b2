package org.xign.protocol

/**
 * The origin of a manager: scheme, host and port in their one form (docs/protocol.md, section 0).
 *
 * Two origins are equal if their texts are. No `java.net.URL` is used: comparing two of them asks the network.
 */
internal class ManagerOrigin private constructor(
    val text: String,
    /** The manager's identifier in everything that is signed or sealed: the host, and the port unless it is 443. */
    val idm: String,
) {
    override fun equals(other: Any?): Boolean = other is ManagerOrigin && text == other.text

    override fun hashCode(): Int = text.hashCode()

    override fun toString(): String = text

    companion object {
        private const val MAXIMUM_LENGTH = 200

        // The classes are spelled out: on Android, \d matches the digits of all scripts.
        private val form = Regex("(https?)://(\\[::1]|[^:/]*)(?::([1-9][0-9]{0,4}))?")
        private val label = Regex("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
        private val octet = Regex("0|[1-9][0-9]{0,2}")
        private val numericEnd = Regex("[0-9]+|0x.*")
        private val loopback = setOf("localhost", "127.0.0.1", "[::1]")

        /** Reads an origin; null for a text in any other form. */
        fun read(text: String): ManagerOrigin? {
            if (text.length > MAXIMUM_LENGTH) return null
            val (scheme, host, port) = form.matchEntire(text)?.destructured ?: return null
            if (!isHost(host) || (scheme == "http" && host !in loopback)) return null
            val usual = if (scheme == "https") 443 else 80
            val number = if (port.isEmpty()) usual else port.toInt()
            // The scheme's own port would be a second spelling of the same origin.
            if (number > 65535 || (port.isNotEmpty() && number == usual)) return null
            return ManagerOrigin(text, if (number == 443) host else "$host:$number")
        }

        private fun isHost(host: String): Boolean {
            if (host == "[::1]") return true
            val labels = host.split('.')
            // URL parsers read a host with a numeric end as an IPv4 address (WHATWG URL, section 3.5).
            val isAddress = numericEnd.matches(labels.last())
            return labels.all(label::matches) && (!isAddress || (labels.size == 4 && labels.all(::isOctet)))
        }

        private fun isOctet(label: String): Boolean = octet.matches(label) && label.toInt() <= 255
    }
}
