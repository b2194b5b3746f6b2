import Foundation
internal import XignProtocol

/// This device, as the flows see it: its activations and keys, the managers that it trusts, and the way to them.
final class Device: Sendable {
    let keyMaterials: KeyMaterials
    let activations: ActivationRecords
    let keyStore: any KeyStore
    let deviceLock: DeviceLockRequired
    let deepLinkSchemes: [String: XignSdkConfig.DeepLinks]
    let channel: SealedChannelClient
    let log: XignLog
    let now: @Sendable () -> Date

    init(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        do {
            let home = try PrivateFolder(configuration.storageLocation.path)
            activations = ActivationRecords(folder: try home.folder("activations").path)
            keyMaterials = try KeyMaterials(
                shipped: configuration.keyMaterials, folder: home.folder("key-material").path,
                lock: HomeLock(of: home))
            keyStore = configuration.keyStore
            deviceLock = configuration.deviceLock
            try keyStore.prepare(deviceLock: deviceLock)
            try Self.checkKeys(of: activations, in: keyStore)
        } catch { throw XignSdkInitializationError(initializing: error) }
        deepLinkSchemes = configuration.deepLinkSchemes
        log = configuration.log
        now = configuration.now
        channel = SealedChannelClient(
            transport: configuration.transport, keyMaterials: keyMaterials, log: log, now: now)
    }

    /// Finds activations whose keys the system has removed. They are of no use any more, so they are forgotten: the app is told
    /// once, and can activate again.
    private static func checkKeys(of activations: ActivationRecords, in keyStore: any KeyStore) throws {
        for record in try activations.all() {
            do { _ = try keyStore.devicePublicKey(record.label) } catch KeyStoreError.keysMissing {
                try activations.remove(at: record.idmIdentifier)
                throw KeyStoreError.keysMissing
            }
        }
    }

    /// What the device says of itself when a process begins.
    func clientInformation() -> ClientInformation {
        let check = SecurityCheck.run(now: now())
        return ClientInformation(
            version: XignSdk.version, platform: SecurityCheck.platform,
            securityCheck: ClientInformation.SecurityCheck(
                date: Int64(check.date.timeIntervalSince1970), checkVersion: check.checkVersion,
                osVersion: check.osVersion, isRooted: check.isRooted, isHooked: check.isHooked))
    }

    /// Performs one operation, proven by an activation where one is given.
    func perform<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, at idmIdentifier: String,
        provenBy activation: ActivationRecord? = nil
    ) async throws -> Operation.Response {
        do {
            return try await channel.perform(
                operation, request, at: idmIdentifier,
                provenBy: activation.map { activation in
                    SealedChannelClient.Prover(activation: activation.activationId) { transcript in
                        try self.deviceSignature(transcript, activation)
                    }
                })
        } catch let error as ProtocolError where error.error == .lockedOut {
            throw XignSdkLockoutError(PendingLockoutInformation(error.lockout, now: now()))
        }
    }

    /// The activation at a manager, resolved if a crash left it pending; nil if there is none.
    func activation(at idmIdentifier: String) async throws -> ActivationRecord? {
        guard let record = try activations.record(at: idmIdentifier) else { return nil }
        return record.state == .active ? record : try await resolve(record)
    }

    /// The activation at a manager.
    ///
    /// - Throws: `notPersonalized`.
    func requiredActivation(at idmIdentifier: String) async throws -> ActivationRecord {
        guard let record = try await activation(at: idmIdentifier) else {
            throw XignSdkError(
                .notPersonalized, "This device has no activation at \(idmIdentifier). Personalize first.")
        }
        return record
    }

    /// Learns from the manager what became of an activation whose personalization was interrupted.
    ///
    /// - Returns: the activation; nil if the manager never had its keys, and then the device has forgotten them too.
    /// - Throws: whatever keeps the manager from answering; the activation stays pending.
    private func resolve(_ pending: ActivationRecord) async throws -> ActivationRecord? {
        do {
            let status = try await perform(
                Status.self, Status.Request(activationId: pending.activationId), at: pending.idmIdentifier,
                provenBy: pending)
            var record = pending
            (record.state, record.userName, record.alias) = (.active, status.userName, status.alias)
            record.factors = status.factors
            try activations.update(record)
            log(.info, "the interrupted personalization at \(record.idmIdentifier) had succeeded")
            return record
        } catch let error as ProtocolError where error.error == .activationUnknown || error.error == .unauthenticated {
            try forget(pending)
            log(.info, "the interrupted personalization at \(pending.idmIdentifier) had not reached the manager")
            return nil
        }
    }

    /// Removes the keys, then the record: what is left after a crash can be removed again.
    func forget(_ activation: ActivationRecord) throws {
        try keyStore.removeKeys(activation.label)
        try activations.remove(at: activation.idmIdentifier)
    }
}
