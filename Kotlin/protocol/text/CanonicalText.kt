package org.xign.protocol

import java.text.Normalizer

/** A reason why a typed text is refused. */
internal enum class TextFlaw { INVISIBLE, BLANK, MARKS, LONG }

/**
 * A typed text that a rule refuses.
 *
 * @param character the character that is refused, where the rule is about one.
 */
internal class TextFlawException(val flaw: TextFlaw, val character: RefusedCharacter? = null) : Exception(flaw.name)

/** The canonical form of typed text (docs/protocol.md, section 0, "Text"). */
internal object CanonicalText {
    private const val MAXIMUM_MARKS = 4

    /**
     * Returns a text in normal form C without white space at its ends.
     * @throws TextFlawException `INVISIBLE`, `BLANK` or `MARKS`.
     */
    fun read(typed: String): String {
        if (!typed.isWellFormed()) throw TextFlawException(TextFlaw.INVISIBLE)
        val text = Normalizer.normalize(typed, Normalizer.Form.NFC).withoutOuterWhiteSpace()
        val codePoints = text.codePointList()
        val invisible = codePoints.indexOfFirst(::isInvisible)
        if (invisible >= 0) throw TextFlawException(TextFlaw.INVISIBLE, RefusedCharacter.at(invisible, codePoints))
        if (codePoints.all { isWhiteSpace(it) || isJoiner(it) }) throw TextFlawException(TextFlaw.BLANK)
        // In normal form D, since a letter in normal form C contains its marks.
        val apart = Normalizer.normalize(text, Normalizer.Form.NFD).codePointList()
        val excess = indexOfExcessiveMark(apart)
        if (excess != null) throw TextFlawException(TextFlaw.MARKS, RefusedCharacter.at(excess, apart))
        return text
    }

    /**
     * Returns true for a text that [read] returns as it is.
     *
     * @param maximum the number of characters at most.
     */
    fun isCanonical(text: String, maximum: Int = Int.MAX_VALUE): Boolean = try {
        // The length comes first, since normalizing a long text is slow.
        text.hasAtMost(maximum) && read(text) == text
    } catch (_: TextFlawException) {
        false
    }

    /** Removes all flaws of a text and makes the rest canonical; the result is empty where nothing is left. */
    fun cleaned(typed: String): String {
        var text = canonical(typed)
        while (true) {
            val kept = Normalizer.normalize(text, Normalizer.Form.NFD).codePointList()
                .filterNot { isInvisible(it) || it in 0xd800..0xdfff }.toMutableList()
            while (true) kept.removeAt(indexOfExcessiveMark(kept) ?: break)
            val next = canonical(String(kept.toIntArray(), 0, kept.size))
            // Removing a character can bring marks together that were apart, so the rest is checked again.
            if (next == text) return if (text.codePointList().all { isWhiteSpace(it) || isJoiner(it) }) "" else text
            text = next
        }
    }

    /** Returns a text in normal form C without white space at its ends, with its flaws. */
    fun canonical(typed: String): String = Normalizer.normalize(typed, Normalizer.Form.NFC).withoutOuterWhiteSpace()

    /** Returns the index of a mark twice in a row, or of a fifth mark in a row. Joiners do not interrupt a row. */
    private fun indexOfExcessiveMark(codePoints: List<Int>): Int? {
        var count = 0
        var last: Int? = null
        for ((index, codePoint) in codePoints.withIndex()) {
            when (Character.getType(codePoint)) {
                Character.NON_SPACING_MARK.toInt(), Character.ENCLOSING_MARK.toInt() -> {
                    if (codePoint == last || count == MAXIMUM_MARKS) return index
                    count++
                    last = codePoint
                }
                Character.FORMAT.toInt() -> {}
                else -> {
                    count = 0
                    last = null
                }
            }
        }
        return null
    }
}

/** The consonants that a linker joins to one character in six Indic scripts (Unicode 15.1, GB9c). */
private const val CONSONANT = "[\\u0915-\\u0939\\u0958-\\u095F\\u0978-\\u097F" +
    "\\u0995-\\u09A8\\u09AA-\\u09B0\\u09B2\\u09B6-\\u09B9\\u09DC\\u09DD\\u09DF\\u09F0\\u09F1" +
    "\\u0A95-\\u0AA8\\u0AAA-\\u0AB0\\u0AB2\\u0AB3\\u0AB5-\\u0AB9\\u0AF9" +
    "\\u0B15-\\u0B28\\u0B2A-\\u0B30\\u0B32\\u0B33\\u0B35-\\u0B39\\u0B5C\\u0B5D\\u0B5F\\u0B71" +
    "\\u0C15-\\u0C28\\u0C2A-\\u0C39\\u0C58-\\u0C5A\\u0D15-\\u0D3A]"
private const val LINKER = "[\\u094D\\u09CD\\u0ACD\\u0B4D\\u0C4D\\u0D4D]"
private const val MARKS = "[\\p{Mn}\\u200D]*"

/** A character as a person counts them: an extended grapheme cluster. Java 17 knows those of Unicode 13. */
private val character = Regex("$CONSONANT(?:$MARKS$LINKER$MARKS$CONSONANT)+[\\p{M}\\u200C\\u200D]*|\\X")

internal fun String.characterCount(): Int = character.findAll(this).count()

/**
 * Returns true for a text of at most so many characters, with four bytes of UTF-8 for each on average: a single
 * character can be of any size.
 */
internal fun String.hasAtMost(maximum: Int): Boolean =
    toByteArray().size <= 4L * maximum && character.findAll(this).take(maximum).sumOf { it.value.length } == length
