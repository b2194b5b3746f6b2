import Foundation
internal import XignProtocol

/// The act that an authentication confirms. Show it, in the app's own words, before the user signs.
///
/// The manager sends no sentence except that of a transaction, only these data, and the device signs exactly them. A
/// name may contain anything: show each on a line of its own, so that it cannot rewrite the sentence around it.
public enum AuthenticationSubject: Sendable, Hashable {
    /// A login at the website in ``AuthenticateRequest/serviceInformation``.
    ///
    /// `offlineUntil` is the end of an access that continues without the user; nil if the website gets none. Show it as
    /// a date: until then the website may come back, and receives the same data, without asking the user again.
    case login(offlineUntil: Date?)
    /// A login in this app itself (InApp-Authentication). `offlineUntil` is as for a login.
    case inAppLogin(offlineUntil: Date?)
    /// A change of the PIN of this device's activation.
    case changePin
    /// A further activation of the account, for another device.
    case newActivation
    /// The deletion of the account, which cannot be undone.
    case delete
    /// A further factor for this device's activation.
    case addFactor(AuthenticatorType)
    /// The revocation of another activation of the account.
    case revoke(RevokedActivation)
    /// The acceptance of an organization's invitation with this account.
    case merge(MergeInformation)
    /// An act that a page of the manager asks for, with its text.
    case transaction(TransactionRequest)
}

/// An activation that is about to be revoked, as the user confirms it. For example: "Remove {alias}, {platform}, in use
/// since {since}".
public struct RevokedActivation: Sendable, Hashable {
    /// The activation's identifier, as in ``ActivationInformation/activationId``.
    public let activationId: String
    /// The name that its user gave it; nil if it waits for its device and has none yet. Two activations may have the
    /// same name.
    public let alias: String?
    /// The operating system by the device's own word, such as `iOS`; nil if it waits for its device.
    public let platform: String?
    /// The date of its personalization; nil if it waits for its device.
    public let since: Date?
}

extension AuthenticationSubject {
    /// Converts the subject of a process. Nil for one that this version cannot show.
    init?(_ answer: Start.Response, of beginning: ProcessBeginning) {
        switch answer.subject {
        case .login(let end):
            guard end.isShowable else { return nil }
            self = .login(offlineUntil: end.date)
        case .inAppLogin(let end):
            guard end.isShowable else { return nil }
            self = .inAppLogin(offlineUntil: end.date)
        case .transaction(let text):
            self = .transaction(
                TransactionRequest(
                    text, serviceInformation: ServiceInformation(answer.service),
                    organizationInformation: OrganizationInformation(answer.organization)))
        case .utility(let utility):
            switch utility {
            case .changePin: self = .changePin
            case .newActivation: self = .newActivation
            case .delete: self = .delete
            case .addFactor(let factor):
                guard let type = AuthenticatorType(factor) else { return nil }
                self = .addFactor(type)
            case .revoke(let activation): self = .revoke(RevokedActivation(activation))
            case .merge(let invitation):
                guard case .merge(let opened) = beginning else { return nil }
                self = .merge(MergeInformation(opened, roles: invitation.roles))
            }
        }
    }
}

/// The end of a lasting access, in Unix seconds.
extension Int64? {
    /// The last second of the year 9999. A later end cannot be shown as a date (protocol, section 9).
    private static var lastShowable: Int64 { 253_402_300_799 }

    fileprivate var isShowable: Bool { map { $0 <= Self.lastShowable } ?? true }
    fileprivate var date: Date? { map { Date(timeIntervalSince1970: TimeInterval($0)) } }
}

extension RevokedActivation {
    fileprivate init(_ activation: ActivationSubject) {
        self.init(
            activationId: activation.id.description, alias: activation.alias, platform: activation.platform,
            since: activation.since.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}
