/// The ways into a surface and out of it. The surfaces differ in what one does there, and in who may.
struct EnglishSurfaceLogin: SurfaceLoginWording {
    let titleAtHost: @Sendable (_ host: String) -> Phrase
    let explanation: String
    let needsDevice: String
    let loggedOutExplanation: String

    let logIn = "Log in with your device"
    let fromElsewhereTitle = "Another website has sent you here"
    let fromElsewhere = "Your login here is not shown to pages that another website opens. Nothing was done."
    let whyAsked =
        "This browser is here for the first time. Somebody else could have logged you in to their account, to see "
        + "what you enter."
    let no = "No, log out"
    let logOutTitle = "Log out?"
    let loggedOutTitle = "You are logged out"
    let logInAgain = "Log in again"

    func title(host: String) -> Phrase { titleAtHost(host) }
    func isThatYou(account: String) -> Phrase { "This is \(account). Is that you?" }
    func yes(account: String) -> Phrase { "Yes, I am \(account)" }
    func logOutExplanation(account: String) -> Phrase { "You are logged in as \(account) in this browser." }

    static let account = EnglishSurfaceLogin(
        titleAtHost: { "Your account at \($0)" },
        explanation: "See which devices and websites use your account, change your data, and remove a device that you "
            + "have lost.",
        needsDevice: "You need a device that is connected to your account. If you have none, the operator of this site "
            + "helps.",
        loggedOutExplanation: "Websites that you are logged in to keep their own logins. Log out there as well.")

    static let console = EnglishSurfaceLogin(
        titleAtHost: { "Console of \($0)" },
        explanation: "Help people with their accounts and devices, and see what happened.",
        needsDevice: "Only administrators and auditors can log in here. The device of anybody else refuses. Your own "
            + "account is at another address.",
        loggedOutExplanation: "Other browsers in which you are logged in stay logged in.")
}
