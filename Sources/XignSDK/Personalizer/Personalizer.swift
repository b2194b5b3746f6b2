/// The component that activates the app at managers, changes activations, and ends them.
///
/// A personalization has three steps: decrypt the initialization data with the activation PIN; let the user check them,
/// and set a new PIN if one is required; finish.
///
/// A change of an activation or its account has three steps, too: start; authenticate with the returned data, see
/// ``Authenticator``, always with the PIN; finish with the object in the result. The last two steps must be at most
/// five minutes apart.
///
/// Every flow has three variants: `async`; blocking (`...Synchronous`; do not call it on the main thread); and one that
/// returns at once and delivers the outcome as an event, see ``subscribe(_:)``. All may be called from any thread.
///
/// In addition to its own codes, each flow can throw `connectionFailed`, `timedOut`, `httpError`, `responseInvalid`,
/// `requestRejected`, `tooManyRequests`, `managerFailed`, `clientTooOld`, `keyMaterialExpired`, `encryptionKeyUnknown`,
/// `keyMaterialInvalid`, `managerUnknown`, `accountDisabled`, `cancelled`, `storageFailed`, `keyUnavailable` and
/// `unexpected`;
/// ``XignSdkLockoutError`` while a lockout is running, and ``XignSdkSecurityInsufficientError``. After an error the
/// process is as before the call, unless the code's documentation says otherwise.
///
/// Source: XignSys SDK documentation, "Personalization"; `docs/protocol.md`, section 4.
public final class Personalizer: Sendable {
    let device: DeviceSlot
    let queue = EventQueue<PersonalizerEvent>()

    init(_ device: DeviceSlot) { self.device = device }

    /// The activations of this device, sorted by manager. Reads the disk, but not the network.
    ///
    /// An activation whose personalization was interrupted is missing until the next flow has asked the manager for its
    /// state; ``pendingPersonalizations`` has it.
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

    /// The activations that were begun on this device, and whose end it does not know, sorted by manager. Reads the
    /// disk, but not the network. May be called from any thread.
    ///
    /// Read them when the app starts, before it says that it is not activated. An activation is pending if the app was
    /// ended, or the answer was lost, or the device could not store it since its disk was full, and the manager may
    /// have the keys. The next flow at that manager asks it, and ends the pending state: for example
    /// `fetchNotices(idmIdentifier:)`. If the manager has no keys, that flow throws `notPersonalized`, and the
    /// activation stays pending until the user finishes it with the same code, or gives it up with
    /// `depersonalizeIdentityManager(idmIdentifier:)`.
    ///
    /// - Throws: codes `storageFailed`, `notInitialized`.
    public var pendingPersonalizations: [PendingPersonalization] {
        get throws(XignSdkError) {
            do {
                let device = try device.get()
                return try device.activations.all().filter { $0.state == .pending }.map {
                    device.pendingPersonalization(of: $0)
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
    /// - Throws: codes `pinInvalid` (nothing was sent), `activationUnknown`, `alreadyPersonalized`, `otherAccount` (an
    ///   invitation of another account than this activation's), `activatedByAnotherAttempt` (these data have activated
    ///   this device before, perhaps in a run that was interrupted; the PIN of that run is valid).
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
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
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
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
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
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func depersonalizeIdentityManager(idmIdentifier: String) {
        depersonalize(idmIdentifier).report(to: queue, as: PersonalizerEvent.depersonalizeIdentityManager)
    }
}
