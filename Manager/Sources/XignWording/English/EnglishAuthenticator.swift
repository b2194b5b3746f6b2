struct EnglishAuthenticator: AuthenticatorWording {
    /// The name of the operator.
    let provider: String

    let title = "Authenticator"
    let oneMoment = "One moment."
    let needsScripts =
        "This page needs JavaScript: it is an authenticator, and keeps your keys in this browser. Nothing was "
        + "confirmed, and nobody was logged in."
    let toOverview = "To the overview"
    let tryAgain = "Try again"
    let reload = "Reload the page"
    let incomplete = "A part of this page did not arrive. Reload the page."
    let notStored =
        "The browser could not store this: the device may be full. Make room on it, then press the button once more."
    let unfinished =
        "This browser is connected, but it could not store that: the device may be full. Make room on it, but do not clear "
        + "this browser's data, which have your keys. Then press the button once more. If you leave, open the same code "
        + "again when there is room."
    let overview: any AuthenticatorOverviewWording
    let activation: any AuthenticatorActivationWording = EnglishAuthenticatorActivation()
    let pin: any AuthenticatorPINWording
    let confirmation: any AuthenticatorConfirmationWording
    let data: any AuthenticatorDataWording = EnglishAuthenticatorData()
    let unsuitable = Refusal(
        title: "This browser cannot be an authenticator",
        whatHappened: "It lacks a kind of cryptography or of storage. A private window often has no storage.",
        whatToDo: "Open the link in a regular window of a current browser, or use another device.")

    init(provider: String) {
        self.provider = provider
        overview = EnglishAuthenticatorOverview(provider: provider)
        pin = EnglishAuthenticatorPIN(provider: provider)
        confirmation = EnglishAuthenticatorConfirmation(provider: provider)
    }

    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal {
        EnglishAuthenticatorRefusals(provider: provider).words(for: refusal)
    }
}

private struct EnglishAuthenticatorOverview: AuthenticatorOverviewWording {
    let provider: String

    let heading = "The authenticator in this browser"
    let headingWithoutActivation = "This browser is not connected yet"
    let howToConnect =
        "Scan the code of your invitation with the camera of this device, or open its link in this browser."
    let wasConnected =
        "Was it connected before? Then its data were deleted, and your keys with them. Your account remains. Get a new "
        + "code: with another device of yours, on the page of your account, or from the operator."
    let howToLogIn = "To log in, scan the code on the login page with the camera of this device."
    let account = "Account"
    let manager = "At"
    let device = "Device"
    let unfinished = "Connecting was interrupted. Open the code once more to finish."
    let unstored =
        "This browser is connected, but it could not store that: the device may be full. Make room on it, but do not clear "
        + "this browser's data, which have your keys. Then reload this page."
    let pinUnclear = "A change of the PIN was interrupted: try the new PIN first, then the old one."
    let changePIN = "Change the PIN"
    let remove = "Remove from this browser"
    let keysAreGone = "The keys are removed for good. The account itself is not deleted."
    let keep = "Keep it"
    var notTold: String {
        "\(provider) does not answer, so nothing was removed. If you remove it here alone, your account still lists this "
            + "browser: remove it there, too, on the page of your account."
    }
    let removeAnyway = "Remove here alone"
    let removedTitle = "Removed from this browser"
    let removed = "The keys are gone, and your account no longer lists this browser. The account itself remains."
    let removedHereAlone =
        "The keys are gone, but your account still lists this browser: remove it on the page of your account."

    func howToLogInHere(openHere: String) -> String {
        "To log in on this device itself, press “\(openHere)” on the login page."
    }
    func removeTitle(account: String) -> Phrase { "Remove \(account) from this browser?" }
    func consequences(account: String, manager: String) -> Phrase {
        "This browser can then no longer log in as \(account) at \(manager)."
    }
}

private struct EnglishAuthenticatorActivation: AuthenticatorActivationWording {
    let title = "Connect this browser to your account"
    let explanation =
        "Then you confirm logins here, with a PIN. The keys for this are only in this browser, on this device."
    let lossTitle = "What deletes the keys"
    let losses = [
        "You clear the data of websites, or remove the browser.",
        "This is a private window, and it is closed.",
        "Safari, on an iPhone, iPad or Mac: seven days of using it without a visit to this page.",
        "Any browser, when the device runs short of space.",
    ]
    let secondDevice =
        "Without the keys you cannot log in here. Connect a second device soon: on the page of your account."
    let appIsSafer = "An authenticator app keeps keys better than a browser can. Prefer one where you have the choice."

