package org.xign.sdk

/** The outcome of a flow that was started by its event variant. */
public sealed class Outcome<out T> {
    /**
     * The outcome of a flow that has succeeded.
     *
     * @property value the result; `Unit` for a flow without one.
     */
    public class Success<out T> internal constructor(public val value: T) : Outcome<T>()

    /**
     * The outcome of a flow that has failed.
     *
     * @property error the exception that the blocking variant throws.
     */
    public class Failure internal constructor(public val error: XignSdkException) : Outcome<Nothing>()

    /** Returns the result. @throws XignSdkException of a flow that has failed. */
    @Throws(XignSdkException::class)
    public fun get(): T = when (this) {
        is Success -> value
        is Failure -> throw error
    }
}
