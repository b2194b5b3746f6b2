import Terminal

struct EnglishInvitation: InvitationWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Accept an organization's invitation with the account that you have.",
            discussion: """
                Your account gets the roles of the invitation, and the email address to which it was sent. You need the \
                code of the invitation and its PIN, which you received separately, and the PIN of this device. \
                Without an account at that manager, use xign activate.
                """)
    }
    var code: String { "A picture of the QR code, a link, or the code's text. Without it, xign asks." }
    var pinStdin: String {
        "Read the PIN of the invitation, then that of this device, from standard input, one line each."
    }
    var askCode: Text { "Code, link, or path of a picture:" }
    var askPIN: Text { "PIN of the invitation:" }
    var accepted: Text { "The invitation is \("accepted", .green). Its code is no longer valid." }
    func noAccountYet(at idmIdentifier: String) -> Text {
        """
        this device is not activated at \(idmIdentifier) yet: use xign activate with the same code, which accepts the \
        invitation
        """
    }
}
