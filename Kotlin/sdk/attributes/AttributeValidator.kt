package org.xign.sdk

/** The outcome of a validation: an enum with a case `VALID`. */
public interface ValidationCode {
    /** True for the one code that accepts a value. */
    public val isValid: Boolean
}

/**
 * A validator for one kind of attribute.
 *
 * It gives quick feedback while the user types. The manager checks every value again.
 */
public interface AttributeValidator<Value : Any, Code> where Code : Enum<Code>, Code : ValidationCode {
    /** Checks a value as the user entered it; null counts as empty. */
    public fun validate(value: Value?): Code

    /**
     * Returns the canonical text form of a valid value: the form that is sent, compared, and hashed into the consent
     * statement (`docs/protocol.md`, section 5). The empty string for a value that has none.
     */
    public fun canonical(value: Value): String

    /**
     * Returns what is wrong with a value that is refused, where more can be said than by its result code: the
     * character and its place, or the part of an address that is missing. Null for a valid value.
     */
    public fun flaw(value: Value): InputFlaw? = null
}