    let pinTitle = "Type the activation PIN"
    let pinExplanation = "You received it separately from the code, or another device of yours shows it."
    let pin = "Activation PIN"
    let lockedForGood = Refusal(
        title: "This code no longer works",
        whatHappened: "The activation PIN was wrong too often.",
        whatToDo: "Get a new code from another device of yours, or from the operator.")
    let alreadyUsedTitle = "This code was already used"
    let alreadyUsedAdvice =
        "If it was this browser, and its data were cleared since, get a new code. If that was not you, someone else has "
        + "connected a device to your account: tell the operator at once."

    let invitedBy = "Invited by"
    let service = "For"
    let keepsPIN = "The PIN of this browser is the one that you have entered."
    let name = "Name of this browser"
    let nameHint = "By this name you find it among your devices. The operator sees it, too."
    let nameFlaw = "Choose a name of at most 64 letters, digits and signs that everybody can see."
    let connect = "Connect"
    let otherPINSent =
        "Type the PIN of the first attempt: it may have arrived. Or open the code once more, and begin again."

    let doneTitle = "This browser is connected"
    let isKept = "The browser keeps the keys when space runs short. Everything else can still delete them."
    let isNotKept =
        "The browser does not promise to keep the keys: it may delete them when space runs short, or when you have not "
        + "been here for long."
    let howToKeep = "You can ask the browser to keep them. Some browsers then ask you: allow it."
    let askToKeep = "Ask the browser to keep the keys"
    let askedToKeep = "If the browser asks you now, allow it. You can also go on without an answer."
    let refusedToKeep = "The browser refused."

    func wrongPIN(wait: String) -> Phrase { "The activation PIN was wrong. You can try again in \(wait)." }
    func alreadyUsed(date: String) -> Phrase { "It was used on \(date)." }
    func chooseTitle(account: String) -> Phrase { "Connect as \(account)" }
    func wrongPINsBefore(count: String) -> Phrase {
        "Wrong activation PINs before this one: \(count). If you did not enter them, someone else has the code: tell the "
            + "operator."
    }
    func nameProposal(system: String) -> Phrase { "Browser on \(system)" }
}

private struct EnglishAuthenticatorPIN: AuthenticatorPINWording {
    let provider: String

    let title = "Type your PIN"
    let label = "PIN"
    let show = "Show"
    let confirm = "Confirm"
    let notAPIN =
        "A PIN has 5 to 32 digits, and between them nothing but spaces and hyphens. No attempt was counted."
    let wrong = "The PIN was wrong. Type it once more."

    let new = "New PIN"
    let again = "New PIN again"
    let common = "This is one of the most common PINs. Choose another one."
    let differ = "The two entries differ. Type both once more."
    let isActivationPIN = "Choose another PIN than the activation PIN, which others have seen."
    let isPresent = "This is your current PIN. Choose another one."
    let unusable = "This browser cannot work with this PIN. Choose another one."

    let lockedTitle = "The PIN was wrong"
    let overTitle = "Locked after wrong PINs"
    let overAdvice = "Then begin again."
    let lockedForGood = Refusal(
        title: "Locked for good",
        whatHappened: "The PIN was wrong too often, so this browser can no longer log in.",
        whatToDo:
            "Remove it here, then connect it anew: with a code from another device of yours, or from the operator.")

    let changeTitle = "Change the PIN"
    let present = "Current PIN"
    let otherDevices = "The other devices of your account keep their own PINs."
    let change = "Change the PIN"
    var noAnswer: String {
        "\(provider) did not answer. Check your internet connection, then press the button once more."
    }
    var changeUnclear: String {
        "\(provider) did not answer, so the PIN may be changed or not. Press the button once more. Or leave: next time, try "
            + "the new PIN first."
    }
    let otherPINSent = "Type the same new PIN as before: it may have arrived."
    let changedTitle = "The PIN is changed"
    let changed = "From now on the new PIN is valid in this browser."

    func hint(minimum: String, maximum: String) -> Phrase {
        "\(minimum) to \(maximum) digits that only you know. Nobody can tell it to you later."
    }
    func length(minimum: String, maximum: String) -> Phrase { "A new PIN has \(minimum) to \(maximum) digits." }
    func locked(span: String) -> Phrase { "Wait \(span), then try again here." }
    func over(date: String) -> Phrase { "Wait until \(date). Nothing was confirmed." }
}

