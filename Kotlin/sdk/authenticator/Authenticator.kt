package org.xign.sdk

/**
 * The component that authenticates the user.
 *
 * An authentication has three steps: start it, and let the user choose role and attributes; prepare the information
 * that the user confirms, and sign it; finish.
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
 * Source: `docs/protocol.md`, section 5.
 */
public class Authenticator internal constructor(private val slot: DeviceSlot) {
    internal val queue = EventQueue<AuthenticatorEventReceiver>(slot)

    private fun startAuthenticationFlow(data: AuthenticationInitializationData) =
        Flow("startAuthentication", slot) { it.start(data) }

    /**
     * Begins an authentication: claims the session for this device's activation, and fetches what the user is to
     * confirm.
     *
     * @param data the parsed initialization data, or those of another flow.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`, `sessionEnded`, `sessionTaken`,
     * `qrCodeExpired`, `scanRequired` (show the scanner; the process keeps waiting), `accessDenied`, `otherAccount`,
     * `unmetRequirements`, `consentMismatch`.
     */
    @Throws(XignSdkException::class)
    public fun startAuthenticationSynchronous(data: AuthenticationInitializationData): AuthenticateRequest =
        startAuthenticationFlow(data).result()

    /** Begins an authentication; the outcome is an event. */
    public fun startAuthentication(data: AuthenticationInitializationData): Unit =
        startAuthenticationFlow(data).report(queue) { onStartAuthentication(it) }

    private fun prepareAuthenticationUserInformationFlow(request: AuthenticateRequest) =
        Flow("prepareAuthenticationUserInformation", slot) { prepare(request) }

    /**
     * Submits role, digits and attributes, and compares the statement to be signed with what the user saw.
     *
     * @param request the request with the user's choices.
     * @return `Failure` if attributes must be corrected: correct them, and call it again.
     * @throws XignSdkException codes `roleMissing`, `pairingMissing` (nothing was sent), `pairingFailed`,
     * `tooManyCorrections`, `consentMismatch`, `policyChanged`, `sessionEnded`.
     */
    @Throws(XignSdkException::class)
    public fun prepareAuthenticationUserInformationSynchronous(
        request: AuthenticateRequest,
    ): PrepareAuthenticationUserInformationResult = prepareAuthenticationUserInformationFlow(request).result()

    /**
     * Submits role, digits and attributes, and compares the statement to be signed with what the user saw; the outcome
     * is an event.
     */
    public fun prepareAuthenticationUserInformation(request: AuthenticateRequest): Unit =
        prepareAuthenticationUserInformationFlow(request).report(queue) { onPrepareAuthenticationUserInformation(it) }

    private fun finishAuthenticationFlow(userInfo: AuthenticationUserInformation) =
        Flow("finishAuthentication", slot) { finish(userInfo) }

    /**
     * Submits the signed statement. If the connection fails, call it again with the same object: the manager counts
     * nothing twice.
     *
     * @param userInfo the information, signed with all factors of one combination.
     * @return `Lockout` if a factor was wrong.
     * @throws XignSdkException codes `factorSetMismatch` (no attempt was counted), `userNotRecognized`,
     * `biometricsChanged`, `factorUnavailable`, `wrongOrder`, `consentMismatch`, `policyChanged`, `sessionEnded`,
     * `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun finishAuthenticationSynchronous(userInfo: AuthenticationUserInformation): AuthenticationResult =
        finishAuthenticationFlow(userInfo).result()

    /** Submits the signed statement; the outcome is an event. */
    public fun finishAuthentication(userInfo: AuthenticationUserInformation): Unit =
        finishAuthenticationFlow(userInfo).report(queue) { onFinishAuthentication(it) }

    private fun abortAuthenticationFlow(request: AuthenticateRequest, reason: AbortReason) =
        Flow("abortAuthentication", slot) { abort(request, reason) }

    /**
     * Ends the session at the user's request. The website sees an ordinary cancellation.
     *
     * @param request the request.
     * @param reason the reason, which the manager learns.
     * @throws XignSdkException code `sessionEnded`.
     */
    @Throws(XignSdkException::class)
    public fun abortAuthenticationSynchronous(request: AuthenticateRequest, reason: AbortReason): Unit =
        abortAuthenticationFlow(request, reason).result()

    /** Ends the session at the user's request; the outcome is an event. */
    public fun abortAuthentication(request: AuthenticateRequest, reason: AbortReason): Unit =
        abortAuthenticationFlow(request, reason).report(queue) { onAbortAuthentication(it) }

