import XignDomain
import XignProtocol
import XignStorage

/// Lists the devices that are locked by wrong PINs or by their person, the newest lockout first.
package struct ListLockedDevices: Sendable {
    package struct Entry: Sendable, Equatable {
        package let account: PublicAccountID
        package let userName: String
        package let isAccountActive: Bool
        package let device: ActivationID
        package let alias: String
        /// As the device describes itself.
        package let platform: String?
        package let isBrowser: Bool
        /// Nil for a device that is locked for good.
        package let lockedUntil: Timestamp?
        package let failuresInARow: Int
        package let lastUsedAt: Timestamp?
    }

    package struct Page: Sendable {
        package let devices: [Entry]
        /// The place of the next page; nil where no device is left.
        package let next: Cursor?
    }

    /// A place between two devices in the order of lockouts.
    package struct Cursor: Sendable, Equatable {
        let place: Activations.LockoutPlace

        /// Reads the text of an address. Nil for any other text.
        package init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let until = Int64(parts[0]), let id = ActivationID(text: parts[1]) else {
                return nil
            }
            self.init(place: .init(lockedUntil: Timestamp(rawValue: until), id: id))
        }

        init(place: Activations.LockoutPlace) { self.place = place }

        package var text: String { "\(place.lockedUntil.rawValue).\(place.id)" }
    }

    private static let length = 50

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter cursor: nil for the first page.
    /// - Returns: nil where the operator may not look at devices.
    package func callAsFunction(
        _ kind: LockedDeviceKind, after cursor: Cursor? = nil, for party: Actor
    ) throws -> Page? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard try Authority(party, for: .listLockedDevices, at: now, transaction) != nil else { return nil }
            let locked = try transaction.locked(kind, after: cursor?.place, limit: Self.length + 1, at: now)
            let shown = locked.prefix(Self.length)
            let next = locked.count > shown.count ? shown.last?.lockoutPlace : nil
            return Page(
                devices: try shown.compactMap { try transaction.lockedDevice($0) }, next: next.map(Cursor.init(place:)))
        }
    }

    /// Counts the devices of each kind, up to `LockedDeviceKind.countLimit`.
    /// - Returns: nil where the operator may not look at devices.
    package func count(for party: Actor) throws -> [LockedDeviceKind: Int]? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard try Authority(party, for: .listLockedDevices, at: now, transaction) != nil else { return nil }
            let limit = LockedDeviceKind.countLimit
            return [
                .forATime: try transaction.activations.countLockedForATime(at: now, limit: limit),
                .forGood: try transaction.activations.countLockedForGood(limit: limit),
            ]
        }
    }
}

extension Transaction {
    fileprivate func locked(
        _ kind: LockedDeviceKind, after place: Activations.LockoutPlace?, limit: Int, at now: Timestamp
    ) throws -> [Activation] {
        switch kind {
        case .forATime: try activations.lockedForATime(at: now, after: place, limit: limit)
        case .forGood: try activations.lockedForGood(after: place, limit: limit)
        }
    }

    fileprivate func lockedDevice(_ activation: Activation) throws -> ListLockedDevices.Entry? {
        guard let account = try accounts.find(id: activation.accountID) else { return nil }
        let lockout = activation.lockout
        return ListLockedDevices.Entry(
            account: account.publicID, userName: account.name, isAccountActive: account.isActive,
            device: activation.id, alias: activation.alias, platform: activation.platform,
            isBrowser: activation.isBrowser,
            lockedUntil: lockout.isPermanent ? nil : lockout.lockedUntil, failuresInARow: lockout.failuresInARow,
            lastUsedAt: activation.lastUsedAt)
    }
}

extension Activation {
    fileprivate var lockoutPlace: Activations.LockoutPlace? {
        lockout.lockedUntil.map { Activations.LockoutPlace(lockedUntil: $0, id: id) }
    }
}
