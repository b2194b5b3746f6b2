import Terminal

struct EnglishLogin: LoginWording {
    func help(attributes: [String]) -> CommandHelp {
        CommandHelp(
            summary: "Log in at a website that shows a QR code or a link.",
            discussion: """
                Shows the website and the data that it requests, before you confirm anything. Check that the address \
                is that of the website in front of you: an attacker could send you the code of their own login, to be \
                logged in as you. For this reason, the page shows two digits if you give the text or the link of a QR \
                code, and you type them. A picture of the code needs no digits, nor does text that you scanned \
                yourself, with --scanned. Some websites accept scanned codes alone.

                The link "Open in app" on the login page belongs to the browser on this device. After the login, xign \
                opens that browser, or shows the address to open in it.

                A website can request your data from the manager. xign asks you for missing values, which the manager \
                then stores; for a choice if you have several values; and whether to send optional values. The options \
                --set, --alias, --include and --without answer these questions in advance. With --yes, xign asks \
                nothing: optional values without an option are left out, and the login fails if a question is still \
                open.

                Attributes: \(attributes.joined(separator: ", ")). A birthdate has the form \
                YYYY-MM-DD; an address "Street 1; 10117; Berlin; DE", with an optional region before the country. \
                Without a postal code its part is empty.
                """)
    }
    var scanned: String { "CODE is text that you scanned yourself from the QR code on the page." }

    // MARK: Shared options

    var role: String { "The role to act in, if you have several." }
    var set: String {
        """
        Supply a missing value. NAME=- reads it from standard input, one line for each option in order: other users \
        can see the arguments of a command.
        """
    }
    var alias: String { "Choose one of several stored values by its alias." }
    var include: String { "Send an optional attribute, or give a permission, by the name that the request shows." }
    var without: String { "Leave an optional attribute out." }
    var factors: String {
        "The factors to use, such as pin,device. Default: the first combination that this device supports."
    }
    var isAgreed: String { "Log in without asking, also not about attributes. Gives no permission." }
    var isDeclined: String { "Show the request, then cancel the login." }
    var isForeign: String { "Show the request, then cancel it and report that you did not begin it." }
    var pinStdin: String { "Read the PIN from standard input, as one line after the values of --set." }
    var declinedTwice: Text { "give only one of --decline and --not-me" }

    // MARK: Conversation

    func askRole(at service: String) -> Text { "Which role do you use at \(service)?" }
    func noRole(_ name: String, roles: [String]) -> Text {
        "you do not have the role \(name) at this website; your roles: \(roles.joined(separator: ", "))"
    }
    func loggedIn(at service: String) -> Text { "\("Logged in", .green) at \(service). Continue in the browser." }
    func confirmed(at service: String) -> Text { "\("Confirmed", .green) at \(service)." }
    var continueInBrowser: Text { "Continue in the browser, where the login is completed." }
    var openAddress: Text { "Open this address in the browser where you began, within a minute:" }
    func failedAttempts(_ count: Int) -> Text {
        """
        \("Failed attempts since your last login: \(count).", .yellow) If they were not yours, someone else uses this \
        device: tell the operator.
        """
    }
}