    private fun fetchInAppAuthenticationInitializationDataFlow(trigger: InAppAuthenticationTrigger) =
        Flow("fetchInAppAuthenticationInitializationData", slot) { it.fetchInApp(trigger) }

    /**
     * Begins a login in this app, which is itself the service.
     *
     * @param trigger the service.
     * @return the data to pass to [startAuthenticationSynchronous].
     * @throws XignSdkException codes `serviceNotConfigured`, `notPersonalized`, `notAllowed`, `requestRejected`,
     * `keycloakInteractionRequired`, `keycloakRefused`, `keycloakMisconfigured`.
     */
    @Throws(XignSdkException::class)
    public fun fetchInAppAuthenticationInitializationDataSynchronous(
        trigger: InAppAuthenticationTrigger,
    ): AuthenticationInitializationDataInApp = fetchInAppAuthenticationInitializationDataFlow(trigger).result()

    /** Begins a login in this app, which is itself the service; the outcome is an event. */
    public fun fetchInAppAuthenticationInitializationData(trigger: InAppAuthenticationTrigger): Unit =
        fetchInAppAuthenticationInitializationDataFlow(trigger).report(queue) {
            onFetchInAppAuthenticationInitializationData(it)
        }

    private fun fetchAuthorizationCodeFlow(result: ServiceLoginResult) =
        Flow("fetchAuthorizationCode", slot) { fetchCode(result) }

    /**
     * Fetches the authorization code of a confirmed login in this app, within a minute. If the connection fails, call
     * it again.
     *
     * @param result the result of the authentication.
     * @throws XignSdkException codes `sessionEnded`, `wrongOrder`, `keycloakInteractionRequired`, `keycloakRefused`,
     * `keycloakMisconfigured`.
     */
    @Throws(XignSdkException::class)
    public fun fetchAuthorizationCodeSynchronous(result: ServiceLoginResult): AuthorizationCodeResult =
        fetchAuthorizationCodeFlow(result).result()

    /** Fetches the authorization code of a confirmed login in this app, within a minute; the outcome is an event. */
    public fun fetchAuthorizationCode(result: ServiceLoginResult): Unit =
        fetchAuthorizationCodeFlow(result).report(queue) { onFetchAuthorizationCode(it) }

    private fun fetchAliasSelectionsFlow(idmIdentifier: String) =
        Flow("fetchAliasSelections", slot) { it.fetchAliasSelections(idmIdentifier) }

    /**
     * Fetches the choices of aliases that the manager remembers.
     *
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun fetchAliasSelectionsSynchronous(idmIdentifier: String): List<AliasSelection> =
        fetchAliasSelectionsFlow(idmIdentifier).result()

    /** Fetches the choices of aliases that the manager remembers; the outcome is an event. */
    public fun fetchAliasSelections(idmIdentifier: String): Unit =
        fetchAliasSelectionsFlow(idmIdentifier).report(queue) { onFetchAliasSelections(it) }

    private fun forgetAliasSelectionFlow(selection: AliasSelection, idmIdentifier: String) =
        Flow("forgetAliasSelection", slot) { it.forget(selection, idmIdentifier) }

    /**
     * Revokes a remembered choice: the next login asks again. The call can be repeated.
     *
     * @param selection a result of [fetchAliasSelectionsSynchronous].
     * @param idmIdentifier the manager's identifier.
     * @throws XignSdkException codes `notPersonalized`, `activationUnknown`.
     */
    @Throws(XignSdkException::class)
    public fun forgetAliasSelectionSynchronous(selection: AliasSelection, idmIdentifier: String): Unit =
        forgetAliasSelectionFlow(selection, idmIdentifier).result()

    /** Revokes a remembered choice; the outcome is an event. */
    public fun forgetAliasSelection(selection: AliasSelection, idmIdentifier: String): Unit =
        forgetAliasSelectionFlow(selection, idmIdentifier).report(queue) { onForgetAliasSelection(it) }

    /** Delivers events to a receiver until [unsubscribe]; unconsumed ones first. The SDK keeps the receiver alive. */
    public fun subscribe(receiver: AuthenticatorEventReceiver): Unit = queue.subscribe(receiver)

    /** Ends a subscription. */
    public fun unsubscribe(receiver: AuthenticatorEventReceiver): Unit = queue.unsubscribe(receiver)

    /** Drops all unconsumed events. */
    public fun removeUnconsumedEvents(): Unit = queue.removeUnconsumed()
}
