import Terminal

struct EnglishTransaction: TransactionWording {
    func heading(_ manager: String) -> Text { "\(manager, .bold) asks you to confirm:" }
    var quotes: (opening: Text, closing: Text) { ("“", "”") }
    var advice: [Text] {
        [
            "The page in your browser shows the same text. If it does not, or if you have not asked for this there,",
            "answer x: nothing is done then.",
        ]
    }
    var question: Text { "Confirm?" }
    var confirmed: Text { "\("Confirmed.", .green) Finish in the browser." }
    var openAddress: Text { "Open this address in the browser where you began, within a minute:" }
    var optionsOfLogin: Text {
        """
        this code confirms an act and is no login: leave out --role and the options about data
        """
    }
}
