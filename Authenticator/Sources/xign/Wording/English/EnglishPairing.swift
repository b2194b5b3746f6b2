import Terminal

struct EnglishPairing: PairingWording {
    var option: String {
        """
        The two digits that the page shows, if CODE was opened and not scanned. "-" reads them from standard input, as a \
        line before the PIN: the page shows them only once xign has begun.
        """
    }

    func explanation(_ undertaking: Undertaking) -> [Text] {
        [
            undertaking == .login
                ? "You have opened the code, not scanned it, so the login page now shows two digits."
                : "You have opened the code, not scanned it, so the page in your browser now shows two digits.",
            "Type them from the page that you opened yourself. If someone sent you the code, answer x.",
        ]
    }

    var ask: Text { "Digits [n = no, x = I did not begin this]:" }
    var notDigits: Text { "these are not two digits; nothing was sent" }
    var unasked: Text {
        "the page now shows two digits: run the command again at once with --pairing and these digits"
    }
}
