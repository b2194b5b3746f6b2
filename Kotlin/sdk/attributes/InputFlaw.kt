package org.xign.sdk

import org.xign.protocol.CanonicalText
import org.xign.protocol.PhoneNumberFlaw
import org.xign.protocol.PhoneNumberFlawException
import org.xign.protocol.RefusedCharacter
import org.xign.protocol.TextFlaw
import org.xign.protocol.TextFlawException

/**
 * The reason why typed text is refused, with what a person needs to mend it.
 *
 * @property kind the kind of flaw.
 * @property character the character that is refused; null for a flaw of the whole value.
 */
public class InputFlaw internal constructor(public val kind: Kind, public val character: Character? = null) {
    /** The kinds of flaws. Kinds may be added, so a `when` needs an `else`. */
    public enum class Kind {
        /** A character cannot be seen, or changes how the text around it is shown. */
        INVISIBLE,

        /** A letter has too many combining marks, or the same one twice. */
        MARKS,

        /**
         * A telephone number has a zero in brackets, which is dialled inside the country only: `+49 (0)151 23456789`
         * is written `+49 151 23456789`.
         */
        NATIONAL_PREFIX,

        /** A telephone number has a letter. */
        LETTER,

        /** A telephone number has an extension, such as `;ext=12`. */
        NUMBER_EXTENSION,

        /** A telephone number has a `+` after its beginning. */
        LATER_PLUS,

        /** A telephone number has another sign, such as `#` or `*`. */
        SIGN,

        /** An address has no street. */
        STREET_MISSING,

        /** An address has no town. */
        LOCALITY_MISSING,
    }

    /** A character that is refused, and its place in a text without white space at its ends. */
    public class Character internal constructor(private val refused: RefusedCharacter) {
        /** The kinds of places. */
        public enum class Place {
            /** Before everything that can be seen. */
            BEGINNING,

            /** After everything that can be seen. */
            END,

            /** After [charactersBefore] characters. */
            AFTER,
        }

        /** The code point, such as `U+00AD`; before it the character where everybody can see it: `F (U+0046)`. */
        public val name: String get() = refused.name

        /** The place. */
        public val place: Place
            get() = when (refused.place) {
                RefusedCharacter.Place.Beginning -> Place.BEGINNING
                RefusedCharacter.Place.End -> Place.END
                is RefusedCharacter.Place.After -> Place.AFTER
            }

        /** The number of characters before it at the place `AFTER`, at least one; otherwise 0. */
        public val charactersBefore: Int
            get() = (refused.place as? RefusedCharacter.Place.After)?.count ?: 0

        override fun toString(): String = name
    }

    override fun toString(): String = kind.name

    public companion object {
        /**
         * Returns the flaw of a name of a device or of a person as it is typed; null for one that can be shown, for an
         * empty one, and for one that is only too long.
         */
        @JvmStatic
        public fun ofName(typed: String): InputFlaw? = try {
            CanonicalText.read(typed)
            null
        } catch (error: TextFlawException) {
            of(error)
        }

        internal fun of(error: TextFlawException): InputFlaw? = when (error.flaw) {
            TextFlaw.INVISIBLE -> InputFlaw(Kind.INVISIBLE, error.character?.let(::Character))
            TextFlaw.MARKS -> InputFlaw(Kind.MARKS, error.character?.let(::Character))
            TextFlaw.BLANK, TextFlaw.LONG -> null
        }

        internal fun of(error: PhoneNumberFlawException): InputFlaw? {
            val kind = when (error.flaw) {
                PhoneNumberFlaw.FORM -> return null
                PhoneNumberFlaw.NATIONAL_PREFIX -> Kind.NATIONAL_PREFIX
                PhoneNumberFlaw.LETTER -> Kind.LETTER
                PhoneNumberFlaw.EXTENSION -> Kind.NUMBER_EXTENSION
                PhoneNumberFlaw.LATER_PLUS -> Kind.LATER_PLUS
                PhoneNumberFlaw.SIGN -> Kind.SIGN
            }
            return InputFlaw(kind, error.character?.let(::Character))
        }
    }
}
