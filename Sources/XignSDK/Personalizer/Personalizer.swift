// Long because: the users of the SDK find the three variants of every flow here, each with its documentation.

/// The component that activates the app at managers, changes activations, and ends them.
///
/// A personalization has three steps: decrypt the initialization data with the activation PIN; let the user check them,
/// and set a new PIN if one is required; finish.
///
/// Every flow has three variants: `async`; blocking (`...Synchronous`; do not call it on the main thread); and one that
/// returns at once and delivers the outcome as an event, see ``subscribe(_:)``. All may be called from any thread.
///
/// In addition to its own codes, each flow can throw `connectionFailed`, `timedOut`, `httpError`, `responseInvalid`,
/// `requestRejected`, `tooManyRequests`, `managerFailed`, `clientTooOld`, `keyMaterialExpired`, `keyMaterialInvalid`,
/// `managerUnknown`, `accountDisabled`, `cancelled`, `storageFailed`, `keyUnavailable` and `unexpected`;
/// ``XignSdkLockoutError`` while a lockout is running, and ``XignSdkSecurityInsufficientError``. After an error the
/// process is as before the call, unless the code's documentation says otherwise.
///
/// Source: XignSys SDK documentation, "Personalization"; `docs/protocol.md`, section 4.
public final class Personalizer: Sendable {
    let device: Result<Device, XignSdkError>
    let queue = EventQueue<PersonalizerEvent>()

    init(_ device: Result<Device, XignSdkError>) { self.device = device }

    /// The activations of this device, sorted by manager. Reads the disk, but not the network.
    ///
    /// An activation whose personalization was interrupted is missing until the next flow has asked the manager for its
    /// state.
    public var personalizations: [PersonalizationResult] {
        get throws(XignSdkError) {
            do {
                let device = try device.get()
                return try device.activations.all().filter { $0.state == .active }.map {
                    device.personalization(of: $0)
                }
            } catch { throw XignSdkError.wrapping(error) }
        }
    }

    // MARK: DecryptPersonalizationInitializationData

    /// Proves the activation PIN to the manager, and fetches the activation's properties.
    ///
    /// The PIN itself is not sent. The manager counts a wrong PIN; the result is `lockout` then.
    ///
    /// - Parameters:
    ///   - data: the parsed initialization data.
    ///   - pin: the activation PIN, 5 to 32 digits.
    /// - Throws: codes `pinInvalid` (nothing was sent), `activationUnknown`, `alreadyPersonalized`.
    public func decryptPersonalizationInitializationData(data: PersonalizationInitializationData, pin: String)
        async throws(XignSdkError) -> PersonalizationResponse
    {
        try await decrypt(data, pin).result()
    }

    /// Proves the activation PIN to the manager, and fetches the activation's properties; see the asynchronous variant.
    @available(*, noasync)
    public func decryptPersonalizationInitializationDataSynchronous(
        data: PersonalizationInitializationData, pin: String
    ) throws(XignSdkError) -> PersonalizationResponse {
        try decrypt(data, pin).wait()
    }

    /// Proves the activation PIN to the manager, and fetches the activation's properties; the outcome is an event.
    public func decryptPersonalizationInitializationData(data: PersonalizationInitializationData, pin: String) {
        decrypt(data, pin).report(to: queue, as: PersonalizerEvent.decryptPersonalizationInitializationData)
    }

    // MARK: FinishPersonalization

    /// Creates the keys and enrols them at the manager. The app is activated then.
    ///
    /// If the connection fails, call it again with the same object. If the app is terminated, the next flow asks the
    /// manager for the state; if the manager had not received the keys, decrypt the same initialization data again.
    ///
    /// Other flows may run at the same time, also in other processes. Of several attempts at one activation on this
    /// device, one succeeds; the others throw `activatedByAnotherAttempt` or `enrolmentRejected`.
    ///
    /// - Parameter request: the opened activation.
    /// - Throws: codes `pinMissing`, `factorUnavailable`, `alreadyPersonalized`, `activationUnknown`, `wrongOrder`,
    ///   `enrolmentRejected` (also if too much time has passed since the PIN was proved: decrypt the initialization
    ///   data again), `activatedByAnotherAttempt` (the device is activated, but with the PIN of another attempt).
    public func finishPersonalization(request: PersonalizationRequest) async throws(XignSdkError)
        -> PersonalizationResult
    {
        try await finish(request).result()
    }

