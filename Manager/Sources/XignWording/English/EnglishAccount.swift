import XignDomain
import XignProtocol

// Long because: one page after the other, as in `AccountWording`.

struct EnglishAccount: AccountWording {
    let frame: any AccountFrameWording = EnglishAccountFrame()
    let login: any SurfaceLoginWording = EnglishSurfaceLogin.account
    let overview: any OverviewWording = EnglishOverview()
    let devices: any DevicesWording = EnglishDevices()
    let connecting: any ConnectingWording = EnglishConnecting()
    let data: any AccountDataWording = EnglishAccountData()
    let addresses: any AddressWording = EnglishAddresses()
    let websites: any AccountWebsitesWording = EnglishAccountWebsites()
    let history: any AccountHistoryWording = EnglishAccountHistory()
    let settings: any SettingsWording = EnglishSettings()
    let deletion: any DeletionWording = EnglishDeletion()
    let outcomes: any OutcomeWording = EnglishOutcomes()

    func browser(_ kind: BrowserKind) -> String { "\(kind.product.name) on \(kind.system.name)" }
}

private struct EnglishAccountFrame: AccountFrameWording {
    let skipToContent = "Skip to the content"
    let menu = "Menu"
    let logOut = "Log out"
    let breadcrumbs = "Way back"
    let problem = "This cannot be saved yet"
    let cancel = "Cancel"
    let back = "Back"
    let newer = "Newer"
    let older = "Older"
    let pages = "Pages"

    func loggedIn(as account: String) -> Phrase { "Logged in as \(account)" }
    func titleWithErrors(_ title: String) -> String { "Error: \(title)" }

    func section(_ section: AccountSection) -> String {
        switch section {
        case .overview: "Your account"
        case .devices: "Devices"
        case .data: "Your data"
        case .websites: "Websites"
        case .history: "History"
        case .settings: "Settings"
        }
    }

    func done(_ code: DoneCode) -> String {
        switch code {
        case .deviceRenamed: "The device has a new name."
        case .deviceRemoved: "The device was removed. It can no longer log in."
        case .deviceLocked: "The device is locked for good. It can no longer log in."
        case .deviceConnected: "The device is connected. It can log in now."
        case .connectionCancelled: "The code and the PIN no longer work. No device was connected."
        case .joined: "Your account has joined the organization."
        case .dataSaved: "Your data is saved."
        case .dataRemoved: "The value is removed."
        case .addressVerified: "Your email address is verified."
        case .addressRemoved: "The email address is removed."
        case .codeSent: "The code is on its way."
        case .websiteWithdrawn: "You have withdrawn. The website receives nothing more until you log in there again."
        case .lastingAccessEnded: "The website can no longer come back without you."
        case .choiceForgotten: "The next login there asks again."
        case .languageSaved: "Your language is saved."
        case .sessionEnded: "That browser is logged out."
        case .rememberedLoginEnded: "The remembered login has ended. The website asks for your device again."
        case .sharedLoginEnded: "The shared login has ended. Its websites ask for your device again."
        case .sharedLoginsEnded: "All shared logins have ended. Their websites ask for your device again."
        case .sessionsEnded: "All other browsers are logged out."
        case .recoveryCodeRemoved: "The recovery code no longer works."
        case .recoveryStopped: "The recovery is stopped, and its code no longer works."
        }
    }
}

private struct EnglishOverview: OverviewWording {
    let title = "Your account"
    let nothingToDo = "Nothing needs your attention."
    let oneDeviceTitle = "Prepare for losing your device"
    let oneDevice = "If you lose this device, you cannot log in. Connect a second one now."
    let addressTitle = "Be told by email"
    let addAddress = "Add an email address, and we tell you when a device or a PIN changes."
    let verifyAddress = "Verify your email address, and we tell you when a device or a PIN changes."
    let lastLogin = "Last login"
    let links = "Parts of your account"

    func devices(_ count: Int) -> String { count == 1 ? "1 device" : "\(count) devices" }
    func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
    func websites(_ count: Int) -> String { count == 1 ? "1 website or app" : "\(count) websites and apps" }
}

private struct EnglishDevices: DevicesWording {
    let title = "Your devices"
    let connect = "Connect another device"
    let thisLogin = "this login"
    let inUse = "in use"
    let waiting = "not connected yet"
    let lockedForGood = "locked for good"
    let id = "Device id"
    let system = "System"
    let inBrowser = "In the browser"
    let connected = "Connected"
    let lastUsed = "Last used"
    let connectUntil = "Connect it until"
    let newDeviceUntil = "New: cannot change other devices until"
    let wrongPINsTerm = "Attempts"
    let unknown = "not known"
    let unnamed = "A device without a name"
    let lost = "Have you lost a device? Remove it here, with another one. It can then no longer log in."
    let newPhoneTitle = "A new phone?"
    let newPhoneSteps = [
        "Connect it, and confirm that with the old one.", "Try it: log in with the new one.",
        "Then remove the old one, and confirm that with the old one itself.",
    ]
    let newPhoneReason =
        "A device can always remove itself. For 24 hours, the new one cannot remove a device that is older."
    let rename = "Rename"
    let remove = "Remove"
    let renameTitle = "Rename a device"
    let name = "Name of the device"
    let nameHint = "Your devices show this name."
    let save = "Save"
    let removeTitle = "Remove a device"
    let removeOther = "It can no longer log in, and forgets this account. Your data stays."
    let removeThisLogin = "You logged in here with this device. This browser will be logged out."
    let removeLast = "This is your only device. Connect another one first, or you could not log in again."
    let continueOnDevice = "Continue on your device"
    let confirmedThere = "You confirm the next step on one of your devices, with your PIN."

