package org.xign.sdk

import org.xign.protocol.Pin
import org.xign.protocol.PinPolicy
import org.xign.protocol.TypedDigits

/** The requirements for a new PIN, and the place to set it. Instances may be used from any thread. */
public class PinSpecification internal constructor(policy: PinPolicy, private val replaced: Pin? = null) {
    /** The outcome of setting a PIN. */
    public enum class ResultCode : ValidationCode {
        /** The PIN is accepted. */
        VALID,

        /** There is no PIN. */
        EMPTY,

        /** The PIN has fewer than [minLength] digits. */
        TOO_SHORT,

        /** The PIN has more than [maxLength] digits. */
        TOO_LONG,

        /** The PIN contains other characters than digits, white space and hyphens. */
        INVALID_CHARACTER,

        /** The PIN is among the most common ones, such as `123456`, `111111`, a repeated group or a run of digits. */
        TOO_COMMON,

        /** The PIN is the activation PIN, which must be replaced. */
        UNCHANGED,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The minimum number of digits that the manager requires: 5 to 32. */
    public val minLength: Int = policy.minimumLength.coerceIn(LENGTHS).toInt()

    /** The maximum number of digits that the manager accepts: at most 32. */
    public val maxLength: Int = policy.maximumLength.coerceIn(minLength.toLong()..LENGTHS.last).toInt()

    @Volatile
    internal var pin: Pin? = null
        private set

    /**
     * Sets the new PIN.
     *
     * @param pin digits of any script; leading zeros are significant, and white space and hyphens are ignored. Null
     * counts as empty.
     * @return `VALID` if it was accepted. With any other result the PIN is reset to null.
     */
    public fun setPin(pin: String?): ResultCode {
        val text = pin.orEmpty()
        val code = check(text)
        this.pin = if (code == ResultCode.VALID) Pin.readTyped(text) else null
        return code
    }

    /** Returns whether a second entry is the PIN that is set, however it is written. */
    public fun isPin(again: String): Boolean = pin.let { it != null && it == Pin.readTyped(again) }

    /** True if an accepted PIN is set. */
    public val isPinSet: Boolean get() = pin != null

    /** Removes the PIN. */
    internal fun wipe() {
        pin = null
    }

    private fun check(text: String): ResultCode {
        val digits = TypedDigits.read(text) ?: return ResultCode.INVALID_CHARACTER
        val pin = Pin.readTyped(text)
        return when {
            digits.isEmpty() -> ResultCode.EMPTY
            digits.length < minLength -> ResultCode.TOO_SHORT
            digits.length > maxLength || pin == null -> ResultCode.TOO_LONG
            pin.isCommon -> ResultCode.TOO_COMMON
            pin == replaced -> ResultCode.UNCHANGED
            else -> ResultCode.VALID
        }
    }

    override fun toString(): String = "PinSpecification($minLength to $maxLength digits)"

    private companion object {
        val LENGTHS = 5L..32L
    }
}
