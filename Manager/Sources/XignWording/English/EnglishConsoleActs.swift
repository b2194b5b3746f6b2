import XignDomain

struct EnglishConsoleActs: ConsoleActsWording {
    func lead(_ act: Administration.Effect, isLockedForGood: Bool) -> String {
        switch act {
        case .disableAccount: "Disable an account, which can then no longer log in:"
        case .enableAccount: "Enable an account, which can then log in again:"
        case .removeAccount: "Remove an account with all its devices and data, which cannot be undone:"
        case .replaceDevice:
            "Revoke a lost device, and hand out a code and a PIN for a new one:"
        case .revokeDevice: "Revoke a device, which can then no longer log in:"
        case .unlockDevice:
            isLockedForGood
                ? "Unlock a device that wrong PINs have locked for good:"
                : "Unlock a device after wrong PINs, so that it can be tried again now:"
        case .issueRecovery: "Hand out a code and a PIN that connect a new device to an account:"
        case .endLogin: "End a login to a website, with all that it gave the website:"
        case .grant(_, .administrator, .manager):
            "Let an account administer this manager, with all accounts and devices:"
        case .grant(_, .auditor, .manager): "Let an account see everything at this manager, as an auditor:"
        case .grant(_, .administrator, .organization): "Let an account administer an organization:"
        case .grant(_, .auditor, .organization):
            "Let an account see an organization’s part of the console, as an auditor:"
        case .withdrawGrant(_, .manager): "Withdraw the rights of an account at this manager:"
        case .withdrawGrant(_, .organization): "Withdraw the rights of an account at an organization:"
        }
    }

    func label(_ label: AdministrationLabel) -> String {
        switch label {
        case .deviceID: "Device id:"
        case .account: "Account:"
        case .accountID: "Account id:"
        case .confirmed: "Confirmed:"
        case .grantID: "Id at the organization:"
        case .organization: "Organization:"
        case .reason(nil): "Reason:"
        case .reason(.inPerson): "Identity checked in person, with a document. Reason:"
        case .reason(.calledBack): "Identity checked by a call to a known number. Reason:"
        case .reason(.other): "Identity checked in another way. Reason:"
        }
    }

    let sentenceTooLong = "A device cannot show a sentence with these names. Type a shorter reason."

    func title(_ act: ActName) -> String {
        switch act {
        case .disableAccount: "Disable an account"
        case .enableAccount: "Enable an account"
        case .removeAccount: "Remove an account"
        case .issueRecovery: "Hand out a new activation"
        case .replaceDevice: "Replace a lost device"
        case .revokeDevice: "Revoke a device"
        case .unlockDevice: "Unlock a device"
        case .endLogin: "End a login to a website"
        case .grant: "Give rights in the console"
        case .withdrawGrant: "Withdraw rights in the console"
        }
    }

    func page(_ act: ActName) -> ActPageWords? {
        switch act {
        case .disableAccount:
            ActPageWords(
                link: "Disable",
                effects: [
                    "The account can no longer log in, at any website and here.",
                    "Browsers that are logged in to its account pages are logged out. Websites get no more data.",
                    "Its devices and its data stay.",
                ],
                limit: "You can enable the account again. Websites keep logins of their own until they end them.",
                learns: learnsOfOne)
        case .enableAccount:
            ActPageWords(
                link: "Enable",
                effects: ["The account can log in again, with the devices that it has."],
                limit: "You can disable the account again.",
                learns: learnsOfOne)
        case .removeAccount:
            ActPageWords(
                link: "Remove the account",
                effects: [
                    "The account, its devices, its data and its history are deleted here.",
                    "Its user name becomes free for another person.",
                ],
                limit:
                    "Nothing: this cannot be undone. Accounts at websites stay there. The audit log keeps its "
                    + "events, without the user name. If a file declares the account, the next apply adds it again, "
                    + "without devices and data.",
                learns: learnsOfTwo)
        case .issueRecovery:
            ActPageWords(
                link: "New activation on paper",
                effects: [
                    "A code and a PIN for one new device are made, good for 24 hours.",
                    "They are shown once, to the second administrator, on sheets to print and to hand over apart.",
                    "Codes and PINs that were made before no longer work.",
                ],
                limit:
                    "Until somebody has used the code, you can revoke it like a device. Afterwards, whoever has "
                    + "used it is the person of the account.",
                learns: learnsOfTwo)
        case .replaceDevice:
            ActPageWords(
                link: "Replace a lost device",
                effects: [
                    "The device can no longer log in, and forgets the account. Browsers that it has logged in to these "
                        + "pages are logged out.",
                    "A code and a PIN for one new device are made, good for 24 hours.",
                    "They are shown once, to the second administrator, on sheets to print and to hand over apart.",
                    "Codes and PINs that were made before no longer work.",
                ],
                limit:
                    "Nothing: the device stays revoked, also if the second administrator declines. Until somebody has "
                    + "used the code, you can revoke it like a device. Afterwards, whoever has used it is the person "
                    + "of the account.",
                learns: learnsOfTwo,
                confirmation:
                    "You, with the next step, on your own device: the lost device is revoked then. And another "
                    + "administrator within 24 hours, on the page Confirmations: then the code and the PIN are made.")
        case .revokeDevice:
            ActPageWords(
                link: "Revoke",
                effects: [
                    "The device can no longer log in, and forgets the account. A code that waits for a device is void.",
                    "Browsers that it has logged in to these pages are logged out.",
                    "The account and its data stay.",
                ],
                limit: "Nothing: the device has to be connected anew, with a code and a PIN.",
                learns: learnsOfOne)
        case .unlockDevice:
            ActPageWords(
                link: "Unlock",
                effects: [
                    "The person can try again at once.",
                    "Wrong PINs stay counted: the next ones lock the device again, and too many lock it for good.",
                ],
                limit: "Nothing, but you can revoke the device.",
                learns: learnsOfOne)
        case .endLogin:
            ActPageWords(
                link: "End this login",
                effects: [
                    "What the website has of this login ends: its code, its tokens and its lasting access.",
                    "A browser that remembers the login has to ask for the device again.",
                    "The website is told, if it wants to know of logouts.",
                ],
                limit:
                    "The person can log in again. Devices stay as they are. A website keeps a login of its own until "
                    + "it ends it.",
                learns: learnsOfOne)
        case .grant, .withdrawGrant: nil
        }
    }

