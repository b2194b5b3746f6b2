import XignDomain

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
    let disownTitle = "Was this login not yours?"
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
    let noticesAdvice = "Was this not you? Look at your devices, and remove those that are not yours."

    func network(_ network: String) -> Phrase { "from the network \(network)" }
    func disownQuestion(_ website: String) -> Phrase { "It is about the login to \(website)." }
    func disownedExplanation(_ device: String) -> Phrase {
        "We have ended everything that this login opened. It was confirmed with the device \(device)."
    }

    func topic(_ topic: HistoryTopic?) -> String {
        switch topic {
        case nil: "Everything"
        case .logins: "Logins"
        case .devices: "Devices"
        case .account: "Account and data"
        }
    }
}
