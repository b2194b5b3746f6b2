struct EnglishLogin: LoginWording {
    let offeredBy = "Offered by"
    let website = "Website"
    let status: any LoginStatusWording = EnglishLoginStatus()
    let code: any LoginCodeWording = EnglishLoginCode()
    let actions: any LoginActionWording = EnglishLoginActions()
    let instructions: any LoginInstructionWording = EnglishLoginInstructions()
    let linkAlone: any LinkAloneWording = EnglishLinkAlone()

    func title(service: String) -> Phrase { "Log in to \(service)" }
}

private struct EnglishLoginStatus: LoginStatusWording {
    let waiting = "Scan this code with your authenticator"
    let scanned = "Code scanned: continue on your device"
    let confirming = "Waiting for your confirmation on your device"
    let awaitingReturn = "Confirmed: return to this browser from your app"
    let returned = "You went on in another tab. This one can be closed."
    let cancelled = "You cancelled the login on your device"
    let notMe = "You said that this was not you. Nobody was logged in."
    let expired = "This code has expired"

    func resultReady(host: String) -> Phrase { "Confirmed. Taking you back to \(host)" }
}

private struct EnglishLoginCode: LoginCodeWording {
    let label = "Login code"
    let fileTitle = "QR code"

    func picture(service: String) -> Phrase { "QR code to log in to \(service)" }
    func timeLeft(_ time: String) -> Phrase { "Time left \(time)" }
}

private struct EnglishLoginActions: LoginActionWording {
    let onThisDevice = "On this device?"
    let openInApp = "Open in app"
    let newCode = "New code"
    let newCodeForYourDevice = "Not your device? New code"
    let beginAgain = "Get a new code"

    func proceed(host: String) -> Phrase { "Continue to \(host)" }
    func back(host: String) -> Phrase { "Back to \(host)" }
}

private struct EnglishLoginInstructions: LoginInstructionWording {
    let label = "How it works"

    func warning(host: String) -> Phrase { "Only scan this code if you opened \(host) yourself." }

    func steps(service: String) -> [Phrase] {
        [
            "Open your authenticator app and scan the code.",
            "Check that your device names \(service).",
            "Confirm there. This page continues by itself.",
        ]
    }
}

private struct EnglishLinkAlone: LinkAloneWording {
    let waiting = "Continue with your authenticator on this device"
    let opened = "Opened in your app: continue there"
    let expired = "This link has expired"
    let newLink = "New link"
    let newLinkForYourDevice = "Not your device? New link"
    let beginAgain = "Get a new link"
    let instructions: any LoginInstructionWording = EnglishLinkAloneInstructions()
}

private struct EnglishLinkAloneInstructions: LoginInstructionWording {
    let label = "How it works"

    func warning(host: String) -> Phrase { "Only open the app if you opened \(host) yourself." }

    func steps(service: String) -> [Phrase] {
        [
            "Use a device that has your authenticator app, and open the app from here.",
            "Check that the app names \(service).",
            "Confirm there. The app brings you back to this browser.",
        ]
    }
}
