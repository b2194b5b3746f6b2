import Terminal
import XignSDK

extension Command {
    /// The command `forget MANAGER`.
    static func forget(_ words: any Wording) -> Command {
        let help = words.forget.help
        let manager = Parameter<String>.argument("MANAGER", words.forget.manager)
        let isAgreed = Options.isAgreed.explained(by: words.program.isAgreed)
        return Command(
            "forget", help.summary, discussion: help.discussion, [manager, isAgreed],
            examples: ["xign forget login.example.org"]
        ) { given, console in
            let sdk = try given.home(console, words).sdk()
            let accounts = try explaining { try sdk.personalizer.personalizations }
            let idm = given[manager]
            if let account = accounts.first(where: { $0.idmIdentifier == idm }) {
                let consequences = words.forget.consequences(for: account.userName ?? "", at: idm)
                consequences.forEach { console.print(sentences: $0) }
            } else if try sdk.pending().contains(idm) {
                console.print(sentences: words.forget.pending(at: idm))
            } else {
                console.print(sentences: words.forget.notActivated(at: idm))
            }
            if !given[isAgreed], try !console.confirm(words.forget.question, unlessAnswered: false) {
                throw CommandFailure(.declined) { $0.forget.declined }
            }
            let result = try explaining {
                try sdk.personalizer.depersonalizeIdentityManagerSynchronous(idmIdentifier: idm)
            }
            switch result {
            case .revoked: console.print(words.forget.revoked)
            case .forgottenLocally: console.print(sentences: words.forget.removedHereAlone)
            }
        }
    }
}