    func flaw(_ flaw: TextFlaw) -> String {
        switch flaw {
        case .blank: "Type a name for the device."
        case .tooLong: "Choose a shorter name."
        case .invisible, .repeatedMark, .tooManyMarks:
            "Choose a name with letters and digits that everybody can see."
        }
    }

    func lockedUntil(_ time: String) -> Phrase { "locked until \(time)" }
    func wrongPINs(_ count: Int) -> String { count == 1 ? "wrong PIN once" : "wrong PIN \(count) times" }
    func removeExplanation(_ alias: String) -> Phrase { "Remove \(alias)?" }
}

private struct EnglishConnecting: ConnectingWording {
    let title = "Connect another device"
    let explanation =
        "You confirm this on a device that is connected already. Then this page shows a code and a PIN for the new "
        + "device, for ten minutes."
    let limits =
        "An account has at most 10 devices. A new device can log in at once. For 24 hours it can neither connect nor "
        + "remove devices, nor delete the account."
    let tooMany = "Your account has as many devices as it can have. Remove one first."
    let proceed = "Continue on your device"
    let codeTitle = "Connect your new device"
    let onlyHere =
        "This browser alone shows code and PIN, for ten minutes. They are gone when the new device is connected."
    func steps(with authenticators: Authenticators) -> [String] {
        let steps =
            switch authenticators {
            case .app: ["Open the authenticator app on the new device.", "Scan this code there."]
            case .appOrBrowser: ["Take the new device, such as a phone.", "Scan this code with it."]
            }
        return steps + ["Type the PIN there. It then asks for a PIN of your own."]
    }
    let pin = "PIN for the new device"
    let picture = "QR code that connects the new device"
    let openHere = "Open on this device"
    let copyLink = "Copy the link"
    let neverAsked = "Only your authenticator asks for your own PIN: no other page does, and no email."
    let done = "I have connected it"
    let cancel = "Cancel"
    let notYetTitle = "Not connected yet"
    let showCode = "Show code and PIN"
    let beginAgain = "This browser can no longer show code and PIN. If you still need them, cancel and begin again."
    let overTitle = "No device was connected"
    let over = "The code has expired, or it was cancelled. Begin again to get another one."

    func coolDown(_ time: String) -> Phrase {
        "The device with which you logged in is new. It can connect another one from \(time) on."
    }
    func validUntil(_ time: String) -> Phrase { "Use it before \(time)" }
    func notYet(_ device: String) -> Phrase {
        "Nobody has connected the device \(device) yet. Finish the steps on it, then look again."
    }
}

private struct EnglishRememberedLogins: RememberedLoginsWording {
    let title = "Remembered logins"
    let explanation =
        "In these browsers, these websites let you in without your device. You ticked that on the login page. End "
        + "each one that you do not know."
    let browser = "Browser"
    let endsAt = "Ends if not used"
    let end = "End"
}

private struct EnglishSharedLogins: SharedLoginsWording {
    let title = "Shared logins"
    let explanation =
        "In these browsers, the websites of an organization let you in without your device. You allowed that on your "
        + "device. End each one that you do not know."
    let end = "End"
    let endAll = "End all"

    func used(organization: String, websites: [String]) -> Phrase {
        "Websites of \(organization), used so far: " + Phrase.list(websites) + "."
    }
}

private struct EnglishSettings: SettingsWording {
    let title = "Settings"
    let language = "Language"
    let browsersLanguage = "As the browser asks for"
    let languageHint = "For these pages and for what your devices show before you confirm."
    let save = "Save"
    let sessions = "Logged-in browsers"
    let sessionsExplanation =
        "A browser is logged out after 15 minutes without use, and after an hour at the latest. Websites keep logins "
        + "of their own. Each browser says itself which one it is, and nobody checks that."
    let atConsole = "at the console"
    let thisBrowser = "this browser"
    let since = "Since"
    let lastSeen = "Last used"
    let network = "Network"
    let confirmedWith = "Confirmed with"
    let unknownBrowser = "A browser"
    let end = "Log out"
    let endOthers = "Log out all others"
    let remembered: any RememberedLoginsWording = EnglishRememberedLogins()
    let shared: any SharedLoginsWording = EnglishSharedLogins()
    let export = "A copy of your data"
    let exportExplanation =
        "All that is stored here about you, in one file: data, devices, browsers, websites and history. Programs can "
        + "read it (JSON)."
    let exportNow = "Get a copy"
    let deletion = "Delete the account"
    let deletionLink = "Delete your account"
}

