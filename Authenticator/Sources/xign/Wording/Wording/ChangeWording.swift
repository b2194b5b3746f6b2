import Terminal
import XignSDK

/// The description of a change that a person must see before consenting.
protocol ChangeWording: Sendable {
    /// Returns the act, as a heading.
    func heading(_ subject: AuthenticationSubject) -> Text
    /// Returns the question for consent.
    func question(_ subject: AuthenticationSubject) -> Text
    /// The consequences of deleting an account, one on each line.
    var deletion: [Text] { get }

    // MARK: Labels, with a colon, and values. Names of people and devices stand on lines of their own.

    var account: Text { get }
    var at: Text { get }
    var runBy: Text { get }
    var thisDevice: Text { get }
    var device: Text { get }
    /// The value for a device without a name.
    var nameless: Text { get }
    var factor: Text { get }
    var system: Text { get }
    var inUseSince: Text { get }
    /// The value for a device that was never used.
    var notYetInUse: Text { get }
    var id: Text { get }
    var invitedBy: Text { get }
    var youBecome: Text { get }
    /// The label of the service of a role, indented below ``youBecome``.
    var atService: Text { get }
    var invitedAs: Text { get }
    /// The fate of the address in an invitation.
    var addedUnverified: Text { get }
}
