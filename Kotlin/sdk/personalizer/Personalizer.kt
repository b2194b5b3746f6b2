package org.xign.sdk

// Long because: a class has all functions of its component, each in two variants.

import org.xign.protocol.UtilityRequest

/**
 * The component that activates the app at managers, changes activations, and ends them.
 *
 * A personalization has three steps: decrypt the initialization data with the activation PIN; let the user check them,
 * and set a new PIN if one is required; finish.
 *
 * A change of an activation or its account has three steps, too: start; authenticate with the returned data, see
 * [Authenticator], always with the PIN; finish with the object in the result. The last two steps must be at most five
 * minutes apart.
 *
 * Every flow has two variants: blocking (`...Synchronous`; do not call it on the main thread), which interrupting the
 * thread ends; and one that returns at once and delivers the outcome as an event, see [subscribe]. All may be called
 * from any thread.
 *
 * In addition to its own codes, each flow can throw `connectionFailed`, `timedOut`, `httpError`, `responseInvalid`,
 * `requestRejected`, `tooManyRequests`, `managerFailed`, `clientTooOld`, `keyMaterialExpired`, `encryptionKeyUnknown`,
 * `keyMaterialInvalid`, `managerUnknown`, `accountDisabled`, `cancelled`, `storageFailed`, `keyUnavailable`,
 * `notInitialized` and `unexpected`; [XignSdkLockoutException] while a lockout is running, and
 * [XignSdkSecurityInsufficientException]. After an exception the process is as before the call, unless the code's
 * documentation says otherwise.
 *
 * Source: `docs/protocol.md`, sections 4 and 7.
 */
public class Personalizer internal constructor(private val slot: DeviceSlot) {
    internal val queue = EventQueue<PersonalizerEventReceiver>(slot)

    /**
     * The activations of this device, sorted by manager. Reads the disk, but not the network.
     *
     * An activation whose personalization was interrupted is missing until the next flow has asked the manager for its
     * state; [pendingPersonalizations] has it.
     *
     * @throws XignSdkException codes `storageFailed`, `notInitialized`.
     */
    @get:Throws(XignSdkException::class)
    public val personalizations: List<PersonalizationResult>
        get() = slot.stored { device, record ->
            if (record.state == ActivationRecord.State.ACTIVE) device.personalization(record) else null
        }

    /**
     * The activations that were begun on this device, and whose end it does not know, sorted by manager. Reads the
     * disk, but not the network.
     *
     * Read them when the app starts, before it says that it is not activated. An activation is pending if the app was
     * ended, or the answer was lost, or the device could not store it since its disk was full, and the manager may have
     * the keys. The next flow at that manager asks it, and ends the pending state. If the manager has no keys, that
     * flow throws `notPersonalized`, and the activation stays pending until the user finishes it with the same code,
     * or gives it up with [depersonalizeIdentityManagerSynchronous].
     *
     * @throws XignSdkException codes `storageFailed`, `notInitialized`.
     */
    @get:Throws(XignSdkException::class)
    public val pendingPersonalizations: List<PendingPersonalization>
        get() = slot.stored { device, record ->
            if (record.state == ActivationRecord.State.PENDING) device.pendingPersonalization(record) else null
        }

    /**
     * The changes of PIN and account whose answer was lost, sorted by manager. Reads the disk, but not the network.
     *
     * Read them when the app starts, and tell the user. A change stays until the manager's answer settles it: the
     * answer to a repetition with the same object, or to the next authentication that succeeds. A change of the PIN
     * needs an authentication with a PIN. The device stores nothing of either PIN.
     *
     * @throws XignSdkException codes `storageFailed`, `notInitialized`.
     */
    @get:Throws(XignSdkException::class)
    public val unansweredChanges: List<UnansweredChange>
        get() = slot.stored { _, record -> record.unansweredChange?.let { UnansweredChange(record.idmIdentifier, it) } }

    private fun decryptPersonalizationInitializationDataFlow(data: PersonalizationInitializationData, pin: String) =
        Flow("decryptPersonalizationInitializationData", slot) { it.decrypt(data, pin) }

