struct EnglishJoin: JoinWording {
    let codeTitle = "Join with a code"
    let codeExplanation = "Somebody has given you a code, or a link with one, with which you join their organization."
    let code = "Your code"
    let codeHint = "12 letters and digits, such as K7QM-2XPD-9RTV. Capitals and hyphens do not matter."
    let codeUnknown = "We do not know this code. Compare it with what you were given."

    func title(organization: String) -> Phrase { "\(organization) invites you" }
    let roles = "What you can use then"
    func role(_ role: String, service: String) -> Phrase { "\(service), as \(role)" }
    func until(_ time: String) -> Phrase { "This invitation ends: \(time)" }
    let name = "User name"
    let nameHint = "You choose it yourself. Your organization and the operator see it, and it cannot be changed."
    func nameLooksAlike(character: String) -> String {
        "Leave out the character \(character): it can be mistaken for another one, or for none."
    }
    let taken = "This name is taken, or looks like one that is. Choose another one."
    let tooManyTries = "Ten names were tried in this browser. Try again in 20 minutes."
    let tooManyNames = "Too many names were tried. Try again tomorrow, or ask for another code."
    let tooManyOfNetwork =
        "Very many accounts were begun from your network today. Try again in 20 minutes, or from another network."
    let busy = "Very many people are here at this moment. Wait a few seconds, and try again."
    let proceed = "Continue to your device"
    let privacy = "Who learns what"
    func seenByOrganization(_ organization: String) -> Phrase {
        "\(organization) sees your user name, your roles, and your logins at its services."
    }
    let stored =
        "The operator stores your user name, the public keys and the name of your device, and the times of your logins. "
        + "If you connect no device within minutes, the account is removed again."
    let haveAccount = "You have an account here?"
    let haveAccountInApp = "You have an account here? Continue, and scan the code with the app of that account."
    let logInAndAccept = "Log in and accept"
    func acceptTitle(organization: String) -> Phrase { "Join \(organization)?" }
    let accept = "Confirm on your device"

    let over = "This invitation is over"
    func overAt(_ day: String, organization: String) -> Phrase {
        "It ended on \(day). Ask \(organization) for another one."
    }
    let usedUp = "This invitation is used up"
    func usedUpNext(organization: String) -> Phrase {
        "As many people have joined as it was made for, or are about to. Ask \(organization), or look again in 20 minutes."
    }
    let usedUpHere = "You have chosen a user name in this browser?"
    let withdrawn = "This invitation was withdrawn"
    func withdrawnNext(organization: String) -> Phrase { "Ask \(organization) whether there is another one." }

    let registerTitle: Phrase = "Create your account"
    func registeringFor(_ service: String) -> Phrase { "With it you log in to \(service), where you go on afterwards." }
    func continueTo(_ service: String) -> Phrase { "Continue to \(service)" }
    func goBack(to service: String) -> Phrase { "Go back to \(service), and log in there." }
    let registerAgain = "Create an account"

    let deviceTitle = "Connect your device"
    let step = "Step 2 of 2"
    func member(_ account: String, organization: String) -> Phrase { "\(account) at \(organization)" }
    func account(_ account: String) -> Phrase { "Your user name: \(account)" }
    let onlyHere = "This browser alone shows code and PIN, for ten minutes."
    let newCode = "New code"
    let cancel = "Cancel"
    let connectedTitle = "Your device is connected"
    func connected(_ account: String) -> Phrase {
        "You have joined as \(account). From now on you log in with your device."
    }
    func registered(_ account: String) -> Phrase {
        "Your account \(account) is ready. From now on you log in with your device."
    }
    let openAccount = "Open your account"
    let codeOverTitle = "This code no longer works"
    let codeOver = "No device was connected in time, or a wrong PIN was typed too often. Get a new code, or cancel."
    let overTitle = "There is nothing to continue in this browser"
    let overNext = "This was cancelled, or took too long. Your user name is free again, or will be soon: begin anew."
    let again = "Join with a code"
}
