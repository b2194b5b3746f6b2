import Foundation
import Terminal
import XignSDK

/// The act that a page of the manager asks for, as a person must see it before consenting.
///
/// The words of the text are the manager's, and its names are anybody's. Each name stands on lines of its own, indented
/// and in quotation marks, so that it cannot look like our words or the manager's.
struct TransactionScreen {
    let transaction: TransactionRequest
    /// The name of the account.
    let account: String
    /// The name of the manager.
    let manager: String
    let words: any Wording

    var lines: [Text] {
        let labels = words.change
        var rows: [[Text]] = [
            [labels.account, Text(account, .bold)],
            [labels.at, Text(transaction.serviceInformation.origin, .bold)],
        ]
        let provider = transaction.organizationInformation.name
        if provider != manager { rows.append([labels.runBy, Text(provider)]) }
        return [words.transaction.heading(manager), ""] + transaction.text.flatMap(lines) + [""]
            + Table(["", ""], rows: rows).lines.dropFirst() + [""] + words.transaction.advice
    }

    private func lines(of part: TransactionRequest.Part) -> [Text] {
        switch part {
        case .literal(let words): return ("  \(words.trimmingCharacters(in: .whitespaces))" as Text).broken(indent: 2)
        case .name(let name):
            let (opening, closing) = words.transaction.quotes
            return ("      \(opening)\(name, .bold)\(closing)" as Text).broken(indent: 7)
        }
    }
}

extension TransactionScreen {
    /// The screen of a started process; nil for another process than a transaction.
    init?(_ request: AuthenticateRequest, _ words: any Wording) {
        guard case .transaction(let transaction) = request.subject else { return nil }
        self.init(
            transaction: transaction, account: request.selectedRole?.name ?? "", manager: request.idmIdentifier,
            words: words)
    }
}