    func done(_ act: ActName) -> String? {
        switch act {
        case .disableAccount: "The account is disabled. It can no longer log in."
        case .enableAccount: "The account is enabled. It can log in again."
        case .removeAccount: "The account is removed, with everything of it."
        case .unlockDevice: "The device is unlocked. It has the guesses that were left to it."
        case .replaceDevice:
            "The device is revoked. Another administrator must confirm the new activation within 24 hours."
        case .revokeDevice: "The device is revoked. It can no longer log in."
        case .endLogin: "The login is ended. The website has nothing left of it here."
        case .grant: "The right is given."
        case .withdrawGrant: "The right is withdrawn. It ends with the next page that is opened."
        case .issueRecovery: nil
        }
    }

    private let learnsOfOne =
        "The devices of the account show it, and the operator’s program for notices is told. The audit log keeps "
        + "your name, the reason and your signature."
    private let learnsOfTwo =
        "The operator’s program for notices is told. The audit log keeps the names of both administrators, the "
        + "reason and the signatures."

    let nothingLeftOfLogin = "Nothing is left of this login here, so there is nothing to end."
    let whatHappens = "This happens"

    let unlocksForGood =
        "This device is locked for good. The operator’s rules let you unlock it, which leaves NIST SP 800-63B-4, section "
        + "3.2.2: there such a device is replaced."
    let whatStays = "What can be undone"

    let whoLearns = "Who learns of it"

    let whoConfirms = "Who must confirm it"
    let oneDevice = "You, with the next step: on your own device, with your PIN."
    let twoPersons =
        "You, with the next step, on your own device; and another administrator within 24 hours, on the page "
        + "Confirmations. Until then it waits, and nothing changes."
    let proceed = "Continue on your device"
    let backToAccount = "Back to the account"

    let paperTitle = "The new activation"
    let paperOnce = "This page is shown once. Print it, or write both sheets down, before you leave it."
    let paperPrint = "The print has two sheets, without the rest of this page."
    let paperApart =
        "Hand the sheets over apart: one to the person, the other in another way, such as by a call. Whoever has both "
        + "gets the account."
    func codeSheet(_ account: String) -> Phrase { "Code for the account \(account)" }
    func pinSheet(_ account: String) -> Phrase { "PIN for the account \(account)" }
    let paperSteps = [
        "Open the authenticator app on your device.",
        "Scan this code there.",
    ]
    let paperPINStep = "Type the PIN of the other sheet. The app then asks for a PIN of your own."
    let paperLink = "Where the app cannot scan, type or paste this link:"
    let paperPicture = "QR code that connects the new device"
    let paperPIN = "PIN"
    func paperUntil(_ time: String) -> Phrase { "Use it before \(time)" }
    let paperWarning = "Did you not ask for this? Then do not use it, and tell the operator."
    let paperDone = "Back to the account"
}