    /**
     * Proves the activation PIN to the manager, and fetches the activation's properties. The PIN itself is not sent.
     * The manager counts a wrong PIN; the result is `Lockout` then.
     *
     * @param data the parsed initialization data.
     * @param pin the activation PIN, 5 to 32 digits.
     * @throws XignSdkException codes `pinInvalid` (nothing was sent), `activationUnknown`, `alreadyPersonalized`,
     * `otherAccount` (an invitation of another account than this activation's), `activatedByAnotherAttempt` (these data
     * have activated this device before; the PIN of that run is valid).
     */
    @Throws(XignSdkException::class)
    public fun decryptPersonalizationInitializationDataSynchronous(
        data: PersonalizationInitializationData, pin: String,
    ): PersonalizationResponse = decryptPersonalizationInitializationDataFlow(data, pin).result()

    /** Proves the activation PIN to the manager, and fetches the activation's properties; the outcome is an event. */
    public fun decryptPersonalizationInitializationData(data: PersonalizationInitializationData, pin: String): Unit =
        decryptPersonalizationInitializationDataFlow(data, pin).report(queue) {
            onDecryptPersonalizationInitializationData(it)
        }

    private fun finishPersonalizationFlow(request: PersonalizationRequest) =
        Flow("finishPersonalization", slot) { it.finish(request) }

    /**
     * Creates the keys and enrols them at the manager. The app is activated then.
     *
     * If the connection fails, call it again with the same object. If the app is terminated, the next flow asks the
     * manager for the state; if the manager had not received the keys, decrypt the same initialization data again. Of
     * several attempts at one activation on this device, also in other processes, one succeeds.
     *
     * @param request the opened activation.
     * @throws XignSdkException codes `pinMissing`, `factorUnavailable`, `alreadyPersonalized`, `activationUnknown`,
     * `wrongOrder`, `enrolmentRejected` (also if too much time has passed since the PIN was proved),
     * `activatedByAnotherAttempt`.
     */
    @Throws(XignSdkException::class)
    public fun finishPersonalizationSynchronous(request: PersonalizationRequest): PersonalizationResult =
        finishPersonalizationFlow(request).result()

    /** Creates the keys and enrols them at the manager; the outcome is an event. */
    public fun finishPersonalization(request: PersonalizationRequest): Unit =
        finishPersonalizationFlow(request).report(queue) { onFinishPersonalization(it) }

    private fun depersonalizeIdentityManagerFlow(idmIdentifier: String) =
        Flow("depersonalizeIdentityManager", slot) { it.depersonalize(idmIdentifier) }

    /**
     * Gives up this device's activation at a manager. The manager revokes the activation first. The keys are then
     * removed, even if the manager could not be reached. The account remains.
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException code `notPersonalized`.
     */
    @Throws(XignSdkException::class)
    public fun depersonalizeIdentityManagerSynchronous(idmIdentifier: String): DepersonalizationResult =
        depersonalizeIdentityManagerFlow(idmIdentifier).result()

    /** Gives up this device's activation at a manager; the outcome is an event. */
    public fun depersonalizeIdentityManager(idmIdentifier: String): Unit =
        depersonalizeIdentityManagerFlow(idmIdentifier).report(queue) { onDepersonalizeIdentityManager(it) }

    private fun startAddAuthenticationFactorFlow(idmIdentifier: String, factorType: AuthenticatorType) =
        Flow("startAddAuthenticationFactor", slot) { it.startAdding(factorType, idmIdentifier) }

    /**
     * Begins to add a factor: authenticate with the returned data. The result is
     * [AuthenticationResult.ApiAccessAddFactor]. Only the biometric factor can be added, once for each activation.
     *
     * @param idmIdentifier the manager's identifier.
     * @param factorType the factor to add.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `factorUnavailable` (the device cannot
     * have this factor), `factorRefused` (the activation has it, or the manager does not accept it).
     */
    @Throws(XignSdkException::class)
    public fun startAddAuthenticationFactorSynchronous(
        idmIdentifier: String, factorType: AuthenticatorType,
    ): AuthenticationInitializationData = startAddAuthenticationFactorFlow(idmIdentifier, factorType).result()

