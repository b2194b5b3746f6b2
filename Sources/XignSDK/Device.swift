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
            let lock = HomeLock(of: home)
            activations = ActivationRecords(folder: try home.folder("activations").path, lock: lock)
            keyMaterials = try KeyMaterials(
                shipped: configuration.keyMaterials, folder: home.folder("key-material").path, lock: lock)
            keyStore = configuration.keyStore
            deviceLock = configuration.deviceLock
            try keyStore.prepare(deviceLock: deviceLock)
            try Self.checkKeys(of: activations, in: keyStore)
        } catch { throw XignSdkInitializationError(initializing: error) }
        deepLinkSchemes = configuration.deepLinkSchemes
        log = configuration.log
        now = configuration.now
        channel = SealedChannelClient(
            transport: configuration.transport, keyMaterials: keyMaterials, log: log, now: now,
            uptime: configuration.uptime)
    }

    /// Finds activations whose keys the system has removed. They cannot be used, so they are forgotten: the app is told once, and
    /// can activate again. A pending one was never reported to the app, so nothing is said of it.
    private static func checkKeys(of activations: ActivationRecords, in keyStore: any KeyStore) throws {
        func hasKeys(_ record: ActivationRecord) throws -> Bool {
            do {
                _ = try keyStore.devicePublicKey(record.label)
                return true
            } catch KeyStoreError.keysMissing { return false }
        }
        // A start at which nothing is missing changes nothing, and so needs no lock.
        for suspect in try activations.all() {
            if try hasKeys(suspect) { continue }
            let wasActive = try activations.change { changes in
                guard let record = try changes.current(suspect), try !hasKeys(record) else { return false }
                try changes.remove(at: record.idmIdentifier)
                return record.state == .active
            }
            if wasActive { throw KeyStoreError.keysMissing }
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
}
