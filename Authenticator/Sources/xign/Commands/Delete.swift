import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `delete`.
    static func delete(_ words: any Wording) -> Command {
        let help = words.delete.help
        let manager = Options.manager.explained(by: words.program.manager)
        let isAgreed = Options.isAgreed.explained(by: words.delete.isAgreed)
        let pinStdin = Parameter.pinStdin.explained(by: words.program.pinStdin)
        return Command(
            "delete", help.summary, discussion: help.discussion, [manager, isAgreed, pinStdin],
            examples: ["xign delete --manager login.example.org"]
        ) {
            given, console in
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                try explaining(.notAllowed, as: { $0.delete.lastAdministrator }) { try change.deleteAccount() }
                try change.offerToForget(isAgreed: given[isAgreed])
            }
        }
    }
}

extension Change {
    fileprivate func deleteAccount() throws {
        let data = try personalizer.startDeletionSynchronous(idmIdentifier: idm)
        try run(data, secondQuestion: askForName) { result in
            guard case .apiAccessDelete(let access) = result else { throw foreignAnswer }
            try finish(unknown: words.delete.unknown(at: idm)) { [personalizer] in
                try personalizer.finishDeletionSynchronous(request: access)
            }
            console.print(words.delete.deleted)
        }
    }

    /// Asks for the account's name until it is right. An empty answer cancels.
    private func askForName() throws -> Bool {
        guard let name = account.userName else { return true }
        while true {
            let answer = try console.ask(words.delete.askName).trimmingCharacters(in: .whitespaces)
            if answer.isEmpty { return false }
            // As the name is shown: a person cannot type what a terminal does not show.
            if answer.harmless == name.harmless { return true }
            console.report(words.delete.otherName)
        }
    }

    fileprivate func offerToForget(isAgreed: Bool) throws {
        guard try isAgreed || console.confirm(words.delete.askForget, unlessAnswered: true) else {
            return console.print(words.delete.forgetLater(idm))
        }
        _ = try personalizer.depersonalizeIdentityManagerSynchronous(idmIdentifier: idm)
        console.print(words.delete.keysRemoved)
    }
}