private struct EnglishDeletion: DeletionWording {
    let title = "Delete your account"
    let goes = "This is deleted here"
    let goesItems = [
        "your user name and your data", "all devices: they can no longer log in with this account",
        "your history and your choices for websites",
    ]
    let stays = "This stays"
    let staysItems = [
        "accounts at websites, and what they have received: ask there to delete it",
        "the record of past acts that the operator must keep, without your name",
    ]
    let cannotBeUndone = "This cannot be undone. Accounts at websites stay there."
    let proceed = "Continue on your device"
    let farewellTitle = "Your account is deleted"
    let farewellWebsites = "Websites keep what they have received. Ask there to delete it."

    func farewell(account: String) -> Phrase { "The account \(account), its devices and its data are gone from here." }
}

private struct EnglishOutcomes: OutcomeWording {
    let exportedTitle = "Your copy is ready"
    let exported =
        "Save the file now: this page shows it once. It contains all your data, so keep it where only you can read it."
    let saveFile = "Save the file"

    func problem(_ problem: AccountProblem) -> ProblemWords {
        switch problem {
        case .notFound:
            ProblemWords(
                title: "This is not here",
                whatHappened: "It was removed, it never existed, or it belongs to another account.",
                whatToDo: "Go back to your account.")
        case .changed:
            ProblemWords(
                title: "This has changed meanwhile",
                whatHappened: "It was changed after this page was shown, perhaps in another tab. Nothing was done.",
                whatToDo: "Look at it again, then decide.")
        case .notOwnForm:
            ProblemWords(
                title: "Nothing was done",
                whatHappened: "The form did not come from your account in this browser, or you have logged in again "
                    + "since.",
                whatToDo: "Go back, look again, and send it once more.")
        case .malformed:
            ProblemWords(
                title: "This form cannot be read",
                whatHappened: "Your browser sent something else than is expected here.",
                whatToDo: "Go back and fill it in again.")
        case .tooMany:
            ProblemWords(
                title: "Too many changes at the moment",
                whatHappened: "More was sent from here than is accepted at a time. Nothing was done.",
                whatToDo: "Wait a minute, then send it again.")
        case .exportBusy:
            ProblemWords(
                title: "No copy can be made right now",
                whatHappened: "Copies are made one after the other, and only a few in a minute. You got none.",
                whatToDo: "Wait a minute, then send it again.")
        case .notConfirmed:
            ProblemWords(
                title: "Nothing was done",
                whatHappened: "The act was not confirmed on your device, or the confirmation came too late.",
                whatToDo: "Begin again, and confirm within a minute.")
        case .alreadyDone:
            ProblemWords(
                title: "This was done already",
                whatHappened: "Each confirmation does one thing, once. What it showed is not shown a second time.",
                whatToDo: "Go back, and begin again where you need it once more.")
        case .coolDown:
            ProblemWords(
                title: "Your device is too new for this",
                whatHappened: "For 24 hours a new device can neither connect another one, nor rename or remove an "
                    + "older one, nor delete the account. Nothing was done.",
                whatToDo: "Confirm with another device, or wait until the time is over.")
        case .tooManyDevices:
            ProblemWords(
                title: "No further device can be connected",
                whatHappened:
                    "Your account has as many devices as it can have, three of them are not connected yet, or ten were "
                    + "connected within a day.",
                whatToDo: "Remove one first, or come back tomorrow.")
        case .lastDevice:
            ProblemWords(
                title: "This is your only device",
                whatHappened: "Without it you could not log in again, so it was not removed.",
                whatToDo: "Connect another device first.")
        case .deviceLocked:
            ProblemWords(
                title: "The device is locked",
                whatHappened: "The device that confirmed was locked meanwhile. Nothing was done.",
                whatToDo: "Confirm with another device, or wait until the lock ends.")
        case .tooManyCopies:
            ProblemWords(
                title: "No further copy today",
                whatHappened: "You have taken three copies of your data within a day. You got no further one.",
                whatToDo: "Use the last one, or come back tomorrow.")
        case .lastAdministrator:
            ProblemWords(
                title: "You are the only administrator",
                whatHappened: "Nobody could help people with their accounts then, so nothing was done.",
                whatToDo: "Let another person become an administrator first.")
        case .notAllowed:
            ProblemWords(
                title: "This is not possible now",
                whatHappened: "The operator's rules, or the state of the device that confirmed, do not allow it. "
                    + "Nothing was done.",
                whatToDo: "Look at your devices, or ask the operator.")
        case .invitationOver:
            ProblemWords(
                title: "There is no invitation here to accept",
                whatHappened: "It has ended, or more than 20 minutes have passed since you opened it.",
                whatToDo: "Open its link again.")
        }
    }
}