    /// Creates the keys and enrols them at the manager; see the asynchronous variant.
    @available(*, noasync)
    public func finishPersonalizationSynchronous(request: PersonalizationRequest) throws(XignSdkError)
        -> PersonalizationResult
    {
        try finish(request).wait()
    }

    /// Creates the keys and enrols them at the manager; the outcome is an event.
    public func finishPersonalization(request: PersonalizationRequest) {
        finish(request).report(to: queue, as: PersonalizerEvent.finishPersonalization)
    }

    // MARK: DepersonalizeIdentityManager

    /// Gives up this device's activation at a manager.
    ///
    /// The manager revokes the activation first. The keys are then removed, even if the manager could not be reached.
    /// The account remains. An activation that was never finished is `forgottenLocally`.
    ///
    /// - Parameter idmIdentifier: the manager's identifier.
    /// - Throws: code `notPersonalized`.
    @discardableResult
    public func depersonalizeIdentityManager(idmIdentifier: String) async throws(XignSdkError)
        -> DepersonalizationResult
    {
        try await depersonalize(idmIdentifier).result()
    }

    /// Gives up this device's activation at a manager; see the asynchronous variant.
    @available(*, noasync)
    @discardableResult
    public func depersonalizeIdentityManagerSynchronous(idmIdentifier: String) throws(XignSdkError)
        -> DepersonalizationResult
    {
        try depersonalize(idmIdentifier).wait()
    }

    /// Gives up this device's activation at a manager; the outcome is an event.
    public func depersonalizeIdentityManager(idmIdentifier: String) {
        depersonalize(idmIdentifier).report(to: queue, as: PersonalizerEvent.depersonalizeIdentityManager)
    }

    // MARK: StartAddAuthenticationFactor

    /// Begins to add a factor: authenticate with the returned data.
    ///
    /// - Throws: code `notSupported` in this version.
    public func startAddAuthenticationFactor(idmIdentifier: String, factorType: AuthenticatorType)
        async throws(XignSdkError) -> AuthenticationInitializationData
    {
        try await notSupported(AuthenticationInitializationData.self).result()
    }

    /// Begins to add a factor: authenticate with the returned data; see the asynchronous variant.
    @available(*, noasync)
    public func startAddAuthenticationFactorSynchronous(idmIdentifier: String, factorType: AuthenticatorType)
        throws(XignSdkError) -> AuthenticationInitializationData
    {
        try notSupported(AuthenticationInitializationData.self).wait()
    }

    /// Begins to add a factor: authenticate with the returned data; the outcome is an event.
    public func startAddAuthenticationFactor(idmIdentifier: String, factorType: AuthenticatorType) {
        notSupported(AuthenticationInitializationData.self).report(
            to: queue, as: PersonalizerEvent.startAddAuthenticationFactor)
    }

    // MARK: FinishAddAuthenticationFactor

    /// Adds a factor.
    ///
    /// - Throws: code `notSupported` in this version.
    public func finishAddAuthenticationFactor(result: ApiAccessAddFactor, factor: AuthenticationFactor)
        async throws(XignSdkError)
    {
        try await notSupported(Void.self).result()
    }

    /// Adds a factor; see the asynchronous variant.
    @available(*, noasync)
    public func finishAddAuthenticationFactorSynchronous(result: ApiAccessAddFactor, factor: AuthenticationFactor)
        throws(XignSdkError)
    {
        try notSupported(Void.self).wait()
    }

    /// Adds a factor; the outcome is an event.
    public func finishAddAuthenticationFactor(result: ApiAccessAddFactor, factor: AuthenticationFactor) {
        notSupported(Void.self).report(to: queue, as: PersonalizerEvent.finishAddAuthenticationFactor)
    }

    // MARK: StartChangePin

