package org.xign.sdk.testing

/** The network between the app and the manager of a test. */
public sealed class TestNetwork {
    /** Everything arrives. */
    public object Up : TestNetwork()

    /** Nothing arrives: a moment without a network. */
    public object Offline : TestNetwork()

    /**
     * Requests arrive, and the manager acts on them, but their answers are lost: all after a number of requests.
     *
     * @property after the number of requests that are still answered.
     */
    public class LosesAnswers @JvmOverloads constructor(public val after: Int = 0) : TestNetwork()

    /** Requests arrive, but their answers come too late. */
    public object Slow : TestNetwork()

    /** Somebody in between shows a certificate that is not trusted. */
    public object WrongCertificate : TestNetwork()

    /** Another manager answers at the address. */
    public object OtherManager : TestNetwork()
}

/** The lockout that a wrong PIN causes at the manager of a test. While it runs, no other process begins. */
public enum class TestLockout {
    /** A lockout of 30 seconds, after which the login goes on. */
    SHORT,

    /** A lockout of 30 seconds, before whose end the login is over. */
    ENDING_LOGIN,

    /** A lockout for ever. */
    PERMANENT,
}
