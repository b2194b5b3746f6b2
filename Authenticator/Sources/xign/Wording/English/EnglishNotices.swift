import Terminal
import XignSDK

struct EnglishNotices: NoticeWording {
    func news(of manager: String) -> Text { "\("News", .yellow) of your account at \(manager):" }

    func event(_ kind: AccountNotice.Kind, _ moment: PointInTime, isNamed: Bool) -> Text {
        "On \(EnglishTime().minute(moment)) \(event(kind))\(isNamed ? ":" : ".")"
    }

    private func event(_ kind: AccountNotice.Kind) -> Text {
        switch kind {
        case .pinChanged: "the PIN of a device was changed"
        case .factorAdded: "a factor was added to a device"
        case .activationIssued: "a code for a further device was made"
        case .activationPersonalized: "a device was added to your account"
        case .activationRenamed: "a device was renamed"
        case .activationRevoked: "a device was removed from your account"
        case .activationLocked: "a device was locked after wrong PINs"
        case .deviceLocked: "a device was locked for good"
        case .deviceStopped: "a device, or a code for one, was stopped by a link in an email"
        case .loginDisowned: "a login was reported as somebody else's"
        case .accountExported: "a copy of your data was taken"
        case .attributesChanged: "your data was changed"
        case .membershipAdded: "your account accepted an invitation"
        case .accountDisabled: "the operator disabled your account"
        case .accountEnabled: "the operator enabled your account"
        case .deviceUnlocked: "the operator unlocked a device after wrong PINs"
        case .loginEnded: "the operator ended a login of yours at a website"
        case .recoveryIssued: "the operator made a code with which a new device can be connected"
        case .grantChanged: "the operator changed your rights to administer"
        case .accountChanged: "your account was changed"
        }
    }

    func advice(_ kind: AccountNotice.Kind, _ removal: NoticeRemoval) -> Text {
        switch kind {
        case .pinChanged, .factorAdded, .activationIssued, .activationPersonalized, .activationRenamed:
            "If this was not you: \(commands(removal))"
        case .activationRevoked, .deviceLocked, .deviceStopped, .loginDisowned, .accountExported, .attributesChanged,
            .membershipAdded, .accountChanged:
            "If this was not you, tell the operator."
        case .activationLocked: "If the PINs were not yours, someone else has the device: \(commands(removal))"
        case .accountDisabled, .accountEnabled, .deviceUnlocked, .loginEnded, .recoveryIssued, .grantChanged:
            "If you did not expect this, ask the operator."
        }
    }

    private func commands(_ commands: NoticeRemoval) -> Text { "\(commands.list), then \(commands.removal)" }
}
