extension Personalizer {
    // MARK: StartAddAuthenticationFactor

    /// Begins to add a factor: authenticate with the returned data. The result is
    /// ``AuthenticationResult/apiAccessAddFactor(_:)``.
    ///
    /// Only the biometric factor can be added, once for each activation. Check that the device has biometrics, and that
    /// the user can be recognized, before you let the user authenticate.
    ///
    /// Source: XignSys SDK documentation, "Add factor".
    ///
    /// - Parameters:
    ///   - idmIdentifier: the identifier of the activation's manager.
    ///   - factorType: the factor to add.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `factorUnavailable` (the device cannot have this
    ///   factor), `factorRefused` (the activation has it, or the manager does not accept it).
    public func startAddAuthenticationFactor(
        idmIdentifier: String, factorType: AuthenticatorType
    ) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await startAdding(factorType, at: idmIdentifier).result()
    }

    /// Begins to add a factor; see the asynchronous variant.
    @available(*, noasync)
    public func startAddAuthenticationFactorSynchronous(
        idmIdentifier: String, factorType: AuthenticatorType
    ) throws(XignSdkError) -> AuthenticationInitializationData { try startAdding(factorType, at: idmIdentifier).wait() }

    /// Begins to add a factor; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startAddAuthenticationFactor(idmIdentifier: String, factorType: AuthenticatorType) {
        startAdding(factorType, at: idmIdentifier).report(to: queue, as: PersonalizerEvent.startAddAuthenticationFactor)
    }

    // MARK: FinishAddAuthenticationFactor

    /// Creates the key of a factor, and adds it to the activation.
    ///
    /// If the connection fails, call it again with the same object: the same request is sent again. If the app is
    /// terminated, the next flow asks the manager whether it has the factor.
    ///
    /// - Parameters:
    ///   - result: the permission.
    ///   - factor: the factor to add.
    /// - Throws: codes `userNotRecognized` (the call can be repeated), `factorUnavailable`, `factorRefused`,
    ///   `biometricsChanged` (the key of an earlier call is gone: begin again after five minutes), `grantMismatch` (the
    ///   permission is for another factor), `grantExpired`, `grantSpent`, `wrongOrder`, `activationUnknown`,
    ///   `notPersonalized`, `enrolmentRejected`.
    public func finishAddAuthenticationFactor(
        result: ApiAccessAddFactor, factor: AuthenticationFactor
    ) async throws(XignSdkError) { try await finishAdding(factor, result).result() }

    /// Creates the key of a factor, and adds it to the activation; see the asynchronous variant.
    @available(*, noasync)
    public func finishAddAuthenticationFactorSynchronous(
        result: ApiAccessAddFactor, factor: AuthenticationFactor
    ) throws(XignSdkError) { try finishAdding(factor, result).wait() }

    /// Creates the key of a factor, and adds it to the activation; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func finishAddAuthenticationFactor(result: ApiAccessAddFactor, factor: AuthenticationFactor) {
        finishAdding(factor, result).report(to: queue, as: PersonalizerEvent.finishAddAuthenticationFactor)
    }

    // MARK: StartChangePin

    /// Begins to change the PIN: authenticate with the returned data and the present PIN. The result is
    /// ``AuthenticationResult/apiAccessChangePin(_:)``.
    ///
    /// - Parameter idmIdentifier: the identifier of the activation's manager.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notAllowed`.
    public func startChangePin(
        idmIdentifier: String
    ) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await start(.changePin, at: idmIdentifier).result()
    }

    /// Begins to change the PIN; see the asynchronous variant.
    @available(*, noasync)
    public func startChangePinSynchronous(
        idmIdentifier: String
    ) throws(XignSdkError) -> AuthenticationInitializationData { try start(.changePin, at: idmIdentifier).wait() }

    /// Begins to change the PIN; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startChangePin(idmIdentifier: String) {
        start(.changePin, at: idmIdentifier).report(to: queue, as: PersonalizerEvent.startChangePin)
    }

    // MARK: FinishChangePin

    /// Changes the PIN to the one in `request.pinSpec`, and wipes it there.
    ///
    /// If the connection fails, call it again with the same object: the same request is sent again, and the PIN need
    /// not be set again. Until a call succeeds, the present or the new PIN may be valid: if the app is terminated, the
    /// user should try the new one first. Nothing changes on the device.
    ///
    /// - Parameter request: the permission, with the new PIN.
    /// - Throws: codes `pinMissing`, `samePin` (set another PIN, and call it again), `grantExpired`, `grantSpent`,
    ///   `wrongOrder` (also if an earlier call has sent another PIN), `activationUnknown`.
    public func finishChangePin(
        request: ApiAccessChangePin
    ) async throws(XignSdkError) { try await finishChanging(request).result() }

    /// Changes the PIN; see the asynchronous variant.
    @available(*, noasync)
    public func finishChangePinSynchronous(
        request: ApiAccessChangePin
    ) throws(XignSdkError) { try finishChanging(request).wait() }

    /// Changes the PIN; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func finishChangePin(request: ApiAccessChangePin) {
        finishChanging(request).report(to: queue, as: PersonalizerEvent.finishChangePin)
    }

    // MARK: StartRequestNewActivationData

    /// Begins to make a further activation, for another device: authenticate with the returned data. The result is
    /// ``AuthenticationResult/apiAccessRequestNewActivationData(_:)``.
    ///
    /// - Parameter idmIdentifier: the identifier of the activation's manager.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notAllowed` (too many activations), `coolDown`.
    public func startRequestNewActivationData(
        idmIdentifier: String
    ) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await start(.newActivation, at: idmIdentifier).result()
    }

    /// Begins to make a further activation; see the asynchronous variant.
    @available(*, noasync)
    public func startRequestNewActivationDataSynchronous(
        idmIdentifier: String
    ) throws(XignSdkError) -> AuthenticationInitializationData { try start(.newActivation, at: idmIdentifier).wait() }

    /// Begins to make a further activation; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startRequestNewActivationData(idmIdentifier: String) {
        start(.newActivation, at: idmIdentifier).report(to: queue, as: PersonalizerEvent.startRequestNewActivationData)
    }

    // MARK: FinishRequestNewActivationData

    /// Makes a further activation with the PIN in `request.pinSpec`, and wipes it there.
    ///
    /// The activation ends after ten minutes unless a device has used it by then, see
    /// ``ApiAccessRequestNewActivationData/expiresAt``. If the connection fails, call it again with the same object:
    /// the same request is sent again, and the PIN need not be set again.
    ///
    /// - Parameter request: the permission, with the PIN of the new activation.
    /// - Returns: the new activation's initialization data, to be shown as a QR code. They are secret: whoever has them
    ///   can try PINs.
    /// - Throws: codes `pinMissing`, `aliasInvalid`, `mailUnavailable` (nothing was sent), `notAllowed`, `coolDown`,
    ///   `grantExpired`, `grantSpent`, `wrongOrder` (also if an earlier call has sent another PIN),
    ///   `activationUnknown`.
    public func finishRequestNewActivationData(
        _ request: ApiAccessRequestNewActivationData
    ) async throws(XignSdkError) -> String { try await finishRequesting(request).result() }

    /// Makes a further activation, and returns its initialization data; see the asynchronous variant.
    @available(*, noasync)
    public func finishRequestNewActivationDataSynchronous(
        _ request: ApiAccessRequestNewActivationData
    ) throws(XignSdkError) -> String { try finishRequesting(request).wait() }

    /// Makes a further activation, and returns its initialization data; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func finishRequestNewActivationData(_ request: ApiAccessRequestNewActivationData) {
        finishRequesting(request).report(to: queue, as: PersonalizerEvent.finishRequestNewActivationData)
    }

    // MARK: StartDeletion

    /// Begins to delete the account: authenticate with the returned data. The result is
    /// ``AuthenticationResult/apiAccessDelete(_:)``.
    ///
    /// - Parameter idmIdentifier: the identifier of the account's manager.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notAllowed` (the last administrator), `coolDown`.
    public func startDeletion(
        idmIdentifier: String
    ) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await start(.delete, at: idmIdentifier).result()
    }

    /// Begins to delete the account; see the asynchronous variant.
    @available(*, noasync)
    public func startDeletionSynchronous(
        idmIdentifier: String
    ) throws(XignSdkError) -> AuthenticationInitializationData { try start(.delete, at: idmIdentifier).wait() }

    /// Begins to delete the account; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startDeletion(idmIdentifier: String) {
        start(.delete, at: idmIdentifier).report(to: queue, as: PersonalizerEvent.startDeletion)
    }

    // MARK: FinishDeletion

    /// Deletes the account at the manager with all of its activations. It cannot be undone, or cancelled once it has
    /// begun.
    ///
    /// If the connection fails, call it again with the same object. The activation stays on this device until
    /// ``depersonalizeIdentityManager(idmIdentifier:)->_`` removes it. Accounts at services are not deleted; they may
    /// become unreachable.
    ///
    /// - Parameter request: the permission.
    /// - Throws: codes `notAllowed`, `coolDown`, `grantExpired`, `grantSpent`, `wrongOrder`, `activationUnknown`.
    public func finishDeletion(
        request: ApiAccessDelete
    ) async throws(XignSdkError) { try await finishDeleting(request).result() }

    /// Deletes the account at the manager; see the asynchronous variant.
    @available(*, noasync)
    public func finishDeletionSynchronous(
        request: ApiAccessDelete
    ) throws(XignSdkError) { try finishDeleting(request).wait() }

    /// Deletes the account at the manager; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func finishDeletion(request: ApiAccessDelete) {
        finishDeleting(request).report(to: queue, as: PersonalizerEvent.finishDeletion)
    }
}
