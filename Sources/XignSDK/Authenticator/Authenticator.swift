/// Authenticates the user.
///
/// An authentication is: start, let the user choose role and attributes, prepare, sign, finish.
///
/// Every flow has three faces: `async`, blocking (`...Synchronous`, not for the main thread), and without waiting, where
/// the outcome goes to the receivers that are subscribed, see ``subscribe(_:)``.
///
/// Besides the codes that each flow names, all can throw `connectionFailed`, `timedOut`, `httpError`, `responseInvalid`,
/// `requestRejected`, `tooManyRequests`, `managerFailed`, `clientTooOld`, `keyMaterialExpired`, `keyMaterialInvalid`,
/// `managerUnknown`, `accountDisabled`, `cancelled`, `storageFailed`, `keyUnavailable` and `unexpected`;
/// ``XignSdkLockoutError`` where a lockout is running, and
/// ``XignSdkSecurityInsufficientError``. After a lockout or a security error the process is over.
public final class Authenticator: Sendable {
    let device: Result<Device, XignSdkError>
    let queue = EventQueue<AuthenticatorEvent>()

    init(_ device: Result<Device, XignSdkError>) { self.device = device }

    // MARK: Start an authentication

    /// Claims the session for this device and learns who asks for what.
    ///
    /// - Throws: codes `notPersonalized`, `qrCodeExpired` (scan again), `sessionEnded`, `sessionTaken`, `accessDenied`,
    ///   `otherAccountRequired`, `requirementsUnmet`, `activationUnknown`, `consentMismatch` (the session is for something else than what
    ///   was scanned).
    public func startAuthentication(
        data: AuthenticationInitializationData
    ) async throws(XignSdkError) -> AuthenticateRequest { try await start(data).result() }

    /// Claims the session for this device; see the asynchronous variant.
    @available(*, noasync)
    public func startAuthenticationSynchronous(
        data: AuthenticationInitializationData
    ) throws(XignSdkError) -> AuthenticateRequest { try start(data).wait() }

    /// Claims the session for this device; the outcome is an event.
    public func startAuthentication(data: AuthenticationInitializationData) {
        start(data).report(to: queue, as: AuthenticatorEvent.startAuthentication)
    }

    // MARK: Prepare the user information

    /// Submits the chosen role and attributes, and receives what is to be signed.
    ///
    /// What the manager asks to sign is compared, field by field, with what the app was given to show.
    ///
    /// Attributes that are optional and not included are neither sent nor signed.
    ///
    /// - Returns: `failure` where attributes must be corrected: their `error`s say how.
    /// - Throws: codes `roleMissing`, `tooManyCorrections` (the process is over), `consentMismatch` (nothing is signed), `sessionEnded`,
    ///   `policyChanged`, `accessDenied`.
    public func prepareAuthenticationUserInformation(
        request: AuthenticateRequest
    ) async throws(XignSdkError) -> PrepareAuthenticationUserInformationResult { try await prepare(request).result() }

    /// Submits the chosen role and attributes; see the asynchronous variant.
    @available(*, noasync)
    public func prepareAuthenticationUserInformationSynchronous(
        request: AuthenticateRequest
    ) throws(XignSdkError) -> PrepareAuthenticationUserInformationResult { try prepare(request).wait() }

    /// Submits the chosen role and attributes; the outcome is an event.
    public func prepareAuthenticationUserInformation(request: AuthenticateRequest) {
        prepare(request).report(to: queue, as: AuthenticatorEvent.prepareAuthenticationUserInformation)
    }

    // MARK: Finish an authentication

    /// Submits the signed user information.
    ///
    /// Where no answer came, it may be called again with the same object: the manager answers the same again.
    ///
    /// - Returns: what the authentication leads to, or `lockout` if a factor was wrong.
    /// - Throws: codes `factorSetMismatch` (nothing was counted), `wrongOrder`, `sessionEnded`, `policyChanged`, `consentMismatch`,
    ///   `accessDenied`, `activationUnknown`.
    public func finishAuthentication(
        userInfo: AuthenticationUserInformation
    ) async throws(XignSdkError) -> AuthenticationResult { try await finish(userInfo).result() }

    /// Submits the signed user information; see the asynchronous variant.
    @available(*, noasync)
    public func finishAuthenticationSynchronous(
        userInfo: AuthenticationUserInformation
    ) throws(XignSdkError) -> AuthenticationResult { try finish(userInfo).wait() }

    /// Submits the signed user information; the outcome is an event.
    public func finishAuthentication(userInfo: AuthenticationUserInformation) {
        finish(userInfo).report(to: queue, as: AuthenticatorEvent.finishAuthentication)
    }

    // MARK: Abort an authentication

    /// Ends the authentication because the user does not want it, or did not begin it.
    ///
    /// - Throws: code `sessionEnded` if it was over already.
    public func abortAuthentication(request: AuthenticateRequest, reason: AbortReason) async throws(XignSdkError) {
        try await abort(request, reason).result()
    }

