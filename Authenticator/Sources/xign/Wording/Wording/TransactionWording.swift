import Terminal

/// The act that a page of the manager asks a person to confirm. The text itself is the manager's.
protocol TransactionWording: Sendable {
    /// Returns the line above the text.
    func heading(_ manager: String) -> Text
    /// The quotation marks around a name in the text.
    var quotes: (opening: Text, closing: Text) { get }
    /// The advice below the text.
    var advice: [Text] { get }
    /// The question for consent.
    var question: Text { get }
    /// The report after the confirmation.
    var confirmed: Text { get }
    /// The line above the address of the browser.
    var openAddress: Text { get }
    /// The option `--confirm-act`.
    var confirmsAct: String { get }
    /// The message for options that only a login has.
    var optionsOfLogin: Text { get }
    /// The message for `--yes` without `--confirm-act`.
    var agreementToLogins: Text { get }
}