    /// Begins to change the PIN: authenticate with the returned data.
    ///
    /// - Throws: code `notSupported` in this version.
    public func startChangePin(idmIdentifier: String) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await notSupported(AuthenticationInitializationData.self).result()
    }

    /// Begins to change the PIN: authenticate with the returned data; see the asynchronous variant.
    @available(*, noasync)
    public func startChangePinSynchronous(idmIdentifier: String) throws(XignSdkError)
        -> AuthenticationInitializationData
    {
        try notSupported(AuthenticationInitializationData.self).wait()
    }

    /// Begins to change the PIN: authenticate with the returned data; the outcome is an event.
    public func startChangePin(idmIdentifier: String) {
        notSupported(AuthenticationInitializationData.self).report(to: queue, as: PersonalizerEvent.startChangePin)
    }

    // MARK: FinishChangePin

    /// Changes the PIN to the one set in the request.
    ///
    /// - Throws: code `notSupported` in this version.
    public func finishChangePin(request: ApiAccessChangePin) async throws(XignSdkError) {
        try await notSupported(Void.self).result()
    }

    /// Changes the PIN to the one set in the request; see the asynchronous variant.
    @available(*, noasync)
    public func finishChangePinSynchronous(request: ApiAccessChangePin) throws(XignSdkError) {
        try notSupported(Void.self).wait()
    }

    /// Changes the PIN to the one set in the request; the outcome is an event.
    public func finishChangePin(request: ApiAccessChangePin) {
        notSupported(Void.self).report(to: queue, as: PersonalizerEvent.finishChangePin)
    }

    // MARK: StartRequestNewActivationData

    /// Begins to make a further activation: authenticate with the returned data.
    ///
    /// - Throws: code `notSupported` in this version.
    public func startRequestNewActivationData(idmIdentifier: String) async throws(XignSdkError)
        -> AuthenticationInitializationData
    {
        try await notSupported(AuthenticationInitializationData.self).result()
    }

    /// Begins to make a further activation: authenticate with the returned data; see the asynchronous variant.
    @available(*, noasync)
    public func startRequestNewActivationDataSynchronous(idmIdentifier: String) throws(XignSdkError)
        -> AuthenticationInitializationData
    {
        try notSupported(AuthenticationInitializationData.self).wait()
    }

    /// Begins to make a further activation: authenticate with the returned data; the outcome is an event.
    public func startRequestNewActivationData(idmIdentifier: String) {
        notSupported(AuthenticationInitializationData.self).report(
            to: queue, as: PersonalizerEvent.startRequestNewActivationData)
    }

    // MARK: FinishRequestNewActivationData

    /// Makes a further activation, and returns its initialization data to be shown as a QR code.
    ///
    /// - Throws: code `notSupported` in this version.
    public func finishRequestNewActivationData(_ request: ApiAccessRequestNewActivationData) async throws(XignSdkError)
        -> String
    {
        try await notSupported(String.self).result()
    }

    /// Makes a further activation, and returns its initialization data to be shown as a QR code; see the asynchronous
    /// variant.
    @available(*, noasync)
    public func finishRequestNewActivationDataSynchronous(_ request: ApiAccessRequestNewActivationData)
        throws(XignSdkError) -> String
    {
        try notSupported(String.self).wait()
    }

    /// Makes a further activation, and returns its initialization data to be shown as a QR code; the outcome is an
    /// event.
    public func finishRequestNewActivationData(_ request: ApiAccessRequestNewActivationData) {
        notSupported(String.self).report(to: queue, as: PersonalizerEvent.finishRequestNewActivationData)
    }

    // MARK: StartDeletion

    /// Begins to delete the account: authenticate with the returned data.
    ///
    /// - Throws: code `notSupported` in this version.
    public func startDeletion(idmIdentifier: String) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await notSupported(AuthenticationInitializationData.self).result()
    }

    /// Begins to delete the account: authenticate with the returned data; see the asynchronous variant.
    @available(*, noasync)
    public func startDeletionSynchronous(idmIdentifier: String) throws(XignSdkError) -> AuthenticationInitializationData
    {
        try notSupported(AuthenticationInitializationData.self).wait()
    }

    /// Begins to delete the account: authenticate with the returned data; the outcome is an event.
    public func startDeletion(idmIdentifier: String) {
        notSupported(AuthenticationInitializationData.self).report(to: queue, as: PersonalizerEvent.startDeletion)
    }

    // MARK: FinishDeletion

    /// Deletes the account at the manager permanently. Depersonalize afterwards.
    ///
    /// - Throws: code `notSupported` in this version.
    public func finishDeletion(request: ApiAccessDelete) async throws(XignSdkError) {
        try await notSupported(Void.self).result()
    }

    /// Deletes the account at the manager permanently. Depersonalize afterwards; see the asynchronous variant.
    @available(*, noasync)
    public func finishDeletionSynchronous(request: ApiAccessDelete) throws(XignSdkError) {
        try notSupported(Void.self).wait()
    }

    /// Deletes the account at the manager permanently. Depersonalize afterwards; the outcome is an event.
    public func finishDeletion(request: ApiAccessDelete) {
        notSupported(Void.self).report(to: queue, as: PersonalizerEvent.finishDeletion)
    }
}
