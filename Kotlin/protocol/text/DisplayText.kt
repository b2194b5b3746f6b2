package org.xign.protocol

/** Text that a person bases a decision on (docs/protocol.md, section 0, "Text"). */
internal object DisplayText {
    const val MAXIMUM_LENGTH = 256

    /** Returns true for 1 to 256 bytes of UTF-8, visible and without invisible characters. */
    fun isValid(text: String): Boolean {
        val codePoints = text.codePointList()
        return text.isWellFormed() && text.toByteArray().size <= MAXIMUM_LENGTH && codePoints.none(::isInvisible) &&
            !codePoints.all { isWhiteSpace(it) || isJoiner(it) }
    }

    /**
     * Returns typed display text in canonical form.
     * @throws TextFlawException
     */
    fun canonical(typed: String): String {
        val text = CanonicalText.read(typed)
        if (text.toByteArray().size > MAXIMUM_LENGTH) throw TextFlawException(TextFlaw.LONG)
        return text
    }
}
