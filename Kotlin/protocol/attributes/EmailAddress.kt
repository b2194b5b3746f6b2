package org.xign.protocol

import java.util.Locale

/** The form of mail addresses (docs/protocol.md, section 5). Only a message can show that a mailbox exists. */
internal object EmailAddress {
    const val MAXIMUM_LENGTH = 254
    private const val MAXIMUM_LOCAL_LENGTH = 64

    /**
     * Converts a typed address to its canonical form, with the domain in lower case.
     * @throws TextFlawException
     */
    fun canonical(typed: String): String {
        val text = CanonicalText.read(typed)
        val at = text.lastIndexOf('@')
        return if (at < 0) text else text.substring(0, at) + text.substring(at).lowercase(Locale.ROOT)
    }

    /** Returns true for an address in canonical form. */
    fun isCanonical(text: String): Boolean {
        if (text.toByteArray().size > MAXIMUM_LENGTH || !CanonicalText.isCanonical(text)) return false
        val parts = text.split('@')
        if (parts.size != 2) return false
        val (local, domain) = parts
        val labels = domain.split('.')
        return local.toByteArray().size <= MAXIMUM_LOCAL_LENGTH && text == text.withoutWhiteSpace() &&
            text.none { it in "<>,;:\\\"()[]" } && local.split('.').all { it.isNotEmpty() } && labels.size > 1 &&
            labels.all { it.isNotEmpty() && !it.startsWith('-') && !it.endsWith('-') } &&
            domain == domain.lowercase(Locale.ROOT)
    }
}
