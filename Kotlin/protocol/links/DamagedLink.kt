package org.xign.protocol

/** The damage to a link that cannot be read (docs/protocol.md, section 2, "Damaged links"). It is never read. */
internal object DamagedLink {
    private const val MAXIMUM_LENGTH = 8192
    private const val MAXIMUM_PID_LENGTH = 342

    private val escape = Regex("%([0-7][0-9a-fA-F])")
    private val schemeAtEnd = Regex("[a-z][a-z0-9+.-]*\\z")
    private val pidCharacters = Regex("[A-Za-z0-9_-]*")
    private val run = Regex("([-_]*)([A-Za-z0-9_-]*)")

    /** Returns the first damage that a text shows; null where it is no link. */
    fun damageTo(text: String): LinkFlaw? {
        if (text.toByteArray().size > MAXIMUM_LENGTH) return null
        val compact = text.withoutWhiteSpace()
        if (compact != text && isLink(compact)) return LinkFlaw.LINK_WRAPPED
        var decoded = text
        // Three times: a link inside of a link inside of a link.
        for (round in 0..3) {
            val prefix = prefixOfLink(decoded)
            if (prefix != null) return if ("://" in prefix) LinkFlaw.LINK_EMBEDDED else LinkFlaw.LINK_EXTENDED
            decoded = escape.replace(decoded) { it.groupValues[1].toInt(16).toChar().toString() }
        }
        return if (isBeginning(text)) LinkFlaw.LINK_INCOMPLETE else null
    }

    private fun isLink(text: String): Boolean = try {
        InitializationLink.readWhole(text)
        true
    } catch (_: LinkException) {
        false
    }

    /** Removes the dashes at an end: none is the end of an origin in base64url. */
    private fun withoutDashes(run: String): String = run.trimEnd('-', '_')

    /** Returns the text before a whole link or pid inside of a text; null where there is none. */
    private fun prefixOfLink(text: String): String? {
        val hash = text.indexOf("#AQ")
        if (hash >= 0) return prefixOfLinkAround(hash, text)
        for (match in run.findAll(text)) {
            val (dashes, characters) = match.destructured
            if (characters.startsWith("AQ") && isLink(withoutDashes(characters))) {
                return text.substring(0, match.range.first + dashes.length)
            }
        }
        return null
    }

    private fun prefixOfLinkAround(hash: Int, text: String): String? {
        val separator = text.lastIndexOf("://", hash)
        if (separator < 0) return null
        val start = schemeAtEnd.find(text.substring(0, separator))?.range?.first ?: return null
        // A letter before it belongs to the scheme, which is then no scheme: `Https`.
        val before = text.getOrNull(start - 1)
        if (before != null && (before in 'a'..'z' || before in 'A'..'Z' || before in '0'..'9')) return null
        val pid = pidCharacters.matchAt(text, hash + 1)?.value.orEmpty()
        return if (isLink(text.substring(start, hash + 1) + withoutDashes(pid))) text.substring(0, start) else null
    }

    /** Returns true for a link or pid whose end is missing, as far as it can be told. */
    private fun isBeginning(text: String): Boolean {
        val hash = text.indexOf('#')
        if (hash < 0) {
            return InitializationLink.readAddress(text) != null || (text.length >= 24 && isBeginningOfPid(text))
        }
        return InitializationLink.readAddress(text.substring(0, hash)) != null &&
            isBeginningOfPid(text.substring(hash + 1))
    }

    private fun isBeginningOfPid(text: String): Boolean {
        if (!pidCharacters.matches(text) || text.length > MAXIMUM_PID_LENGTH) return false
        if (text.length <= 2) return "AQ".startsWith(text)
        // Format 1, a kind from 1 to 5, and two bits of the id.
        if (!text.startsWith("AQ") || text[2] !in 'E'..'X') return false
        val bytes = Base64Url.decode(text.substring(0, text.length - text.length % 4))
        val origin = String(bytes.drop(34).toByteArray(), Charsets.ISO_8859_1)
        return "https://".startsWith(origin) || "http://".startsWith(origin) ||
            listOf("", "a", "1").any { ManagerOrigin.read(origin + it) != null }
    }
}
