/// The component for functions that all processes share: parsing initialization data, creating the biometric factor,
/// and checking the device.
///
/// Every flow has three variants: `async`; blocking (`...Synchronous`; do not call it on the main thread); and one that
/// returns at once and delivers the outcome as an event, see ``subscribe(_:)``. All may be called from any thread.
public final class XignCommon: Sendable {
    let device: DeviceSlot
    let queue = EventQueue<XignCommonEvent>()

    init(_ device: DeviceSlot) { self.device = device }

    // MARK: Parse process initialization data

    /// Parses the content of a QR code, or the link that opened the app. Needs no network.
    ///
    /// Source: XignSys SDK documentation, "Starting a process"; `docs/protocol.md`, section 2.
    ///
    /// - Parameters:
    ///   - data: base64url text, an App-Link or a Deep-Link.
    ///   - source: `scanned` only if the app's own scanner read `data`; never for a link that opened the app.
    /// - Throws: codes `initializationDataInvalid`, `managerUnknown`, `clientTooOld`; of a link that was changed on its
    ///   way `linkIncomplete`, `linkWrapped`, `linkExtended`, `linkEmbedded`.
    public func parseProcessInitializationData(
        data: String, source: ProcessInitializationData.Source
    ) async throws(XignSdkError) -> ProcessInitializationData { try await parse(data, source).result() }

    /// Parses the content of a QR code, or the link that opened the app; see the asynchronous variant.
    @available(*, noasync)
    public func parseProcessInitializationDataSynchronous(
        data: String, source: ProcessInitializationData.Source
    ) throws(XignSdkError) -> ProcessInitializationData { try parse(data, source).wait() }

    /// Parses the content of a QR code, or the link that opened the app; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func parseProcessInitializationData(data: String, source: ProcessInitializationData.Source) {
        parse(data, source).report(to: queue, as: XignCommonEvent.parseProcessInitializationData)
    }

    /// Parses data with the source `opened`.
    public func parseProcessInitializationData(
        data: String
    ) async throws(XignSdkError) -> ProcessInitializationData {
        try await parseProcessInitializationData(data: data, source: .opened)
    }

    /// Parses data with the source `opened`; see the asynchronous variant.
    @available(*, noasync)
    public func parseProcessInitializationDataSynchronous(
        data: String
    ) throws(XignSdkError) -> ProcessInitializationData {
        try parseProcessInitializationDataSynchronous(data: data, source: .opened)
    }

    /// Parses data with the source `opened`; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func parseProcessInitializationData(data: String) {
        parseProcessInitializationData(data: data, source: .opened)
    }

    // MARK: Create a biometric factor

    /// Recognizes the user by the device's biometrics, and returns the factor with which an authentication is signed,
    /// or which is added to the activation. Needs no network.
    ///
    /// The user is asked now, by the gate of the configuration. A gate with the default
    /// ``BiometricGate/recognizeUser(reason:)`` asks only when the factor signs.
    ///
    /// Source: XignSys SDK documentation, "Creating a BiometricFactor".
    ///
    /// - Parameters:
    ///   - idmIdentifier: the identifier of the activation's manager.
    ///   - reason: the text that tells the user what the recognition is for, in the user's language; not empty.
    /// - Throws: codes `factorUnavailable` (the device has no gate, or the gate is broken), `notPersonalized`,
    ///   `biometricsChanged` (choose another combination), `userNotRecognized` (try again, or choose another
    ///   combination).
    public func createBiometricFactor(
        idmIdentifier: String, reason: String
    ) async throws(XignSdkError) -> BiometricFactor {
        try await biometricFactor(at: idmIdentifier, reason: reason).result()
    }

    /// Recognizes the user, and returns the biometric factor; see the asynchronous variant.
    @available(*, noasync)
    public func createBiometricFactorSynchronous(
        idmIdentifier: String, reason: String
    ) throws(XignSdkError) -> BiometricFactor { try biometricFactor(at: idmIdentifier, reason: reason).wait() }

    /// Recognizes the user, and returns the biometric factor; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func createBiometricFactor(idmIdentifier: String, reason: String) {
        biometricFactor(at: idmIdentifier, reason: reason).report(
            to: queue, as: XignCommonEvent.createBiometricFactor)
    }

    // MARK: Execute a security check

    /// Checks device and app for signs of manipulation. Needs no network.
    ///
    /// Each process begins with a check of its own, whose result the manager gets. Call this to warn the user before,
    /// for example whenever the app comes to the foreground. The log, at level `verbose`, names the signs.
    ///
    /// Source: XignSys SDK documentation, "Security check".
    ///
    /// - Throws: code `notInitialized`.
    public func executeSecurityCheck() async throws(XignSdkError) -> SecurityCheckResult {
        try await securityCheck().result()
    }

    /// Checks device and app for signs of manipulation; see the asynchronous variant.
    @available(*, noasync)
    public func executeSecurityCheckSynchronous() throws(XignSdkError) -> SecurityCheckResult {
        try securityCheck().wait()
    }

    /// Checks device and app for signs of manipulation; the outcome is an event.
    @available(*, noasync, message: "write try await; for an event, call it in await MainActor.run { }")
    public func executeSecurityCheck() {
        securityCheck().report(to: queue, as: XignCommonEvent.executeSecurityCheck)
    }

    private func securityCheck() -> Flow<SecurityCheckResult> {
        Flow("executeSecurityCheck", device) { device in device.securityCheck() }
    }
}
