import Terminal

struct EnglishTransaction: TransactionWording {
    func heading(_ manager: String) -> Text { "\(manager, .bold) asks you to confirm:" }
    var quotes: (opening: Text, closing: Text) { ("\"", "\"") }
    var advice: [Text] {
        [
            "The page in your browser shows the same text. If it does not, or if you have not asked for this there,",
            "answer x: nothing is done then.",
        ]
    }
    var question: Text { "Confirm?" }
    var confirmed: Text { "\("Confirmed.", .green) Finish in the browser." }
    var openAddress: Text { "Open this address in the browser where you began, within a minute:" }
    var confirmsAct: String {
        "Confirm without asking if CODE is no login but an act, such as the removal of a device."
    }
    var optionsOfLogin: Text {
        """
        this code confirms an act and is no login: leave out --role and the options about data
        """
    }
    var agreementToLogins: Text {
        """
        this code confirms an act and is no login: --yes agrees to logins alone. Read the text without --yes, or give \
        --confirm-act to confirm it unread
        """
    }
}
