/// An act that was done, as the page that follows it says at its top.
///
/// The raw value stands in the address (`?done=deviceRenamed`). Any other value shows nothing: an address that somebody
/// sends can make a page say one of these sentences at most, and never a text of the sender's.
package enum DoneCode: String, Sendable, Equatable, CaseIterable {
    case deviceRenamed, deviceRemoved, deviceLocked, deviceConnected, connectionCancelled
    case dataSaved, dataRemoved, addressVerified, addressRemoved, codeSent, websiteWithdrawn, choiceForgotten,
        lastingAccessEnded
    case joined
    case languageSaved, sessionEnded, sessionsEnded, rememberedLoginEnded, sharedLoginEnded, sharedLoginsEnded
    case recoveryCodeRemoved, recoveryStopped
}
