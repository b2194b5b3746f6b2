struct EnglishLogin: LoginWording {
    let offeredBy = "Offered by"
    let website = "Website"
    let states: any LoginStateWording = EnglishLoginStates()
    let code: any LoginInstructionWording = EnglishCodeInstructions()
    let link: any LoginInstructionWording = EnglishLinkInstructions()
    let steps = "How it works"
    let startOver = "Start over"
    let startOverWithYourDevice = "Not your device? Start over"
    let startOverWithoutDigits = "Start over without digits"
    let saveChoice = "Save this choice"
    let register = "No account yet?"
    let lostDevice = "Lost your device?"

    func remember(minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let time =
            switch (hours, rest) {
            case (1, 0): "an hour"
            case (_, 0): "\(hours) hours"
            case (_, _) where minutes == 1: "a minute"
            case (_, _): "\(minutes) minutes"
            }
        return "Remember this browser for up to \(time)"
    }

    func rememberHint(service: String) -> Phrase {
        "\(service) then does not ask for your device. Not on a shared computer."
    }

    func title(service: String) -> Phrase { "Log in to \(service)" }
    func toWebsite(of service: String) -> Phrase { "To the website of \(service)" }
}

private struct EnglishLoginStates: LoginStateWording {
    let waiting = StateText("Waiting for your device")
    let confirmedHere = StateText("Confirmed", advice: "Go back to where you confirmed: it brings you here.")
    let collectedElsewhere = StateText(heading: "Continued in another tab", "This tab can be closed.")
    let cancelled = StateText(heading: "Login cancelled", "You cancelled on your device. Nobody was logged in.")
    let notMe = StateText(
        heading: "Nobody was logged in", "You said on your device that this was not you. The login was stopped.",
        advice: "Did somebody show you this code? They may have tried to log in as you: do not scan it again.")
    let wrongPairing = StateText(
        heading: "Nobody was logged in",
        "The digits typed on the device are not those of this page. The login was stopped.",
        advice: "Not your device, or did somebody tell you digits? Then somebody else may have tried to log in.",
        alternative: "Mistyped, or read in another tab? Start over: you get new digits.")
    let expired = StateText(
        heading: "The time is over", "Nobody was logged in.", advice: "Start over when you have your device at hand.")
    let switchedOff = StateText(
        heading: "This website was switched off", "Nobody was logged in.",
        advice: "Nobody can log in to it here at present. Tell the website's operator.")

    func claimed(service: String, host: String?) -> StateText {
        StateText("Continue on your device", advice: comparison(service, host))
    }

    func pairing(
        _ digits: String, service: String, host: String?, link: String?, with authenticators: Authenticators
    ) -> StateText {
        let alternative: Phrase? =
            switch (authenticators, link) {
            case (.app, _?):
                "Without digits: start over, and scan with the scanner in your app or open your app on this device."
            case (.app, nil): "Without digits: start over, and scan with the scanner in your app."
            case (.appOrBrowser, let link?): "Without digits: open this page on your phone, and press “\(link)” there."
            case (.appOrBrowser, nil): nil
            }
        return StateText(
            title: "Type the digits on your device", "Type \(digits) on your device",
            advice: names(service, host), alternative: alternative)
    }

    func confirming(service: String, host: String?) -> StateText {
        StateText("Your device waits for your confirmation", advice: comparison(service, host))
    }

    func confirmed(host: String) -> StateText {
        StateText(heading: "Confirmed", "Taking you back to \(host)")
    }

    private func comparison(_ service: String, _ host: String?) -> Phrase {
        names(service, host) + " Then confirm there."
    }

    private func names(_ service: String, _ host: String?) -> Phrase {
        host.map { "Check that your device says \(service) and \($0)." } ?? "Check that your device says \(service)."
    }
}

private struct EnglishCodeInstructions: LoginInstructionWording {
    func warning(host: String) -> Phrase { "Only scan this code if you opened \(host) yourself." }

    func steps(service: String, with authenticators: Authenticators) -> [Phrase] {
        let first: Phrase =
            switch authenticators {
            case .app(let name?): "Open \(name) and scan the code."
            case .app(nil): "Open your authenticator app and scan the code."
            case .appOrBrowser: "Scan the code with your phone."
            }
        return [
            first,
            "Check that your device says \(service).",
            "Confirm there, and go on here.",
        ]
    }
}

private struct EnglishLinkInstructions: LoginInstructionWording {
    func warning(host: String) -> Phrase { "Only go on if you opened \(host) yourself." }

    func steps(service: String, with authenticators: Authenticators) -> [Phrase] {
        let first: Phrase =
            switch authenticators {
            case .app(let name?): "Open \(name) from here."
            case .app(nil): "Open your authenticator app from here."
            case .appOrBrowser: "Go on with this device."
            }
        return [
            first,
            "Check that it says \(service).",
            "Confirm there. Then you are back in this browser.",
        ]
    }
}
