import Foundation
import Terminal
import XignSDK

/// The act that a page of the manager asks for, as a person must see it before consenting.
///
/// The words of the text are the manager's, and its names are anybody's. Each name stands on a line of its own,
/// indented and in quotation marks, so that it cannot look like our words or the manager's.
struct TransactionScreen {
    let transaction: TransactionRequest
    /// The name of the account.
    let account: String
    /// The name of the manager.
    let manager: String
    let words: any Wording

    /// The number of characters of a name in one line. Characters take two columns at most, so such a line fits into a
    /// terminal of 80: it would continue a longer one at the left margin, where our words begin.
    private static let nameLength = 36

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
        case .literal(let words): ["  \(words.trimmingCharacters(in: .whitespaces))"]
        case .name(let name): lines(ofName: name)
        }
    }

    private func lines(ofName name: String) -> [Text] {
        let (opening, closing) = words.transaction.quotes
        var pieces: [Text] = []
        var rest = name[...]
        repeat {
            pieces.append(Text(String(rest.prefix(Self.nameLength)), .bold))
            rest = rest.dropFirst(Self.nameLength)
        } while !rest.isEmpty
        pieces[pieces.count - 1] = pieces[pieces.count - 1] + closing
        return pieces.enumerated().map { $0 == 0 ? "      \(opening)\($1)" : "       \($1)" }
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
