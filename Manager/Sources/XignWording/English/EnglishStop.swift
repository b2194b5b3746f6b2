struct EnglishStop: StopWording {
    let ofDevice = StopWords(
        title: "Stop this device?", consequence: "The device can then no longer log in.",
        stop: "This was not me: stop the device", stopped: "The device is stopped")
    let ofCode = StopWords(
        title: "Stop this code?", consequence: "The code then connects no device.",
        stop: "This was not me: stop the code", stopped: "The code is stopped")
    let ofRecovery = StopWords(
        title: "Stop this recovery?", consequence: "Then it brings nobody into the account, and your devices stay.",
        stop: "This was not me: stop it", stopped: "The recovery is stopped")

    func device(_ name: String, account: String) -> Phrase {
        "The device \(name) was connected to the account \(account)."
    }
    func code(account: String) -> Phrase {
        "The operator made a code with which a device can be connected to the account \(account)."
    }
    func recovery(account: String) -> Phrase { "Somebody began to recover the account \(account)." }
    func begun(_ time: String) -> Phrase { "Begun: \(time)" }
    func goesOn(_ time: String) -> Phrase { "It goes on: \(time)" }
    func since(_ time: String) -> Phrase { "Connected: \(time)" }
    func until(_ time: String) -> Phrase { "It can be used until: \(time)" }
    let yours = "Was this you, or did you ask for it? Then close this page."
    let asksNothing = "This page asks you for nothing: no PIN, no code, no login."

    let next =
        "Look at the devices of your account now. Change your PIN if somebody may know it. Ask the operator for help."
    let nextAfterRecovery =
        "Somebody has your recovery code and can read a mailbox of yours. Log in now, make another code, and change the "
        + "password of the mailbox. Without a device, ask the operator for help."
    let over = "There is nothing left to stop"
    let overNext =
        "This was stopped or used already, or its time is over. Was this not you? Look at the devices of your account, and "
        + "lock those that you do not know. Without a device, ask the operator for help."
    let lastAdministrator = "This device stays"
    func lastAdministratorNext(host: String) -> Phrase {
        "Without this device nobody could administer \(host). Ask the people who run the server."
    }
}
