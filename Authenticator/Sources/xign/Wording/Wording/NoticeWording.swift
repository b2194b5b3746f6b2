import Terminal
import XignSDK

/// The notices about changes of the account that other devices or the operator have made.
protocol NoticeWording: Sendable {
    /// Returns the heading of the notices.
    func news(of manager: String) -> Text
    /// Returns the event, as a clause.
    /// - Parameter isNamed: true if the device's name follows on the next line.
    func event(_ kind: AccountNotice.Kind, _ moment: PointInTime, isNamed: Bool) -> Text
    /// Returns the advice for a person who did not expect it.
    /// - Parameter removal: the commands that remove the device.
    func advice(_ kind: AccountNotice.Kind, _ removal: NoticeRemoval) -> Text
}

/// The commands that remove the device of a notice.
struct NoticeRemoval: Hashable {
    /// Shows the person the id of the device.
    let list: String
    /// Removes it, with the word `ID` in place of the id.
    let removal: String
}
