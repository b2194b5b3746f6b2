import Terminal
import XignSDK

extension Command {
    /// `forget IDM`.
    static let forget: Command = {
        let manager = Parameter<String>.argument("MANAGER", "As xign accounts shows it.")
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask.")
        return Command(
            "forget", "Give up this device's activation at a manager.",
            discussion: """
                The manager revokes the activation, and this device removes its keys, even when the manager cannot be reached. The \
                account stays, and so does the trust in the manager. To log in from this device again, you need a new activation.


                """ + ExitStatus.explanation,
            [manager, isAgreed]
        ) { given, console in
            let sdk = try given.home.sdk()
            let accounts = try explaining { try sdk.personalizer.personalizations }
            let idm = given[manager]
            let account = accounts.first { $0.idmIdentifier == idm }
            if let account {
                console.print("This device can no longer log in as \(account.userName ?? "", .bold) at \(idm).")
                console.print("Its keys are removed for good. The account stays.")
            } else {
                console.print("This device is not activated at \(idm). What an interrupted activation left is removed.")
            }
            if !given[isAgreed], try !console.confirm("Forget it?", unlessAnswered: false) {
                throw Failure(.declined, "nothing was changed")
            }
            switch try explaining({ try sdk.personalizer.depersonalizeIdentityManagerSynchronous(idmIdentifier: idm) })
            {
            case .revoked: console.print("Revoked at the manager, and forgotten here.")
            case .forgottenLocally:
                console.print(
                    """
                    Forgotten here. \("The manager could not be told", .yellow), or never had the activation: ask its operator whether \
                    there is one to revoke.
                    """
                )
            }
        }
    }()
}
