import XignDomain
import XignStorage

/// A device of a user, as an operator sees it. The members are named as in JSON; times are UTC, by ISO 8601.
package struct DeviceDetails: Encodable, Sendable {
    package enum State: String, Encodable, Sendable {
        /// Issued, and not used yet.
        case pending
        case active
        /// Waits until `lockedUntil`.
        case locked
        /// Locked by too many wrong attempts; only another activation helps.
        case lockedPermanently
    }

    package let activationId: String
    /// The first characters of the id, by which commands take it. No member of the JSON.
    package let shortID: String
    /// Nil while the activation waits for a device that names itself.
    package let alias: String?
    /// As the device describes itself.
    package let platform: String?
    /// True for the platform `Web`. No member of the JSON.
    package let isBrowser: Bool
    package let keyStore: String?
    /// The format of the key store's attestation, which is not verified; nil where the device has sent none.
    package let attestation: String?
    package let state: State
    /// The time of the personalization.
    package let since: String?
    /// The end of a pending activation.
    package let expiresAt: String?
    package let lockedUntil: String?
    /// The end of the time in which a new device may neither issue, delete nor revoke.
    package let coolDownUntil: String?
    /// Wrong activation PINs so far, of a pending one.
    package let wrongPins: Int?

    private enum CodingKeys: CodingKey {
        case activationId, alias, platform, keyStore, attestation, state, since, expiresAt, lockedUntil, coolDownUntil
        case wrongPins
    }

    init(_ activation: Activation, at now: Timestamp, _ transaction: any Transaction) throws {
        self.init(activation, attestation: try transaction.attestation(of: activation), at: now)
    }

    init(_ activation: Activation, attestation: String?, at now: Timestamp) {
        let isPending = activation.state == .pending
        activationId = activation.id.description
        shortID = activation.id.short
        alias = activation.alias.isEmpty ? nil : activation.alias
        platform = activation.platform
        isBrowser = activation.isBrowser
        keyStore = activation.keyStore?.rawValue
        self.attestation = attestation
        state =
            switch DeviceState(activation, at: now) {
            case .pending: .pending
            case .inUse: .active
            case .locked: .locked
            case .lockedForGood: .lockedPermanently
            }
        since = activation.personalizedAt?.iso8601
        expiresAt = isPending ? activation.expiresAt.iso8601 : nil
        lockedUntil = state == .locked ? activation.lockout.lockedUntil?.iso8601 : nil
        coolDownUntil = activation.coolUntil.flatMap { now < $0 ? $0.iso8601 : nil }
        wrongPins = isPending ? activation.wrongPINs : nil
    }
}

/// Lists the active devices of a user, and the activations that wait for one.
package struct ListDevices: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the devices, the oldest activation first.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    package func callAsFunction(userName: String) throws -> [DeviceDetails] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let account = try UserNames(transaction: transaction).existing(userName)
            return try DeviceSelection(of: account, at: now, transaction).activations.map {
                try DeviceDetails($0, at: now, transaction)
            }
        }
    }

    /// Finds one of them.
    /// - Parameter typed: the device, as `DeviceSelection` takes it.
    /// - Throws: `ManagerError` for an unknown user or device.
    package func one(_ typed: String, ofUser userName: String) throws -> DeviceDetails {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let account = try UserNames(transaction: transaction).existing(userName)
            let device = try DeviceSelection(of: account, at: now, transaction).device(named: typed)
            return try DeviceDetails(device, at: now, transaction)
        }
    }
}
