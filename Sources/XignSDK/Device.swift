import Foundation
internal import XignProtocol

/// The state that all flows share: activations, keys, trusted managers, and the network.
final class Device: Sendable {
    let keyMaterials: KeyMaterials
    let activations: ActivationRecords
    let keyStore: any KeyStore
    let biometricGate: (any BiometricGate)?
    let deviceLock: DeviceLockRequired
    let deepLinkSchemes: [String: XignSdkConfig.DeepLinks]
    let serviceConfigurations: [ServiceConfiguration]
    let showsAdditionalInformation: Bool
    let log: XignLog
    let now: @Sendable () -> Date
    let activationPINStretching: ActivationPINProof.Stretching
    private let transport: any Transport
    let uptime: @Sendable () -> ContinuousClock.Instant

    init(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        do {
            let home = try PrivateFolder(configuration.storageLocation.path)
            let lock = HomeLock(of: home)
            activations = ActivationRecords(folder: try home.folder("activations").path, lock: lock)
            keyMaterials = try KeyMaterials(
                shipped: configuration.keyMaterials, folder: home.folder("key-material").path, lock: lock)
            keyStore = configuration.keyStore
            biometricGate = configuration.biometricGate
            deviceLock = configuration.deviceLock
            try keyStore.prepare(deviceLock: deviceLock)
            try Self.removeActivationsWithoutKeys(activations, keyStore, biometricGate, configuration.log)
        } catch {
            let error = XignSdkInitializationError(initializing: error)
            configuration.log(error.logLevel, "initialize: \(error)")
            throw error
        }
        deepLinkSchemes = configuration.deepLinkSchemes
        serviceConfigurations = configuration.serviceConfigurations
        showsAdditionalInformation = configuration.showsAdditionalInformation
        log = configuration.log
        now = configuration.now
        activationPINStretching = configuration.activationPINStretching
        transport = configuration.transport
        uptime = configuration.uptime
    }

    /// Removes activations whose keys the system has deleted, since they cannot be used.
    ///
    /// A pending one was never reported to the app, and is removed silently.
    ///
    /// - Throws: `KeyStoreError.keysMissing` if an active one was removed. The app learns it once, and can activate
    ///   again.
    private static func removeActivationsWithoutKeys(
        _ activations: ActivationRecords, _ keyStore: any KeyStore, _ biometricGate: (any BiometricGate)?,
        _ log: XignLog
    ) throws {
        func hasKeys(_ record: ActivationRecord) throws -> Bool {
            do {
                _ = try keyStore.devicePublicKey(record.label)
                return true
            } catch KeyStoreError.keysMissing { return false }
        }
        // If no keys are missing, nothing changes and no lock is needed.
        for suspect in try activations.all() {
            if try hasKeys(suspect) { continue }
            let wasActive = try activations.change { changes in
                guard let record = try changes.current(suspect), try !hasKeys(record) else { return false }
                biometricGate?.removeKey(record.label, log)
                try changes.remove(at: record.idmIdentifier)
                return record.state == .active
            }
            if wasActive { throw KeyStoreError.keysMissing }
        }
    }

    /// The factors that this device supports.
    var authenticators: Set<AuthenticatorType> {
        biometricGate == nil ? keyStore.authenticators : keyStore.authenticators.union([.biometric])
    }

    /// Checks device and app for signs of manipulation. The log, at level `verbose`, names the signs.
    func securityCheck() -> SecurityCheckResult {
        let signals = SecuritySignals.collect()
        log(.verbose, "security check: \(signals)")
        return SecurityCheck.judge(signals, at: now())
    }

    /// Returns the description of this device that is sent when a process begins.
    func clientInformation() -> ClientInformation {
        let check = securityCheck()
        return ClientInformation(
            version: XignSdk.version, platform: SecurityCheck.platform,
            securityCheck: ClientInformation.SecurityCheck(
                date: Int64(check.date.timeIntervalSince1970), checkVersion: check.checkVersion,
                osVersion: check.osVersion, isRooted: check.isRooted, isHooked: check.isHooked),
            supports: [.merge, .offline, .pairing, .transaction])
    }

    /// Returns the connection to a manager. Nothing is sent yet.
    func manager(_ idmIdentifier: String) -> ManagerConnection {
        ManagerConnection(device: self, idmIdentifier: idmIdentifier)
    }

    /// Opens the channel for one call of an operation, with a request id of its own.
    fileprivate func channel(to idmIdentifier: String) -> SealedChannel {
        SealedChannel(
            idmIdentifier: idmIdentifier, transport: transport, keyMaterials: keyMaterials, log: log, now: now,
            uptime: uptime, requestID: RequestTrail.begin())
    }
}

extension Device {
    /// Sends a request outside the sealed channel, whose answer nothing but TLS protects.
    func exchange(_ request: TransportRequest, with peer: String) async throws -> TransportResponse {
        try await transport.exchange(request, with: peer, log: log)
    }
}

/// The device's connection to one manager.
struct ManagerConnection {
    fileprivate let device: Device
    fileprivate let idmIdentifier: String

    /// Performs one operation, proven by the device key of an activation if one is given.
    ///
    /// - Throws: `XignSdkLockoutError` while a lockout is running; `XignSdkError` for a refusal that names the moment
    ///   of the next try; otherwise as `SealedChannel.perform(_:_:provenBy:)`.
    func perform<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, provenBy activation: ActivationRecord? = nil
    ) async throws -> Operation.Response {
        let prover = activation.map { activation in
            SealedChannel.Prover(activation: activation.activationId) { [device] transcript in
                try device.deviceSignature(transcript, activation)
            }
        }
        let channel = device.channel(to: idmIdentifier)
        do { return try await channel.perform(operation, request, provenBy: prover) } catch let error as ProtocolError
            where error.error == .lockedOut || error.retryAfterSeconds != nil
        {
            throw XignSdkError.refusal(error, now: device.now())
        }
    }
}
