package org.xign.protocol

/**
 * A text or a value from outside that does not have the form that the protocol demands.
 *
 * @param what the part that is wrong, in words of this program: never a part of the text itself.
 */
internal open class MalformedException(what: String) : Exception(what)

/** A statement or a document of another version of the protocol. */
internal class UnsupportedVersionException : MalformedException("version")

/** Refuses a value unless the condition holds. */
internal fun demand(condition: Boolean, what: String) {
    if (!condition) throw MalformedException(what)
}