    /** Begins to add a factor; the outcome is an event. */
    public fun startAddAuthenticationFactor(idmIdentifier: String, factorType: AuthenticatorType): Unit =
        startAddAuthenticationFactorFlow(idmIdentifier, factorType).report(queue) { onStartAddAuthenticationFactor(it) }

    private fun finishAddAuthenticationFactorFlow(result: ApiAccessAddFactor, factor: AuthenticationFactor) =
        Flow("finishAddAuthenticationFactor", slot) { finishAdding(factor, result) }

    /**
     * Creates the key of a factor, and adds it to the activation. If the connection fails, call it again with the same
     * object. If the app is terminated, the next flow asks the manager whether it has the factor.
     *
     * @param result the permission.
     * @param factor the factor to add.
     * @throws XignSdkException codes `userNotRecognized` (the call can be repeated), `factorUnavailable`,
     * `factorRefused`, `biometricsChanged` (begin again after five minutes), `grantMismatch`, `grantExpired`,
     * `grantSpent`, `wrongOrder`, `activationUnknown`, `notPersonalized`, `enrolmentRejected`.
     */
    @Throws(XignSdkException::class)
    public fun finishAddAuthenticationFactorSynchronous(
        result: ApiAccessAddFactor, factor: AuthenticationFactor,
    ): Unit = finishAddAuthenticationFactorFlow(result, factor).result()

    /** Creates the key of a factor, and adds it to the activation; the outcome is an event. */
    public fun finishAddAuthenticationFactor(result: ApiAccessAddFactor, factor: AuthenticationFactor): Unit =
        finishAddAuthenticationFactorFlow(result, factor).report(queue) { onFinishAddAuthenticationFactor(it) }

    private fun startChangePinFlow(idmIdentifier: String) =
        Flow("startChangePin", slot) { it.start(UtilityRequest.ChangePin, idmIdentifier) }

    /**
     * Begins to change the PIN: authenticate with the returned data and the present PIN. The result is
     * [AuthenticationResult.ApiAccessChangePin].
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `notAllowed`.
     */
    @Throws(XignSdkException::class)
    public fun startChangePinSynchronous(idmIdentifier: String): AuthenticationInitializationData =
        startChangePinFlow(idmIdentifier).result()

    /** Begins to change the PIN; the outcome is an event. */
    public fun startChangePin(idmIdentifier: String): Unit =
        startChangePinFlow(idmIdentifier).report(queue) { onStartChangePin(it) }

    private fun finishChangePinFlow(request: ApiAccessChangePin) =
        Flow("finishChangePin", slot) { finishChanging(request) }

    /**
     * Changes the PIN to the one in `request.pinSpec`, and removes it there. If the connection fails, call it again
     * with the same object; the PIN need not be set again. Until a call succeeds, the present or the new PIN may be
     * valid. Nothing changes on the device.
     *
     * @param request the permission, with the new PIN.
     * @throws XignSdkException codes `pinMissing`, `samePin` (set another PIN, and call it again), `grantExpired`,
     * `grantSpent`, `wrongOrder` (also if an earlier call has sent another PIN), `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun finishChangePinSynchronous(request: ApiAccessChangePin): Unit = finishChangePinFlow(request).result()

    /** Changes the PIN to the one in `request.pinSpec`, and removes it there; the outcome is an event. */
    public fun finishChangePin(request: ApiAccessChangePin): Unit =
        finishChangePinFlow(request).report(queue) { onFinishChangePin(it) }

    private fun startRequestNewActivationDataFlow(idmIdentifier: String) =
        Flow("startRequestNewActivationData", slot) { it.start(UtilityRequest.NewActivation, idmIdentifier) }

    /**
     * Begins to make a further activation, for another device: authenticate with the returned data. The result is
     * [AuthenticationResult.ApiAccessRequestNewActivationData].
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `notAllowed` (too many activations),
     * `coolDown`.
     */
    @Throws(XignSdkException::class)
    public fun startRequestNewActivationDataSynchronous(idmIdentifier: String): AuthenticationInitializationData =
        startRequestNewActivationDataFlow(idmIdentifier).result()

