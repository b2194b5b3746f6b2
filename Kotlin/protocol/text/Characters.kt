package org.xign.protocol

// Classes of characters (docs/protocol.md, section 0, "Text"). The lists are closed: they do not grow with Unicode, so
// that all devices judge a text alike.

/** Returns the code points of a text, a lone surrogate as itself. */
internal fun String.codePointList(): List<Int> = codePoints().toArray().asList()

/** Returns true for a text without lone surrogates: Java's encoder would replace them. */
internal fun String.isWellFormed(): Boolean = codePointList().none { it in 0xd800..0xdfff }

internal fun isNoncharacter(codePoint: Int): Boolean =
    codePoint in 0xfdd0..0xfdef || codePoint and 0xfffe == 0xfffe

/** Returns true for a character that is invisible, or that changes the direction of the text around it. */
internal fun isInvisible(codePoint: Int): Boolean = when (codePoint) {
    in 0x20 until 0x7f -> false
    in 0x00..0x1f, in 0x7f..0x9f, 0xad, 0x034f, in 0x0600..0x0605, 0x061c, 0x06dd, 0x070f, 0x0890, 0x0891, 0x08e2,
    0x115f, 0x1160, 0x17b4, 0x17b5, in 0x180b..0x180f, 0x200b, 0x200e, 0x200f, in 0x2028..0x202e, in 0x2060..0x206f,
    0x2800, 0x3164, in 0xfdd0..0xfdef, in 0xfe00..0xfe0e, 0xfeff, 0xffa0, in 0xfff0..0xfffc, 0x110bd, 0x110cd,
    in 0x13430..0x1343f, 0x13441, 0x13442, in 0x1bca0..0x1bca3, 0x1d159, in 0x1d173..0x1d17a, in 0xe0000..0xe0fff,
    -> true
    else -> isNoncharacter(codePoint)
}

/** Returns true for a character that only affects how others are drawn. */
internal fun isJoiner(codePoint: Int): Boolean = codePoint == 0x200c || codePoint == 0x200d || codePoint == 0xfe0f

internal fun isWhiteSpace(codePoint: Int): Boolean = when (codePoint) {
    in 0x09..0x0d, 0x20, 0x85, 0xa0, 0x1680, in 0x2000..0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true
    else -> false
}

/** Returns a text without white space at its ends. White space has no characters beyond U+FFFF. */
internal fun String.withoutOuterWhiteSpace(): String = trim { isWhiteSpace(it.code) }

internal fun String.withoutWhiteSpace(): String = filterNot { isWhiteSpace(it.code) }
