import XignDomain

/// The frame of the console, its problems, and its first page.
struct EnglishConsoleLayout: ConsoleLayoutWording {
    let name = "Console"
    let tabs = "Parts of this page"
    let login: any SurfaceLoginWording = EnglishSurfaceLogin.console
    let search = "Find an account"
    let searchHint = "By user name, email address, device, or the identifier that a website sees."
    let searchNow = "Search"
    let open = "Waiting"
    let nothingOpen = "Nothing is waiting for you."
    let pendingActs = "Acts that wait for a second administrator"
    let lastLogin = "Your last login here"
    let noLastLogin = "This is the first one"
    let lastNetwork = "From the network"
    let notYou = "Was this login not yours? Remove the device that confirmed it, and tell the other administrators."

    func lockedDevices(_ kind: LockedDeviceKind) -> String {
        switch kind {
        case .forATime: "Devices that are locked for a time"
        case .forGood: "Devices that are locked for good"
        }
    }

    func count(_ devices: Int, limit: Int) -> String { devices < limit ? "\(devices)" : "\(limit) or more" }

    func count(_ acts: Int, forReader: Int) -> String {
        switch forReader {
        case 0: "\(acts), none of them for you"
        case acts: "\(acts) for you"
        default: "\(acts), \(forReader) of them for you"
        }
    }

    func section(_ section: ConsoleSection) -> String {
        switch section {
        case .overview: "Overview"
        case .accounts: "Accounts"
        case .devices: "Locked devices"
        case .audit: "Audit log"
        case .administrators: "Administrators"
        case .confirmations: "Confirmations"
        }
    }

    func role(_ role: ConsoleRole) -> String {
        switch role {
        case .administrator: "administrator"
        case .auditor: "auditor"
        case .organizationAdministrator: "administrator of an organization"
        case .organizationAuditor: "auditor of an organization"
        }
    }

    func loggedIn(as account: String, role: String) -> Phrase { "Logged in as \(account), \(role)" }

    let actRequested = "Nothing has changed yet. Another administrator must confirm it within 24 hours."
    let actWithdrawn = "Withdrawn."

    func problem(_ problem: ConsoleProblem) -> ProblemWords {
        switch problem {
        case .notFound:
            ProblemWords(
                title: "This is not here",
                whatHappened: "It was removed, it never existed, or it is outside of what you administer.",
                whatToDo: "Go back, and search for it.")
        case .notPermitted:
            ProblemWords(
                title: "You may not do this",
                whatHappened: "Your rights let you see this, and not change it. Nothing was done.",
                whatToDo: "Ask an administrator of the manager.")
        case .notOwnForm:
            ProblemWords(
                title: "Nothing was done",
                whatHappened: "The form did not come from your console in this browser, or you have logged in again "
                    + "since.",
                whatToDo: "Go back, look again, and send it once more.")
        case .malformed:
            ProblemWords(
                title: "This form cannot be read",
                whatHappened: "Your browser sent something else than is expected here.",
                whatToDo: "Go back and fill it in again.")
        case .tooMany:
            ProblemWords(
                title: "Too many requests at the moment",
                whatHappened: "More was sent from here than is accepted at a time. Nothing was done.",
                whatToDo: "Wait a minute, then send it again.")
        case .exportBusy:
            ProblemWords(
                title: "No export can be made right now",
                whatHappened: "Exports are made one after the other, and a few a minute for each account. Nothing was "
                    + "handed out.",
                whatToDo: "Wait a minute, then send it again.")
        case .changed:
            ProblemWords(
                title: "This has changed meanwhile",
                whatHappened: "It was changed after this page was shown, perhaps by another administrator. Nothing was "
                    + "done.",
                whatToDo: "Look at it again, then decide.")
        case .notConfirmed:
            ProblemWords(
                title: "Nothing was done",
                whatHappened: "The act was not confirmed on your device, or the confirmation came too late.",
                whatToDo: "Begin again, and confirm within a minute.")
        case .confirmationUsed:
            ProblemWords(
                title: "This was done already",
                whatHappened: "Each confirmation does one thing, once. What it showed is not shown a second time.",
                whatToDo: "Go back, and look whether you need it once more.")
        case .deviceLocked:
            ProblemWords(
                title: "Your device cannot confirm now",
                whatHappened: "The device that confirmed was locked or removed meanwhile. Nothing was done.",
                whatToDo: "Confirm with another device, or wait until the lock ends.")
        case .coolDown:
            ProblemWords(
                title: "Your device is too new for this",
                whatHappened: "For 24 hours a new device does not confirm this. Nothing was done.",
                whatToDo: "Confirm with another device, or wait until the time is over.")
        case .lastAdministrator:
            ProblemWords(
                title: "Somebody must be able to administer",
                whatHappened: "After this no administrator of the manager with a usable device would be left. Nothing "
                    + "was done.",
                whatToDo: "Add another administrator first, or connect another device.")
        case .ownAccount:
            ProblemWords(
                title: "This is your own account",
                whatHappened: "Nobody acts on their own account as an administrator. Nothing was done.",
                whatToDo: "Use the pages of your account, or ask another administrator.")
        case .protectedAccount:
            ProblemWords(
                title: "This account has rights that you do not have",
                whatHappened:
                    "It administers more than you do, so that you may change nothing of it. Nothing was done.",
                whatToDo: "Ask an administrator of the manager.")
        case .samePerson:
            ProblemWords(
                title: "Another person must confirm this",
                whatHappened: "You have confirmed it yourself, and the second confirmation is another administrator’s. "
                    + "Nothing was done.",
                whatToDo: "Ask another administrator to open it.")
        case .nothingToDo:
            ProblemWords(
                title: "There is nothing to do",
                whatHappened: "It is already as you want it, perhaps by another administrator’s act.",
                whatToDo: "Go back, and look at it again.")
        case .notLocked:
            ProblemWords(
                title: "The device is not locked",
                whatHappened: "The lock has ended meanwhile. There is nothing to unlock.",
                whatToDo: "Ask the person to try again.")
        case .lockedForGood:
            ProblemWords(
                title: "The device is locked for good",
                whatHappened: "The rules of this manager do not let anybody unlock it. Nothing was done.",
                whatToDo: "Revoke the device. After that the account can get a new activation.")
        case .deviceInUse:
            ProblemWords(
                title: "The account has a device in use",
                whatHappened: "A new activation is for people who have none. Nothing was done.",
                whatToDo: "Revoke the lost device first, or ask the person to connect another one with it.")
        case .accountDisabled:
            ProblemWords(
                title: "The account is disabled",
                whatHappened: "Nothing is done for an account that cannot log in.",
                whatToDo: "Enable it first.")
        case .limit:
            ProblemWords(
                title: "Too much is waiting",
                whatHappened:
                    "As many devices or acts as are possible wait already, or too many wrong PINs were tried. "
                    + "Nothing was done.",
                whatToDo: "Finish or withdraw what waits, then begin again.")
        }
    }
}
