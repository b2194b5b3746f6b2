import XignDomain

struct EnglishAddresses: AddressWording {
    let verify = "Verify"
    let title = "Verify your email address"
    func explanation(_ address: String) -> Phrase {
        "We send a code to \(address). Type it on this page: so you show that you read this mailbox."
    }
    let effect =
        "From then on we tell you there when a device, a PIN or an address of your account changes. Websites that ask "
        + "for a verified address can get it, once you confirm that on your device."
    let send = "Send the code"

    func sentTo(_ address: String) -> Phrase { "We have sent a code to \(address)." }
    func goodUntil(_ time: String) -> Phrase { "It is good until \(time)" }
    let code = "Code"
    let codeHint = "8 letters and digits, such as K7QM-2XPD"
    let confirm = "Confirm"
    let notArrived = "Nothing has come? Look into the folder for spam, too, and check the address."
    let sendAgain = "Send the same code again"
    func againFrom(_ time: String) -> Phrase { "We can send it again from \(time)" }
    let sentOften = "We have sent it three times. We do not send it again."

    let malformed = "A code has 8 letters and digits. Compare it with the email."
    func wrong(triesLeft: Int) -> String {
        triesLeft == 1
            ? "This is not the code. You have one try left." : "This is not the code. You have \(triesLeft) tries left."
    }
    let over = "This code no longer works. Have another one sent."
    func limited(_ limit: MailCodeLimits.Reached) -> String {
        switch limit {
        case .account: "You have had many codes sent today. Try again tomorrow."
        case .network: "Many codes were sent from your network today. Try again tomorrow, or from another network."
        case .address: "This address has got many codes. Try again later, or tomorrow."
        case .all: "We have sent many codes today. Try again tomorrow."
        }
    }
    func obstacle(_ obstacle: AddressObstacle) -> String {
        switch obstacle {
        case .unwritable:
            "We cannot send an email to this address: it has letters that mail servers do not take. It stays stored."
        case .tooMany: "Your account has five verified addresses already. Remove one first."
        }
    }

    func removeExplanation(_ address: String) -> Phrase { "Remove \(address) from your account?" }
    let removeEffect =
        "It then gets no more emails about your account, and one last email says so. Your device asks you to confirm "
        + "this."
}
