import Terminal
import XignSDK

extension Command {
    /// The command `forget MANAGER`.
    static func forget(_ words: any Wording) -> Command {
        let manager = Parameter<String>.argument("MANAGER", "The manager, named as in xign accounts.")
        return Command(
            "forget", "Give up this device's activation at a manager.",
            discussion: """
                The manager revokes the activation, and this device removes its keys, even if the manager cannot be \
                reached. Your account remains, and the manager remains trusted. To log in from this device again, you \
                need a new activation.
                """,
            [manager, Options.isAgreed]
        ) { given, console in
            let sdk = try given.home.sdk()
            let accounts = try explaining { try sdk.personalizer.personalizations }
            let idm = given[manager]
            let account = accounts.first { $0.idmIdentifier == idm }
            if let account {
                console.print("This device can no longer log in as \(account.userName ?? "", .bold) at \(idm).")
                console.print("Its keys are removed permanently. The account itself is not deleted.")
            } else {
                console.print(
                    "This device is not activated at \(idm). Keys of an interrupted activation, if any, are removed.")
            }
            if !given[Options.isAgreed], try !console.confirm("Give up this activation?", unlessAnswered: false) {
                throw Failure(.declined, "nothing was changed")
            }
            try sdk.forget(idm, console)
        }
    }
}

extension XignSdk {
    /// Gives up the activation at a manager, and reports the outcome.
    func forget(_ idmIdentifier: String, _ console: Console) throws {
        let result = try explaining {
            try personalizer.depersonalizeIdentityManagerSynchronous(idmIdentifier: idmIdentifier)
        }
        switch result {
        case .revoked: console.print("Revoked at the manager, and removed from this device.")
        case .forgottenLocally:
            console.print(
                """
                Removed from this device. \("The manager was not told", .yellow): it could not be reached, did not \
                have the activation, or the keys could not be used. Ask its operator to revoke the activation.
                """)
        }
    }
}