    /// Ends the authentication; see the asynchronous variant.
    @available(*, noasync)
    public func abortAuthenticationSynchronous(
        request: AuthenticateRequest, reason: AbortReason
    ) throws(XignSdkError) { try abort(request, reason).wait() }

    /// Ends the authentication; the outcome is an event.
    public func abortAuthentication(request: AuthenticateRequest, reason: AbortReason) {
        abort(request, reason).report(to: queue, as: AuthenticatorEvent.abortAuthentication)
    }

    // MARK: Fetch InApp initialization data

    /// Begins an InApp-Authentication.
    ///
    /// - Throws: code `notSupported` in this version.
    public func fetchInAppAuthenticationInitializationData(
        _ trigger: InAppAuthenticationTrigger
    ) async throws(XignSdkError) -> AuthenticationInitializationDataInApp { try await fetchInApp(trigger).result() }

    /// Begins an InApp-Authentication; see the asynchronous variant.
    @available(*, noasync)
    public func fetchInAppAuthenticationInitializationDataSynchronous(
        _ trigger: InAppAuthenticationTrigger
    ) throws(XignSdkError) -> AuthenticationInitializationDataInApp { try fetchInApp(trigger).wait() }

    /// Begins an InApp-Authentication; the outcome is an event.
    public func fetchInAppAuthenticationInitializationData(_ trigger: InAppAuthenticationTrigger) {
        fetchInApp(trigger).report(to: queue, as: AuthenticatorEvent.fetchInAppAuthenticationInitializationData)
    }

    // MARK: Fetch the authorization code

    /// Fetches the OpenID Connect authorization code of a finished InApp-Authentication.
    ///
    /// - Throws: code `notSupported` in this version.
    public func fetchAuthorizationCode(
        _ result: ServiceLoginResult
    ) async throws(XignSdkError) -> AuthorizationCodeResult { try await fetchCode(result).result() }

    /// Fetches the authorization code; see the asynchronous variant.
    @available(*, noasync)
    public func fetchAuthorizationCodeSynchronous(
        _ result: ServiceLoginResult
    ) throws(XignSdkError) -> AuthorizationCodeResult { try fetchCode(result).wait() }

    /// Fetches the authorization code; the outcome is an event.
    public func fetchAuthorizationCode(_ result: ServiceLoginResult) {
        fetchCode(result).report(to: queue, as: AuthenticatorEvent.fetchAuthorizationCode)
    }

    // MARK: Remembered choices of aliases

    /// Fetches the choices that the manager remembers: which service receives the value of which alias, without the user choosing
    /// again. For a screen where the user can review them, and take them back with
    /// `forgetAliasSelection(_:idmIdentifier:)`.
    ///
    /// - Parameter idmIdentifier: the manager.
    /// - Returns: the choices in the order that the manager shows them; none if there are none.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notSupported`.
    public func fetchAliasSelections(idmIdentifier: String) async throws(XignSdkError) -> [AliasSelection] {
        try await aliasSelections(idmIdentifier).result()
    }

    /// Fetches the choices that the manager remembers; see the asynchronous variant.
    @available(*, noasync)
    public func fetchAliasSelectionsSynchronous(idmIdentifier: String) throws(XignSdkError) -> [AliasSelection] {
        try aliasSelections(idmIdentifier).wait()
    }

    /// Fetches the choices that the manager remembers; the outcome is an event.
    public func fetchAliasSelections(idmIdentifier: String) {
        aliasSelections(idmIdentifier).report(to: queue, as: AuthenticatorEvent.fetchAliasSelections)
    }

    /// Takes a choice back: at the next authentication the service's request offers all aliases again.
    ///
    /// It can be repeated: a choice that is not remembered (any more) is forgotten already. One that the user has made anew since is
    /// another, and stays.
    ///
    /// - Parameters:
    ///   - selection: one that ``fetchAliasSelections(idmIdentifier:)->_`` returned.
    ///   - idmIdentifier: the manager that returned it.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notSupported`.
    public func forgetAliasSelection(
        _ selection: AliasSelection, idmIdentifier: String
    ) async throws(XignSdkError) { try await forget(selection, idmIdentifier).result() }

    /// Takes a choice back; see the asynchronous variant.
    @available(*, noasync)
    public func forgetAliasSelectionSynchronous(
        _ selection: AliasSelection, idmIdentifier: String
    ) throws(XignSdkError) { try forget(selection, idmIdentifier).wait() }

    /// Takes a choice back; the outcome is an event.
    public func forgetAliasSelection(_ selection: AliasSelection, idmIdentifier: String) {
        forget(selection, idmIdentifier).report(to: queue, as: AuthenticatorEvent.forgetAliasSelection)
    }
}
