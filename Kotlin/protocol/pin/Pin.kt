package org.xign.protocol

/**
 * A PIN: 5 to 32 ASCII digits, with leading zeros (docs/protocol.md, section 4). Every value of this type is valid.
 *
 * The memory of a text cannot be wiped in Java, so that a PIN is kept no longer than a call.
 */
internal class Pin private constructor(private val digits: String) {
    val length: Int get() = digits.length

    /** The ASCII characters of the digits. */
    val bytes: ByteArray get() = digits.ascii()

    /** True for PINs that are guessed first. A device refuses them as new ones. */
    val isCommon: Boolean
        get() {
            val steps = digits.zipWithNext { one, next -> (next - one + 10) % 10 }.toSet()
            if (steps.size == 1 && steps.first() in setOf(0, 1, 9)) return true
            val isPeriodic = (2..3).any { digits.length >= 2 * it && digits.drop(it) == digits.dropLast(it) }
            return isPeriodic || digits in WELL_KNOWN
        }

    override fun equals(other: Any?): Boolean = other is Pin && Octets(bytes) == Octets(other.bytes)

    override fun hashCode(): Int = digits.length

    override fun toString(): String = "PIN"

    companion object {
        private val form = Regex("[0-9]{5,32}")

        /** Reads a PIN; null for any other text. */
        fun read(text: String): Pin? = if (form.matches(text)) Pin(text) else null

        /** Reads a PIN as a person types or pastes it; null where that does not leave 5 to 32 digits. */
        fun readTyped(typed: String): Pin? = TypedDigits.read(typed)?.let(::read)

        /** The list of docs/protocol.md, section 4. */
        val WELL_KNOWN: Set<String> = (
            "11223 12344 12321 13579 24680 14789 15975 25802 54320 98760 112233 121314 123321 123454 135790 147258 " +
                "147852 159357 159753 246810 258025 258369 321123 357159 456123 520131 789456 951753 963852 987410 " +
                "1122334 12344321 11223344 12341234 14725836 147258369 741852963 789456123"
            ).split(' ').toSet()
    }
}

/** The requirements of a manager for the length of a new PIN. */
internal data class PinPolicy(val minimumLength: Long, val maximumLength: Long) {
    fun allows(pin: Pin): Boolean = pin.length in minimumLength..maximumLength && !pin.isCommon
}