private struct EnglishAuthenticatorConfirmation: AuthenticatorConfirmationWording {
    let provider: String

    let role = "Role"
    let receives = "It receives"
    let roleAndIdentifier = "Your role and an identifier."
    let ownIdentifier = "Each website knows you by an identifier of its own."
    let optional = "Optional data"
    let permissions = "You may allow"
    var additionsAreForeign: String { "\(provider) has chosen the names of groups, permissions and other additions." }
    let logIn = "Log in"
    let cancel = "Cancel"
    let notMe = "This was not me"

    let digitsTitle = "Type the digits from the page"
    let digitsExplanation = "The page with the code now shows two digits. Type them here."
    let digits = "Two digits"
    let oneTry = "You can try once. With wrong digits you have to begin again."
    let digitsFlaw = "Type both digits."

    let actTitle = "Confirm this?"

    let doneTitle = "Confirmed"
    let actDone = "Finish in the browser where you began."
    let returning = "You are taken back to the page where you began."
    let back = "Go on"
    let loginCancelled = Refusal(
        title: "Login cancelled", whatHappened: "Nobody was logged in.", whatToDo: "You can close this page.")
    var loginNotMe: Refusal {
        Refusal(
            title: "Nobody was logged in",
            whatHappened: "\(provider) now knows that you did not begin this login.",
            whatToDo: "Did somebody show or send you the code? They may have tried to log in as you: do not open it "
                + "again.")
    }
    let actCancelled = Refusal(
        title: "Cancelled", whatHappened: "Nothing was done.", whatToDo: "You can close this page.")
    var actNotMe: Refusal {
        Refusal(
            title: "Nothing was done",
            whatHappened: "\(provider) now knows that you did not begin this.",
            whatToDo: "Somebody may have opened your account in a browser. Log out all browsers.")
    }

    func title(service: String) -> Phrase { "Log in to \(service)?" }
    func offlineAccess(until day: String) -> Phrase { "It may come back until \(day) without asking you again." }
    func codeWarning(origin: String) -> Phrase {
        "Only go on if you opened \(origin) yourself and scanned its code there."
    }
    func linkWarning(origin: String) -> Phrase {
        "Only go on if you opened \(origin) yourself in this browser."
    }
    func digitsWarning(notMe: String) -> String {
        "Did somebody tell you the digits, or is there no such page in front of you? Press “\(notMe)”."
    }
    func withoutDigits(openHere: String) -> String {
        "You cannot read or type them? Cancel, open the website on this device, and press “\(openHere)” on its login "
            + "page."
    }
    func asks(manager: String) -> Phrase { "\(manager) asks you to confirm:" }
    func comparison(notMe: String) -> String {
        "The page in your browser shows the same text. If it does not, or if you have not asked for this there, press "
            + "“\(notMe)”."
    }
    func continueElsewhere(service: String) -> Phrase {
        "Continue in the browser where you began: there you are being logged in to \(service)."
    }
    func failedAttempts(count: String) -> Phrase {
        "Failed attempts since your last login: \(count). If they were not yours, someone else uses this device: tell the "
            + "operator."
    }
}

private struct EnglishAuthenticatorData: AuthenticatorDataWording {
    let isRequired = "Required"
    let isChosen = "Chosen"
    let isMissing = "Missing"
    let isOptional = "Optional"
    let leaveOut = "Do not send"
    let send = "Send"
    let leftOut = "Not sent: not verified yet"
    let nothingStored = "Not sent: nothing is stored"
    let permissionWarning = "Not on a shared computer."
    let isStored = "What you type here is stored in your account."
    let isRemembered = "Your choice is remembered for this website."
    let required = "Fill this in: the website requires it."
    let unavailableTitle = "The website requires more"
    let unavailableAdvice =
        "Ask the operator to enter and verify them, then begin the login again. Nobody was logged in."
    let alreadyStored = "Your account already has this value, or somebody must verify it first. Begin the login again."
    let missing = "Your account no longer has this value. Begin the login again."
    let aliasGone = "Choose one of the values."

    func unavailable(service: String) -> Phrase {
        "\(service) requires data that you have not given yet, or that nobody has verified:"
    }

    func notKept(service: String, by organization: String) -> Phrase {
        "\(service) requires something that \(organization) has not set up for you yet:"
    }

    func notKeptAdvice(organization: String) -> Phrase {
        "Ask \(organization) to set it up, then begin the login again. Nobody was logged in."
    }
}
