struct EnglishStop: StopWording {
    let title = "Stop it?"
    func device(_ name: String, account: String) -> Phrase {
        "The device \(name) was connected to the account \(account)."
    }
    func code(account: String) -> Phrase {
        "The operator made a code with which a device can be connected to the account \(account)."
    }
    func since(_ time: String) -> Phrase { "Connected: \(time)" }
    func until(_ time: String) -> Phrase { "It can be used until: \(time)" }
    let yours = "Was this you, or did you ask for it? Then close this page."
    let consequence = "After you stop it, the device can no longer log in, and the code no longer connects one."
    let stop = "This was not me: stop it"
    let asksNothing = "This page asks you for nothing: no PIN, no code, no login."

    let stopped = "It is stopped"
    let next =
        "Now look at the devices of your account, change your PIN if somebody may know it, and ask the operator for "
        + "help."
    let over = "There is nothing left to stop"
    let overNext =
        "It has ended, or a day has passed. Was it not you? Lock the device on the page of your account, or ask the "
        + "operator for help."
    let lastAdministrator = "This device stays"
    let lastAdministratorNext =
        "Without it, nobody could administer this manager. Ask the operator for help at the machine."
}
