import Foundation
internal import XignProtocol

/// A change of the account that this device did not make by itself. Show it: if the user did not make it either, it is
/// an alarm.
public struct AccountNotice: Sendable, Hashable, Identifiable {
    /// The kind of a change.
    public enum Kind: String, Sendable, CaseIterable {
        /// The PIN of a device was changed.
        case pinChanged
        /// A factor was added to a device.
        case factorAdded
        /// An activation for a further device was issued.
        case activationIssued
        /// A further device was activated.
        case activationPersonalized
        /// A device was renamed.
        case activationRenamed
        /// A device was removed from the account.
        case activationRevoked
        /// A device was locked permanently, after too many wrong PINs.
        case activationLocked
        /// A device was locked permanently on the account pages.
        case deviceLocked
        /// A device was locked permanently, or an activation for one ended, by a link that the manager had mailed.
        case deviceStopped
        /// A login was disowned on the account pages: the user said that somebody else had logged in.
        case loginDisowned
        /// The operator ended a login at a website.
        case loginEnded
        /// A copy of the account's data was taken on the account pages.
        case accountExported
        /// The data of the account were changed on the account pages.
        case attributesChanged
        /// The account became a member of an organization.
        case membershipAdded
        /// The operator disabled the account.
        case accountDisabled
        /// The operator enabled the account again.
        case accountEnabled
        /// The operator ended the lockout of a device.
        case deviceUnlocked
        /// The operator issued an activation, since the user had no usable device left.
        case recoveryIssued
        /// The operator changed the account's rights to administer the manager.
        case grantChanged
        /// A kind that this version does not know: show it as a change of the account.
        case accountChanged
    }

    /// The number of the notice at its account. Later notices have larger numbers.
    public let number: Int64
    /// The date of the change.
    public let date: Date
    /// The kind of change.
    public let kind: Kind
    /// The name of the device that the change concerns, if it concerns one.
    public let device: String?

    /// The number of the notice.
    public var id: Int64 { number }
}

extension AccountNotice {
    init(_ notice: Notice) {
        self.init(
            number: notice.number, date: Date(timeIntervalSince1970: TimeInterval(notice.at)),
            kind: Kind(rawValue: notice.kind) ?? .accountChanged, device: notice.device)
    }
}
