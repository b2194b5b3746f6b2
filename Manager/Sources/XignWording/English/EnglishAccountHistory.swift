struct EnglishAccountHistory: AccountHistoryWording {
    let title = "History"
    let explanation = "What happened with your account, newest first."
    let empty = "Nothing here."
    let incomplete = "Older events are still being sorted after an update. Look again in some minutes."
    let filter = "Parts of the history"
    let byOperator = "by the operator"
    let ownPages = "your account pages"
    let notMe = "This was not me"
    let disowned = "This was not you"
    let disownTitle = "This was not you?"
    let login = "Login"
    let device = "Device"
    let disownEffects = [
        "The website loses its access to your data from this login.",
        "Browsers that this device logged in to these pages are logged out, all but this one.",
        "Your devices and the operator are told.",
    ]
    let disownLimit =
        "The website may keep you logged in: log out there as well. The device can still log in until it is locked or "
        + "removed."
    let disown = "Yes, this was not me"
    let disownedTitle = "This login has ended"
    let lock = "Lock this device"
    let lockExplanation =
        "Whoever logs in with it knows its PIN. Lock it for good: it can then no longer log in. You confirm this with "
        + "another device."
    let lookAtDevices = "Look at your devices"
    let noticesTitle = "Since your last visit"
    let noticesAdvice = "This was not you? Look at your devices and remove those that are not yours."

    func network(_ network: String) -> Phrase { "from the network \(network)" }
    func disownQuestion(_ website: String) -> Phrase { "Somebody else has logged in to \(website)?" }
    func disownedExplanation(_ device: String) -> Phrase {
        "What came of it has ended. It was confirmed with the device \(device)."
    }

    func filter(_ filter: HistoryFilter) -> String {
        switch filter {
        case .all: "Everything"
        case .logins: "Logins"
        case .devices: "Devices"
        case .account: "Account and data"
        }
    }

    func sentence(_ kind: HistoryKind, device: String, website: String) -> Phrase {
        switch kind {
        case .loginConfirmed: "Login to \(website) with \(device)"
        case .loginRefused: "A login to \(website) with \(device) was refused"
        case .wrongPIN: "Wrong PIN on \(device), for \(website)"
        case .pairingFailed:
            "A login to \(website) was stopped on \(device): the digits were not those of the login page"
        case .loginDeclined: "A login to \(website) was declined on \(device)"
        case .loginDisowned: "A login to \(website) was stopped on \(device): it was not you"
        case .loginDisownedLater: "You said that a login to \(website) with \(device) was not you"
        case .codeReused: "The result of a login to \(website) was presented twice, so it was made void"
        case .loginRemembered: "A browser remembers the login to \(website) with \(device)"
        case .rememberedLoginEnded: "A remembered login to \(website) was ended, confirmed with \(device)"
        case .refreshTokenReused: "An old token of \(website) was presented again, so its lasting access was ended"
        case .sessionBegun: "Login to your account pages with \(device)"
        case .sessionEnded: "Logout from your account pages, begun with \(device)"
        case .consoleSessionBegun: "Login to the console with \(device)"
        case .consoleSessionEnded: "Logout from the console, begun with \(device)"
        case .activationIssued: "A code for the new device \(device) was made"
        case .activationPINWrong: "A wrong PIN was typed for the new device \(device)"
        case .activationVoided: "The code for the new device \(device) was made void"
        case .activationAlreadyUsed: "The used code of \(device) was tried once more"
        case .activationRefused: "The new device \(device) was refused: it is not secure enough"
        case .activationPersonalized: "The device \(device) was connected"
        case .activationRevoked: "The device \(device) was removed"
        case .activationLocked: "The device \(device) was locked for good after wrong PINs"
        case .activationRenamed: "The device \(device) was renamed"
        case .activationMerged: "An invitation was accepted"
        case .pinChanged: "The PIN of \(device) was changed"
        case .factorAdded: "The device \(device) can now confirm with biometrics"
        case .deviceLocked: "The device \(device) was locked for good by you"
        case .deviceUnlocked: "The device \(device) was unlocked after wrong PINs"
        case .recoveryIssued: "A code was made with which you can connect a new device"
        case .utilityRefused: "A change with \(device) was refused"
        case .accountCreated: "The account was created"
        case .accountEnabled: "The account was switched on again"
        case .accountDisabled: "The account was switched off"
        case .accountExported: "You got a copy of your data"
        case .attributesChanged: "Your data was changed"
        case .membershipAdded: "Your account has joined an organization"
        case .websiteWithdrawn: "You have withdrawn from \(website)"
        case .lastingAccessEnded: "You ended the lasting access of \(website)"
        case .grantGiven: "Your account was given rights to administer"
        case .grantWithdrawn: "Your account lost rights to administer"
        }
    }

    func notice(_ kind: NoticeKind, device: String) -> Phrase {
        switch kind {
        case .pinChanged: "The PIN of \(device) was changed."
        case .factorAdded: "The device \(device) can now confirm with biometrics."
        case .activationIssued: "A code was made for a new device: \(device)"
        case .activationPersonalized: "The device \(device) was connected."
        case .activationRenamed: "The device \(device) was renamed."
        case .activationRevoked: "The device \(device) was removed."
        case .activationLocked: "The device \(device) was locked for good."
        case .membershipAdded: "Your account has joined an organization."
        case .accountDisabled: "The account was switched off."
        case .accountEnabled: "The account was switched on again."
        case .attributesChanged: "Your data was changed."
        case .deviceLocked: "The device \(device) was locked for good, by a confirmation with another device."
        case .accountExported: "A copy of your data was handed out."
        case .deviceUnlocked: "The device \(device) was unlocked by an operator, after wrong PINs."
        case .recoveryIssued: "An operator made a code with which a new device can be connected."
        case .grantChanged: "Your account's rights to administer were changed."
        case .loginDisowned: "Somebody said here that a login with \(device) was not you."
        }
    }
}