    /** Begins to make a further activation, for another device; the outcome is an event. */
    public fun startRequestNewActivationData(idmIdentifier: String): Unit =
        startRequestNewActivationDataFlow(idmIdentifier).report(queue) { onStartRequestNewActivationData(it) }

    private fun finishRequestNewActivationDataFlow(request: ApiAccessRequestNewActivationData) =
        Flow("finishRequestNewActivationData", slot) { finishRequesting(request) }

    /**
     * Makes a further activation with the PIN in `request.pinSpec`, and removes it there. It ends after ten minutes
     * unless a device has used it by then. If the connection fails, call it again with the same object.
     *
     * @param request the permission, with the PIN of the new activation.
     * @return the new activation's initialization data, to be shown as a QR code. They are secret: whoever has them can
     * try PINs.
     * @throws XignSdkException codes `pinMissing`, `aliasInvalid`, `mailUnavailable` (nothing was sent), `notAllowed`,
     * `coolDown`, `grantExpired`, `grantSpent`, `wrongOrder`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun finishRequestNewActivationDataSynchronous(request: ApiAccessRequestNewActivationData): String =
        finishRequestNewActivationDataFlow(request).result()

    /** Makes a further activation with the PIN in `request.pinSpec`, and removes it there; the outcome is an event. */
    public fun finishRequestNewActivationData(request: ApiAccessRequestNewActivationData): Unit =
        finishRequestNewActivationDataFlow(request).report(queue) { onFinishRequestNewActivationData(it) }

    private fun startDeletionFlow(idmIdentifier: String) =
        Flow("startDeletion", slot) { it.start(UtilityRequest.Delete, idmIdentifier) }

    /**
     * Begins to delete the account: authenticate with the returned data. The result is
     * [AuthenticationResult.ApiAccessDelete].
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `notAllowed` (the last administrator),
     * `coolDown`.
     */
    @Throws(XignSdkException::class)
    public fun startDeletionSynchronous(idmIdentifier: String): AuthenticationInitializationData =
        startDeletionFlow(idmIdentifier).result()

    /** Begins to delete the account; the outcome is an event. */
    public fun startDeletion(idmIdentifier: String): Unit =
        startDeletionFlow(idmIdentifier).report(queue) { onStartDeletion(it) }

    private fun finishDeletionFlow(request: ApiAccessDelete) = Flow("finishDeletion", slot) { finishDeleting(request) }

    /**
     * Deletes the account at the manager with all of its activations. It cannot be undone. If the connection fails,
     * call it again with the same object. The activation stays on this device until
     * [depersonalizeIdentityManagerSynchronous] removes it.
     *
     * @param request the permission.
     * @throws XignSdkException codes `notAllowed`, `coolDown`, `grantExpired`, `grantSpent`, `wrongOrder`,
     * `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun finishDeletionSynchronous(request: ApiAccessDelete): Unit = finishDeletionFlow(request).result()

    /** Deletes the account at the manager with all of its activations; the outcome is an event. */
    public fun finishDeletion(request: ApiAccessDelete): Unit =
        finishDeletionFlow(request).report(queue) { onFinishDeletion(it) }

    private fun fetchActivationsFlow(idmIdentifier: String) =
        Flow("fetchActivations", slot) { it.fetchActivations(idmIdentifier) }

    /**
     * Fetches the activations of the account in the manager's order: this device's, those of other devices, and those
     * that wait for a device.
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun fetchActivationsSynchronous(idmIdentifier: String): List<ActivationInformation> =
        fetchActivationsFlow(idmIdentifier).result()

    /** Fetches the activations of the account in the manager's order; the outcome is an event. */
    public fun fetchActivations(idmIdentifier: String): Unit =
        fetchActivationsFlow(idmIdentifier).report(queue) { onFetchActivations(it) }

    private fun startRevokeActivationFlow(idmIdentifier: String, activation: ActivationInformation) =
        Flow("startRevokeActivation", slot) { it.start(UtilityRequest.Revoke(activation.activation), idmIdentifier) }

