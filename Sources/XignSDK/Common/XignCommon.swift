/// What the processes have in common: reading initialization data, and checking the device.
///
/// Every flow has three faces: `async`, blocking (`...Synchronous`, not for the main thread), and without waiting, where
/// the outcome goes to the receivers that are subscribed, see ``subscribe(_:)``.
public final class XignCommon: Sendable {
    let device: Result<Device, XignSdkError>
    let queue = EventQueue<XignCommonEvent>()

    init(_ device: Result<Device, XignSdkError>) { self.device = device }

    // MARK: Parse process initialization data

    /// Reads what a QR code contained, or the link by which the app was opened. Needs no network.
    ///
    /// - Parameters:
    ///   - data: base64url text, an App-Link or a Deep-Link.
    ///   - source: whether the app's own scanner read `data`. Never say `scanned` of a link that opened the app.
    /// - Throws: codes `initializationDataInvalid`, `managerUnknown`, `clientTooOld`; `scanRequired` for the data of a
    ///   login's QR code that were opened: show the scanner.
    public func parseProcessInitializationData(
        data: String, source: ProcessInitializationData.Source
    ) async throws(XignSdkError) -> ProcessInitializationData { try await parse(data, source).result() }

    /// Reads what a QR code contained, or the link by which the app was opened; see the asynchronous variant.
    @available(*, noasync)
    public func parseProcessInitializationDataSynchronous(
        data: String, source: ProcessInitializationData.Source
    ) throws(XignSdkError) -> ProcessInitializationData { try parse(data, source).wait() }

    /// Reads what a QR code contained, or the link by which the app was opened; the outcome is an event.
    public func parseProcessInitializationData(data: String, source: ProcessInitializationData.Source) {
        parse(data, source).report(to: queue, as: XignCommonEvent.parseProcessInitializationData)
    }

    /// Reads data that were opened: the same with the source `opened`.
    public func parseProcessInitializationData(
        data: String
    ) async throws(XignSdkError) -> ProcessInitializationData {
        try await parseProcessInitializationData(data: data, source: .opened)
    }

    /// Reads data that were opened; see the asynchronous variant.
    @available(*, noasync)
    public func parseProcessInitializationDataSynchronous(
        data: String
    ) throws(XignSdkError) -> ProcessInitializationData {
        try parseProcessInitializationDataSynchronous(data: data, source: .opened)
    }

    /// Reads data that were opened; the outcome is an event.
    public func parseProcessInitializationData(data: String) {
        parseProcessInitializationData(data: data, source: .opened)
    }

    // MARK: Execute a security check

    /// Checks device and app for signs of manipulation. Needs no network.
    public func executeSecurityCheck() async throws(XignSdkError) -> SecurityCheckResult {
        try await securityCheck().result()
    }

    /// Checks device and app for signs of manipulation; see the asynchronous variant.
    @available(*, noasync)
    public func executeSecurityCheckSynchronous() throws(XignSdkError) -> SecurityCheckResult {
        try securityCheck().wait()
    }

    /// Checks device and app for signs of manipulation; the outcome is an event.
    public func executeSecurityCheck() {
        securityCheck().report(to: queue, as: XignCommonEvent.executeSecurityCheck)
    }

    private func securityCheck() -> Flow<SecurityCheckResult> {
        Flow { [device] in
            let device = try device.get()
            let result = SecurityCheck.run(now: device.now())
            device.log(.verbose, "security check: \(result)")
            return result
        }
    }
}
