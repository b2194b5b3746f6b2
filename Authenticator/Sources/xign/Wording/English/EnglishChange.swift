import Terminal
import XignSDK

struct EnglishChange: ChangeWording {
    func heading(_ subject: AuthenticationSubject) -> Text {
        switch subject {
        case .changePin: "Change the PIN of this device"
        case .newActivation: "Add a device to the account"
        case .delete: "Delete the account"
        case .addFactor: "Add a factor to this device"
        case .revoke: "Remove a device from the account"
        case .merge: "Accept an invitation"
        case .login, .inAppLogin, .transaction: "Log in"
        }
    }

    func question(_ subject: AuthenticationSubject) -> Text {
        switch subject {
        case .changePin: "Change the PIN?"
        case .newActivation: "Add a device?"
        case .delete: "Delete the account?"
        case .addFactor: "Add the factor?"
        case .revoke: "Remove the device?"
        case .merge: "Accept the invitation?"
        case .login, .inAppLogin, .transaction: "Log in?"
        }
    }

    var deletion: [Text] {
        [
            "The manager removes the account, your data, and all devices and codes. This cannot be undone.",
            "Accounts that websites have made for you stay there, and you can no longer reach them by this account.",
            "The manager keeps hashes of what you confirmed, without your data.",
        ]
    }

    var account: Text { "Account:" }
    var at: Text { "At:" }
    var runBy: Text { "Run by:" }
    var thisDevice: Text { "This device:" }
    var device: Text { "Device:" }
    var nameless: Text { "without a name" }
    var factor: Text { "Factor:" }
    var system: Text { "System:" }
    var inUseSince: Text { "In use since:" }
    var notYetInUse: Text { "not yet in use" }
    var id: Text { "Id:" }
    var invitedBy: Text { "Invited by:" }
    var youBecome: Text { "You become:" }
    var atService: Text { "    at:" }
    var invitedAs: Text { "Invited as:" }
    var addedUnverified: Text { "added to your account, unverified" }
}
