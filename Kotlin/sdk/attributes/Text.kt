package org.xign.sdk

import org.xign.protocol.AttributeForm
import org.xign.protocol.AttributeName
import org.xign.protocol.CanonicalText
import org.xign.protocol.hasAtMost

/** The text in Unicode's normal form C, without white space at its ends. */
internal val String.canonicalText: String get() = CanonicalText.canonical(this)

/** The maximum length in characters of an attribute that is free text. */
internal val AttributeName.maximumLength: Int
    get() = when (val form = form) {
        is AttributeForm.Text -> form.maximum
        is AttributeForm.OneWord -> form.maximum
        else -> throw IllegalArgumentException(name)
    }

/** True if a canonical text has characters that hide or reorder text, too many combining marks, or only joiners. */
internal val String.isFlawed: Boolean get() = !CanonicalText.isCanonical(this)

/** The maximum length of each part of an address, in characters. */
internal const val ADDRESS_PART_LENGTH: Int = 200

/** Returns true for more characters than a maximum, or more than four times that number of bytes in UTF-8. */
internal fun String.isLongerThan(maximum: Int): Boolean = !hasAtMost(maximum)
