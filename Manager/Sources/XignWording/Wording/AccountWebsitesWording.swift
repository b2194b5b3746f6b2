/// The websites and apps that a person has logged in to.
package protocol AccountWebsitesWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var empty: String { get }
    /// The state of a website that was withdrawn from.
    var withdrawn: String { get }
    func lastUsed(_ time: String) -> Phrase

    // One website
    var offeredBy: String { get }
    var website: String { get }
    var firstUse: String { get }
    var lastUse: String { get }
    var receivedTitle: String { get }
    var receivedNothing: String { get }
    /// The record of what was received is gone.
    var receivedUnknown: String { get }
    /// A value that was typed during the login.
    var typed: String { get }
    var subject: String { get }
    var subjectExplanation: String { get }
    var choicesTitle: String { get }
    var choicesExplanation: String { get }
    var forget: String { get }
    var withdraw: String { get }

    // The access that continues without the person
    var offlineAccessTitle: String { get }
    /// A clause without a full stop.
    func mayComeBack(until time: String) -> Phrase
    var offlineAccessExplanation: String { get }
    var endOfflineAccess: String { get }

    // Withdrawal
    var withdrawTitle: String { get }
    func withdrawEffect(_ website: String) -> Phrase
    var withdrawDetails: String { get }
    var withdrawLimit: String { get }
    /// The website or the address of an organization, where to ask for deletion.
    func askAt(_ place: String) -> Phrase
    func withdrawnSince(_ time: String) -> Phrase
}
