extension Wording {
    package static let english = Wording(
        language: "en",
        loginPage: LoginPage(
            title: { "Log in to \($0)" },
            offeredBy: "Offered by",
            website: "Website",
            status: Status(
                waiting: "Scan this code with your authenticator",
                scanned: "Code scanned: continue on your device",
                confirming: "Waiting for your confirmation on your device",
                resultReady: { "Confirmed. Taking you back to \($0)" },
                awaitingReturn: "Confirmed: return to this browser from your app",
                returned: "You went on in another tab. This one can be closed.",
                cancelled: "You cancelled the login on your device",
                notMe: "You said that this was not you. Nobody was logged in.",
                expired: "This code has expired"),
            code: Code(
                label: "Login code",
                picture: { "QR code to log in to \($0)" },
                fileTitle: "QR code",
                timeLeft: { "Time left \($0)" }),
            actions: Actions(
                onThisDevice: "On this device?",
                openInApp: "Open in app",
                proceed: { "Continue to \($0)" },
                newCode: "New code",
                newCodeForYourDevice: "Not your device? New code",
                beginAgain: "Get a new code",
                back: { "Back to \($0)" }),
            instructions: Instructions(
                label: "How it works",
                warning: { "Only scan this code if you opened \($0) yourself." },
                steps: { service in
                    [
                        "Open your authenticator app and scan the code.",
                        "Check that your device names \(service).",
                        "Confirm there. This page continues by itself.",
                    ]
                }),
            linkAlone: LinkAlone(
                waiting: "Continue with your authenticator on this device",
                opened: "Opened in your app: continue there",
                expired: "This link has expired",
                newLink: "New link",
                newLinkForYourDevice: "Not your device? New link",
                beginAgain: "Get a new link",
                instructions: Instructions(
                    label: "How it works",
                    warning: { "Only open the app if you opened \($0) yourself." },
                    steps: { service in
                        [
                            "Use a device that has your authenticator app, and open the app from here.",
                            "Check that the app names \(service).",
                            "Confirm there. The app brings you back to this browser.",
                        ]
                    }))),
        appLinkPage: AppLinkPage(
            title: "Open this link in your app",
            heading: "This link is for your authenticator app",
            explanation: "Your browser opened it instead, so nothing has happened yet: nothing was confirmed, and "
                + "nobody was logged in.",
            steps: [
                "Install the authenticator app that your organization uses, if it is not on this device.",
                "Go back to where you found the link, and open it again.",
                "Or scan the code that stands beside it, with the app on another device.",
            ],
            warning: "Did somebody send you this link to log in? Then close this page: a login begins on the website "
                + "that you open yourself."),
        returnPage: ReturnPage(
            title: "Finishing your login",
            progress: "One moment.",
            needsScripts: "This page needs JavaScript. Go back to the website where you began, log in again, and scan "
                + "the code with your authenticator on another device.",
            nothingToFinish: "There is nothing to finish here. Go back to the website where you began, and log in "
                + "again."),
        errorPage: ErrorPage(
            refusal: englishRefusal,
            requestID: { "Request id \($0)" }))

    @Sendable private static func englishRefusal(_ code: RefusalCode) -> Refusal {
        switch code {
        case .unknownService:
            Refusal(
                title: "This website is not known here",
                whatHappened: "The website that sent you here is not registered, or was switched off.",
                whatToDo: "Go back and tell the website's operator.")
        case .redirectURINotRegistered:
            Refusal(
                title: "You cannot be taken back",
                whatHappened: "The address that you would be taken back to is not registered for the website that sent "
                    + "you here.",
                whatToDo: "Go back and tell the website's operator: the redirect URI must be registered exactly as it "
                    + "is sent.")
        case .malformed:
            Refusal(
                title: "This request cannot be read",
                whatHappened: "What your browser sent is not in the form that is expected here.",
                whatToDo: "Go back to the website where you began, and log in again.")
        case .loginOfAnotherBrowser:
            Refusal(
                title: "This login cannot go on here",
                whatHappened: "It was begun in another browser, is long over, or your browser keeps no cookies.",
                whatToDo: "Go back to the website where you began, and log in again in this browser.")
        case .fromAnotherSite:
            Refusal(
                title: "Something else tried to use this login",
                whatHappened: "The request did not come from the login page, so nothing was done.",
                whatToDo: "Go back to the website where you began, and log in again.")
        case .tooManyRequests:
            Refusal(
                title: "Too many logins at the moment",
                whatHappened: "From the network that you are in, more logins were begun than are accepted at a time.",
                whatToDo: "Wait a minute, then go back to the website and log in again.")
        case .returnedElsewhere:
            Refusal(
                title: "Go back to the browser where you began",
                whatHappened: "The login that your app confirmed was not begun in this browser, so nobody was logged "
                    + "in here.",
                whatToDo: "Open the address that your app gave you in the browser where you began. If you began "
                    + "nowhere, and only followed a link that somebody sent you, close this page: nobody gets in.")
        case .loginUsed:
            Refusal(
                title: "This login was used already",
                whatHappened: "Its result was handed to the website once, and is never handed out a second time.",
                whatToDo: "If you are not logged in there, go back to the website and log in again.")
        }
    }
}
