import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `delete`.
    static func delete(_ words: any Wording) -> Command {
        let isAgreed = Parameter<Bool>.flag(
            "yes", short: "y", "Do not ask for confirmation, and remove the keys of this device as well.")
        return Command(
            "delete", "Delete your account at a manager. This cannot be undone.",
            discussion: """
                The manager removes the account, your data, and all devices and codes of the account. Accounts that \
                websites have made for you stay there, and you can no longer reach them with this account. The manager \
                keeps hashes of what you confirmed, which contain no data of yours.

                To keep the account and give up only this device, use xign forget.
                """,
            [Options.manager, isAgreed, Parameter<Bool>.pinStdin]
        ) { given, console in
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[Parameter<Bool>.pinStdin])
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                try explaining(
                    .notAllowed, as: { _ in "you are the last administrator: ask another person to become one" }
                ) {
                    try change.deleteAccount()
                }
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
            let unknown: Text = """
                The account may have been deleted. To see whether it exists: xign activation list; if it does not: \
                xign forget \(idm)
                """
            try finish(unknown: unknown) { () throws(XignSdkError) in
                try personalizer.finishDeletionSynchronous(request: access)
            }
            console.print("The account is \("deleted", .green).")
        }
    }

    /// Asks for the account's name until it is right. An empty answer cancels.
    private func askForName() throws -> Bool {
        guard let name = account.userName else { return true }
        while true {
            let answer = try console.ask("Type the name of the account to delete it, or press Return to cancel:")
                .trimmingCharacters(in: .whitespaces)
            if answer.isEmpty { return false }
            if answer == name { return true }
            console.report("This is not the name of the account.")
        }
    }

    fileprivate func offerToForget(isAgreed: Bool) throws {
        let question: Text = "Remove the keys of this device, too? They have no use without the account."
        guard try isAgreed || console.confirm(question, unlessAnswered: true) else {
            return console.print("To remove them later: xign forget \(idm)")
        }
        _ = try personalizer.depersonalizeIdentityManagerSynchronous(idmIdentifier: idm)
        console.print("The keys are removed from this device.")
    }
}
