/// The component that authenticates the user.
///
/// An authentication has five steps: start; let the user choose role and attributes; prepare; sign; finish.
///
/// Every flow has three variants: `async`; blocking (`...Synchronous`; do not call it on the main thread); and one that
/// returns at once and delivers the outcome as an event, see ``subscribe(_:)``. All may be called from any thread.
///
/// In addition to its own codes, each flow can throw `connectionFailed`, `timedOut`, `httpError`, `responseInvalid`,
/// `requestRejected`, `tooManyRequests`, `managerFailed`, `clientTooOld`, `keyMaterialExpired`, `encryptionKeyUnknown`,
/// `keyMaterialInvalid`, `managerUnknown`, `accountDisabled`, `cancelled`, `storageFailed`, `keyUnavailable` and
/// `unexpected`;
/// ``XignSdkLockoutError`` while a lockout is running, and ``XignSdkSecurityInsufficientError``. These two end the
/// process. After any other error the process is as before the call, unless the code's documentation says otherwise.
///
/// Source: XignSys SDK documentation, "Authentication"; `docs/protocol.md`, section 5.
public final class Authenticator: Sendable {
    let device: DeviceSlot
    let queue = EventQueue<AuthenticatorEvent>()

    init(_ device: DeviceSlot) { self.device = device }

    // MARK: Start an authentication

    /// Claims the session for this device, and fetches the service, its roles and the requested attributes.
    ///
    /// - Parameter data: the parsed QR code or link of a login or a transaction; or the data of a process that the app
    ///   has begun.
    /// - Throws: codes `notPersonalized`, `qrCodeExpired` (scan again), `sessionEnded`, `sessionTaken`, `accessDenied`,
    ///   `otherAccount`, `unmetRequirements`, `activationUnknown`, `scanRequired` (the data of a QR code were opened:
    ///   show the scanner), `consentMismatch` (the session has another purpose than the scanned data).
    public func startAuthentication(
        data: AuthenticationInitializationData
    ) async throws(XignSdkError) -> AuthenticateRequest { try await start(data).result() }

    /// Claims the session for this device; see the asynchronous variant.
    @available(*, noasync)
    public func startAuthenticationSynchronous(
        data: AuthenticationInitializationData
    ) throws(XignSdkError) -> AuthenticateRequest { try start(data).wait() }

