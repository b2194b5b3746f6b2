struct EnglishConfirmation: ConfirmationWording {
    let title = "Confirm on your device"
    let comparison = "Your device shows this sentence. If not, decline there."
    let cancel = "Cancel"
    let back = "Back"
    let proceed = "Continue"
    let states: any ConfirmationStateWording = EnglishConfirmationStates()
}

private struct EnglishConfirmationStates: ConfirmationStateWording {
    let waiting = StateText("Waiting for your device")
    let claimed = StateText("Continue on your device")
    func pairing(_ digits: String, with authenticators: Authenticators) -> StateText {
        StateText(
            title: "Type the digits on your device", "Type \(digits) on your device",
            alternative: authenticators == .appOrBrowser
                ? nil : "Without digits: cancel, begin again, and scan with the scanner in your app.")
    }
    let confirming = StateText("Your device waits for your confirmation")
    let confirmed = StateText(heading: "Confirmed", "One moment")
    let confirmedHere = StateText("Confirmed", advice: "Go back to where you confirmed: it brings you here.")
    let collectedElsewhere = StateText(heading: "Continued in another tab", "This tab can be closed.")
    let cancelled = StateText(heading: "Declined", "You declined on your device. Nothing was done.")
    let notMe = StateText(
        heading: "Nothing was done", "You said on your device that this was not you.",
        advice: "Somebody may have opened your account in a browser. Log out all browsers.")
    let wrongPairing = StateText(
        heading: "Nothing was done", "The digits typed on the device are not those of this page.",
        advice: "Did somebody tell you digits? Your account may be open in another browser: log out all browsers.",
        alternative: "Mistyped, or read in another tab? Begin again: you get new digits.")
    let expired = StateText(heading: "The time is over", "Nothing was done.")
}
