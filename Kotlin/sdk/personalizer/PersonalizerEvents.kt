package org.xign.sdk

/**
 * A receiver of [Personalizer]'s events, typically a screen.
 *
 * Override the functions whose events you want; the others pass the event to the next receiver. Return true to consume
 * an event: no other receiver gets it then. An unconsumed event is kept, and offered again whenever a receiver
 * subscribes. The executor of the configuration calls them: on Android the main thread.
 */
public interface PersonalizerEventReceiver {
    /** The outcome of [Personalizer.decryptPersonalizationInitializationData]. Return true to consume it. */
    public fun onDecryptPersonalizationInitializationData(outcome: Outcome<PersonalizationResponse>): Boolean = false

    /** The outcome of [Personalizer.finishPersonalization]. Return true to consume it. */
    public fun onFinishPersonalization(outcome: Outcome<PersonalizationResult>): Boolean = false

    /** The outcome of [Personalizer.depersonalizeIdentityManager]. Return true to consume it. */
    public fun onDepersonalizeIdentityManager(outcome: Outcome<DepersonalizationResult>): Boolean = false

    /** The outcome of [Personalizer.startAddAuthenticationFactor]. Return true to consume it. */
    public fun onStartAddAuthenticationFactor(outcome: Outcome<AuthenticationInitializationData>): Boolean = false

    /** The outcome of [Personalizer.finishAddAuthenticationFactor]. Return true to consume it. */
    public fun onFinishAddAuthenticationFactor(outcome: Outcome<Unit>): Boolean = false

    /** The outcome of [Personalizer.startChangePin]. Return true to consume it. */
    public fun onStartChangePin(outcome: Outcome<AuthenticationInitializationData>): Boolean = false

    /** The outcome of [Personalizer.finishChangePin]. Return true to consume it. */
    public fun onFinishChangePin(outcome: Outcome<Unit>): Boolean = false

    /** The outcome of [Personalizer.startRequestNewActivationData]. Return true to consume it. */
    public fun onStartRequestNewActivationData(outcome: Outcome<AuthenticationInitializationData>): Boolean = false

    /** The outcome of [Personalizer.finishRequestNewActivationData]. Return true to consume it. */
    public fun onFinishRequestNewActivationData(outcome: Outcome<String>): Boolean = false

    /** The outcome of [Personalizer.startDeletion]. Return true to consume it. */
    public fun onStartDeletion(outcome: Outcome<AuthenticationInitializationData>): Boolean = false

    /** The outcome of [Personalizer.finishDeletion]. Return true to consume it. */
    public fun onFinishDeletion(outcome: Outcome<Unit>): Boolean = false

    /** The outcome of [Personalizer.fetchActivations]. Return true to consume it. */
    public fun onFetchActivations(outcome: Outcome<List<ActivationInformation>>): Boolean = false

    /** The outcome of [Personalizer.startRevokeActivation]. Return true to consume it. */
    public fun onStartRevokeActivation(outcome: Outcome<AuthenticationInitializationData>): Boolean = false

    /** The outcome of [Personalizer.renameActivation]. Return true to consume it. */
    public fun onRenameActivation(outcome: Outcome<Unit>): Boolean = false

    /** The outcome of [Personalizer.fetchNotices]. Return true to consume it. */
    public fun onFetchNotices(outcome: Outcome<List<AccountNotice>>): Boolean = false

    /** The outcome of [Personalizer.acknowledgeNotices]. Return true to consume it. */
    public fun onAcknowledgeNotices(outcome: Outcome<Unit>): Boolean = false
}