    /// Claims the session for this device; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startAuthentication(data: AuthenticationInitializationData) {
        start(data).report(to: queue, as: AuthenticatorEvent.startAuthentication)
    }

    // MARK: Prepare the user information

    /// Submits the chosen role and attributes, with the digits of the page where they are required, and fetches the
    /// statement to be signed.
    ///
    /// The SDK compares the statement, field by field, with the values that the app was given to show. Optional
    /// attributes that are not included are neither sent nor signed.
    ///
    /// - Parameter request: the started authentication, with a selected role, and with the digits where
    ///   ``AuthenticateRequest/isPairingRequired`` is true.
    /// - Returns: `failure` if attributes must be corrected; each attribute's `error` says how. Then call it again.
    /// - Throws: codes `roleMissing`, `pairingMissing` (nothing was sent), `pairingFailed` and `tooManyCorrections`
    ///   (the process is over), `consentMismatch` (nothing is signed), `sessionEnded`, `policyChanged`, `accessDenied`.
    public func prepareAuthenticationUserInformation(
        request: AuthenticateRequest
    ) async throws(XignSdkError) -> PrepareAuthenticationUserInformationResult { try await prepare(request).result() }

    /// Submits the chosen role and attributes; see the asynchronous variant.
    @available(*, noasync)
    public func prepareAuthenticationUserInformationSynchronous(
        request: AuthenticateRequest
    ) throws(XignSdkError) -> PrepareAuthenticationUserInformationResult { try prepare(request).wait() }

    /// Submits the chosen role and attributes; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func prepareAuthenticationUserInformation(request: AuthenticateRequest) {
        prepare(request).report(to: queue, as: AuthenticatorEvent.prepareAuthenticationUserInformation)
    }

    // MARK: Finish an authentication

    /// Submits the signed user information.
    ///
    /// If the connection fails, call it again with the same object: the manager repeats its answer and counts no second
    /// attempt. After a result the call returns the same one again; of two calls at the same time one sends a request.
    ///
    /// - Parameter userInfo: the statement, signed by every factor of one requested combination.
    /// - Returns: the result of the authentication, or `lockout` if a factor was wrong. Before the end of a lockout
    ///   the object that came with it yields `lockout` again: nothing is sent, and its signatures stay.
    /// - Throws: codes `factorSetMismatch` (no attempt was counted), `wrongOrder`, `sessionEnded`, `policyChanged`,
    ///   `consentMismatch`, `accessDenied`, `activationUnknown`, `notAllowed` (the activation to be revoked has ended);
    ///   `userNotRecognized`, `biometricsChanged` and `factorUnavailable` if the biometric gate did not sign: sign with
    ///   the factor again, or with another one, then repeat the call.
    public func finishAuthentication(
        userInfo: AuthenticationUserInformation
    ) async throws(XignSdkError) -> AuthenticationResult { try await finish(userInfo).result() }

    /// Submits the signed user information; see the asynchronous variant.
    @available(*, noasync)
    public func finishAuthenticationSynchronous(
        userInfo: AuthenticationUserInformation
    ) throws(XignSdkError) -> AuthenticationResult { try finish(userInfo).wait() }

    /// Submits the signed user information; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func finishAuthentication(userInfo: AuthenticationUserInformation) {
        finish(userInfo).report(to: queue, as: AuthenticatorEvent.finishAuthentication)
    }

    // MARK: Abort an authentication

    /// Ends the authentication because the user does not want it, or did not begin it.
    ///
    /// - Parameters:
    ///   - request: the started authentication.
    ///   - reason: the user's reason, for the manager's audit log.
    /// - Throws: code `sessionEnded` if the session was already over.
    public func abortAuthentication(request: AuthenticateRequest, reason: AbortReason) async throws(XignSdkError) {
        try await abort(request, reason).result()
    }

    /// Ends the authentication; see the asynchronous variant.
    @available(*, noasync)
    public func abortAuthenticationSynchronous(
        request: AuthenticateRequest, reason: AbortReason
    ) throws(XignSdkError) { try abort(request, reason).wait() }

    /// Ends the authentication; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func abortAuthentication(request: AuthenticateRequest, reason: AbortReason) {
        abort(request, reason).report(to: queue, as: AuthenticatorEvent.abortAuthentication)
    }

    // MARK: Fetch InApp initialization data

    /// Begins an InApp-Authentication: this app logs its user in to its own service. Continue with
    /// ``startAuthentication(data:)->_``.
    ///
    /// Source: XignSys SDK documentation, "InApp-Authentication"; `docs/protocol.md`, section 8.
    ///
    /// - Parameter trigger: the service.
    /// - Throws: codes `serviceNotConfigured`, `notPersonalized`, `notAllowed` (the service does not let apps log in),
    ///   `requestRejected` (the service demands a nonce or a code challenge). Nothing has begun then.
    public func fetchInAppAuthenticationInitializationData(
        _ trigger: InAppAuthenticationTrigger
    ) async throws(XignSdkError) -> AuthenticationInitializationDataInApp { try await fetchInApp(trigger).result() }

    /// Begins an InApp-Authentication; see the asynchronous variant.
    @available(*, noasync)
    public func fetchInAppAuthenticationInitializationDataSynchronous(
        _ trigger: InAppAuthenticationTrigger
    ) throws(XignSdkError) -> AuthenticationInitializationDataInApp { try fetchInApp(trigger).wait() }

    /// Begins an InApp-Authentication; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func fetchInAppAuthenticationInitializationData(_ trigger: InAppAuthenticationTrigger) {
        fetchInApp(trigger).report(to: queue, as: AuthenticatorEvent.fetchInAppAuthenticationInitializationData)
    }

    // MARK: Fetch the authorization code

    /// Fetches the OpenID Connect authorization code of a finished InApp-Authentication. Send it to the app's backend,
    /// which redeems it within a minute.
    ///
    /// Source: XignSys SDK documentation, "InApp-Authentication"; `docs/protocol.md`, section 8.
    ///
    /// - Parameter result: the result of ``finishAuthentication(userInfo:)->_``, not older than a minute.
    /// - Throws: codes `sessionEnded` (the minute is over, or the code was redeemed), `policyChanged` (a right was
    ///   withdrawn since the confirmation). After a lost answer the call can be repeated: it fetches the same code.
    public func fetchAuthorizationCode(
        _ result: ServiceLoginResult
    ) async throws(XignSdkError) -> AuthorizationCodeResult { try await fetchCode(result).result() }

    /// Fetches the authorization code; see the asynchronous variant.
    @available(*, noasync)
    public func fetchAuthorizationCodeSynchronous(
        _ result: ServiceLoginResult
    ) throws(XignSdkError) -> AuthorizationCodeResult { try fetchCode(result).wait() }

    /// Fetches the authorization code; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func fetchAuthorizationCode(_ result: ServiceLoginResult) {
        fetchCode(result).report(to: queue, as: AuthenticatorEvent.fetchAuthorizationCode)
    }

    // MARK: Remembered choices of aliases

    /// Fetches the choices of aliases that the manager remembers for the services.
    ///
    /// For a screen where the user reviews them, and revokes them with `forgetAliasSelection(_:idmIdentifier:)`.
    ///
    /// - Parameter idmIdentifier: the manager's identifier.
    /// - Returns: the choices in the manager's order; an empty array if there are none.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notSupported`.
    public func fetchAliasSelections(idmIdentifier: String) async throws(XignSdkError) -> [AliasSelection] {
        try await aliasSelections(idmIdentifier).result()
    }

    /// Fetches the remembered choices of aliases; see the asynchronous variant.
    @available(*, noasync)
    public func fetchAliasSelectionsSynchronous(idmIdentifier: String) throws(XignSdkError) -> [AliasSelection] {
        try aliasSelections(idmIdentifier).wait()
    }

    /// Fetches the remembered choices of aliases; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func fetchAliasSelections(idmIdentifier: String) {
        aliasSelections(idmIdentifier).report(to: queue, as: AuthenticatorEvent.fetchAliasSelections)
    }

    /// Revokes a remembered choice: the next authentication at the service offers all aliases again.
    ///
    /// The call is idempotent: revoking a choice that the manager no longer remembers succeeds. A choice that the user
    /// has made since has a new identifier and stays.
    ///
    /// - Parameters:
    ///   - selection: a result of ``fetchAliasSelections(idmIdentifier:)->_``.
    ///   - idmIdentifier: the manager that returned it.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notSupported`.
    public func forgetAliasSelection(
        _ selection: AliasSelection, idmIdentifier: String
    ) async throws(XignSdkError) { try await forget(selection, idmIdentifier).result() }

    /// Revokes a remembered choice; see the asynchronous variant.
    @available(*, noasync)
    public func forgetAliasSelectionSynchronous(
        _ selection: AliasSelection, idmIdentifier: String
    ) throws(XignSdkError) { try forget(selection, idmIdentifier).wait() }

    /// Revokes a remembered choice; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func forgetAliasSelection(_ selection: AliasSelection, idmIdentifier: String) {
        forget(selection, idmIdentifier).report(to: queue, as: AuthenticatorEvent.forgetAliasSelection)
    }
}
