package org.xign.sdk

/**
 * A receiver of [Authenticator]'s events, typically a screen.
 *
 * Override the functions whose events you want; the others pass the event to the next receiver. Return true to consume
 * an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
 * subscribes. The executor of the configuration calls them: on Android the main thread.
 */
public interface AuthenticatorEventReceiver {
    /** The outcome of [Authenticator.startAuthentication]. Return true to consume it. */
    public fun onStartAuthentication(outcome: Outcome<AuthenticateRequest>): Boolean = false

    /** The outcome of [Authenticator.prepareAuthenticationUserInformation]. Return true to consume it. */
    public fun onPrepareAuthenticationUserInformation(
        outcome: Outcome<PrepareAuthenticationUserInformationResult>,
    ): Boolean = false

    /** The outcome of [Authenticator.finishAuthentication]. Return true to consume it. */
    public fun onFinishAuthentication(outcome: Outcome<AuthenticationResult>): Boolean = false

    /** The outcome of [Authenticator.abortAuthentication]. Return true to consume it. */
    public fun onAbortAuthentication(outcome: Outcome<Unit>): Boolean = false

    /** The outcome of [Authenticator.fetchInAppAuthenticationInitializationData]. Return true to consume it. */
    public fun onFetchInAppAuthenticationInitializationData(
        outcome: Outcome<AuthenticationInitializationDataInApp>,
    ): Boolean = false

    /** The outcome of [Authenticator.fetchAuthorizationCode]. Return true to consume it. */
    public fun onFetchAuthorizationCode(outcome: Outcome<AuthorizationCodeResult>): Boolean = false

    /** The outcome of [Authenticator.fetchAliasSelections]. Return true to consume it. */
    public fun onFetchAliasSelections(outcome: Outcome<List<AliasSelection>>): Boolean = false

    /** The outcome of [Authenticator.forgetAliasSelection]. Return true to consume it. */
    public fun onForgetAliasSelection(outcome: Outcome<Unit>): Boolean = false
}