    /**
     * Begins to revoke another activation of the account, for example of a lost device: authenticate with the returned
     * data. The result is [AuthenticationResult.UserLoginResult], and the activation is revoked then.
     *
     * @param idmIdentifier the manager's identifier.
     * @param activation a result of [fetchActivationsSynchronous].
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `notAllowed` (no longer an activation of
     * the account, or this device's own), `coolDown`.
     */
    @Throws(XignSdkException::class)
    public fun startRevokeActivationSynchronous(
        idmIdentifier: String, activation: ActivationInformation,
    ): AuthenticationInitializationData = startRevokeActivationFlow(idmIdentifier, activation).result()

    /** Begins to revoke another activation of the account, for example of a lost device; the outcome is an event. */
    public fun startRevokeActivation(idmIdentifier: String, activation: ActivationInformation): Unit =
        startRevokeActivationFlow(idmIdentifier, activation).report(queue) { onStartRevokeActivation(it) }

    private fun renameActivationFlow(idmIdentifier: String, alias: String) =
        Flow("renameActivation", slot) { it.rename(idmIdentifier, alias) }

    /**
     * Renames this device's activation. If the connection fails, call it again.
     *
     * @param idmIdentifier the manager's identifier.
     * @param alias the new name: 1 to 256 bytes, without invisible characters.
     * @throws XignSdkException codes `aliasInvalid` (nothing was sent), `notPersonalized`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun renameActivationSynchronous(idmIdentifier: String, alias: String): Unit =
        renameActivationFlow(idmIdentifier, alias).result()

    /** Renames this device's activation; the outcome is an event. */
    public fun renameActivation(idmIdentifier: String, alias: String): Unit =
        renameActivationFlow(idmIdentifier, alias).report(queue) { onRenameActivation(it) }

    private fun fetchNoticesFlow(idmIdentifier: String) = Flow("fetchNotices", slot) { it.fetchNotices(idmIdentifier) }

    /**
     * Fetches the notices of changes that this device did not make, oldest first. Fetch them when the app starts. A
     * notice is returned until it is acknowledged. Of more than about 500, only the oldest come: acknowledge them, and
     * call it again.
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun fetchNoticesSynchronous(idmIdentifier: String): List<AccountNotice> =
        fetchNoticesFlow(idmIdentifier).result()

    /** Fetches the notices of changes that this device did not make, oldest first; the outcome is an event. */
    public fun fetchNotices(idmIdentifier: String): Unit =
        fetchNoticesFlow(idmIdentifier).report(queue) { onFetchNotices(it) }

    private fun acknowledgeNoticesFlow(idmIdentifier: String, through: Long) =
        Flow("acknowledgeNotices", slot) { it.acknowledge(idmIdentifier, through) }

    /**
     * Records that the user has seen notices, on this device. Needs no network.
     *
     * @param idmIdentifier the manager's identifier.
     * @param through the number of the newest notice that the user has seen. All older ones count as seen.
     * @throws XignSdkException code `notPersonalized`.
     */
    @Throws(XignSdkException::class)
    public fun acknowledgeNoticesSynchronous(idmIdentifier: String, through: Long): Unit =
        acknowledgeNoticesFlow(idmIdentifier, through).result()

    /** Records that the user has seen notices, on this device; the outcome is an event. */
    public fun acknowledgeNotices(idmIdentifier: String, through: Long): Unit =
        acknowledgeNoticesFlow(idmIdentifier, through).report(queue) { onAcknowledgeNotices(it) }

    /** Delivers events to a receiver until [unsubscribe]; unconsumed ones first. The SDK keeps the receiver alive. */
    public fun subscribe(receiver: PersonalizerEventReceiver): Unit = queue.subscribe(receiver)

    /** Ends a subscription. */
    public fun unsubscribe(receiver: PersonalizerEventReceiver): Unit = queue.unsubscribe(receiver)

    /** Drops all unconsumed events. */
    public fun removeUnconsumedEvents(): Unit = queue.removeUnconsumed()
}
