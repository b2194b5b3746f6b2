extension Personalizer {
    // MARK: FetchActivations

    /// Fetches the activations of the account: this device's, those of other devices, and those that wait for a device.
    ///
    /// - Parameter idmIdentifier: the manager's identifier.
    /// - Returns: the activations in the manager's order.
    /// - Throws: codes `notPersonalized`, `activationUnknown`.
    public func fetchActivations(
        idmIdentifier: String
    ) async throws(XignSdkError) -> [ActivationInformation] { try await activations(idmIdentifier).result() }

    /// Fetches the activations of the account; see the asynchronous variant.
    @available(*, noasync)
    public func fetchActivationsSynchronous(
        idmIdentifier: String
    ) throws(XignSdkError) -> [ActivationInformation] { try activations(idmIdentifier).wait() }

    /// Fetches the activations of the account; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func fetchActivations(idmIdentifier: String) {
        activations(idmIdentifier).report(to: queue, as: PersonalizerEvent.fetchActivations)
    }

    // MARK: StartRevokeActivation

    /// Begins to revoke another activation of the account, for example of a lost device: authenticate with the returned
    /// data. The result is ``AuthenticationResult/userLogin(_:)``, and the activation is revoked then.
    ///
    /// To give up this device's own activation, use ``depersonalizeIdentityManager(idmIdentifier:)->_``.
    ///
    /// - Parameters:
    ///   - idmIdentifier: the manager's identifier.
    ///   - activation: a result of ``fetchActivations(idmIdentifier:)->_``.
    /// - Throws: codes `notPersonalized`, `activationUnknown`, `notAllowed` (no longer an activation of the account, or
    ///   this device's own), `coolDown`.
    public func startRevokeActivation(
        idmIdentifier: String, activation: ActivationInformation
    ) async throws(XignSdkError) -> AuthenticationInitializationData {
        try await start(.revoke(activation.activation), at: idmIdentifier).result()
    }

    /// Begins to revoke another activation of the account; see the asynchronous variant.
    @available(*, noasync)
    public func startRevokeActivationSynchronous(
        idmIdentifier: String, activation: ActivationInformation
    ) throws(XignSdkError) -> AuthenticationInitializationData {
        try start(.revoke(activation.activation), at: idmIdentifier).wait()
    }

    /// Begins to revoke another activation of the account; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func startRevokeActivation(idmIdentifier: String, activation: ActivationInformation) {
        start(.revoke(activation.activation), at: idmIdentifier).report(
            to: queue, as: PersonalizerEvent.startRevokeActivation)
    }

    // MARK: RenameActivation

    /// Renames this device's activation. If the connection fails, call it again.
    ///
    /// - Parameters:
    ///   - idmIdentifier: the manager's identifier.
    ///   - alias: the new name: 1 to 256 bytes, without invisible characters.
    /// - Throws: codes `aliasInvalid` (nothing was sent), `notPersonalized`, `activationUnknown`.
    public func renameActivation(
        idmIdentifier: String, alias: String
    ) async throws(XignSdkError) { try await rename(idmIdentifier, to: alias).result() }

    /// Renames this device's activation; see the asynchronous variant.
    @available(*, noasync)
    public func renameActivationSynchronous(
        idmIdentifier: String, alias: String
    ) throws(XignSdkError) { try rename(idmIdentifier, to: alias).wait() }

    /// Renames this device's activation; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func renameActivation(idmIdentifier: String, alias: String) {
        rename(idmIdentifier, to: alias).report(to: queue, as: PersonalizerEvent.renameActivation)
    }

    // MARK: FetchNotices

    /// Fetches the notices of changes that this device did not make. Fetch them when the app starts.
    ///
    /// A notice is returned until it is acknowledged with `acknowledgeNotices(idmIdentifier:through:)`.
    ///
    /// - Parameter idmIdentifier: the manager's identifier.
    /// - Returns: the notices, oldest first; an empty array if there are none. Of more than about 500, only the oldest:
    ///   acknowledge them, and call it again.
    /// - Throws: codes `notPersonalized`, `activationUnknown`.
    public func fetchNotices(
        idmIdentifier: String
    ) async throws(XignSdkError) -> [AccountNotice] { try await notices(idmIdentifier).result() }

    /// Fetches the notices of changes that this device did not make; see the asynchronous variant.
    @available(*, noasync)
    public func fetchNoticesSynchronous(
        idmIdentifier: String
    ) throws(XignSdkError) -> [AccountNotice] { try notices(idmIdentifier).wait() }

    /// Fetches the notices of changes that this device did not make; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func fetchNotices(idmIdentifier: String) {
        notices(idmIdentifier).report(to: queue, as: PersonalizerEvent.fetchNotices)
    }

    // MARK: AcknowledgeNotices

    /// Records that the user has seen notices, on this device. Needs no network.
    ///
    /// - Parameters:
    ///   - idmIdentifier: the manager's identifier.
    ///   - number: the number of the newest notice that the user has seen. All older ones count as seen.
    /// - Throws: code `notPersonalized`.
    public func acknowledgeNotices(
        idmIdentifier: String, through number: Int64
    ) async throws(XignSdkError) { try await acknowledge(idmIdentifier, through: number).result() }

    /// Records that the user has seen notices; see the asynchronous variant.
    @available(*, noasync)
    public func acknowledgeNoticesSynchronous(
        idmIdentifier: String, through number: Int64
    ) throws(XignSdkError) { try acknowledge(idmIdentifier, through: number).wait() }

    /// Records that the user has seen notices; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func acknowledgeNotices(idmIdentifier: String, through number: Int64) {
        acknowledge(idmIdentifier, through: number).report(to: queue, as: PersonalizerEvent.acknowledgeNotices)
    }
}
