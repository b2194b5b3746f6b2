import Terminal
import XignSDK

extension Command {
    /// The command group `activation`.
    static func activation(_ words: any Wording) -> Command {
        Command(
            "activation", "Show, add, rename and remove the devices of your account.",
            discussion: """
                Each device has an activation of its own, with its own keys and PIN. Have a second one: if you lose your \
                only device, only the operator can help.
                """,
            subcommands: [
                .activationList(words), .activationNew(words), .activationRename(words), .activationRevoke(words),
            ])
    }

    /// The command `activation list`.
    private static func activationList(_ words: any Wording) -> Command {
        let json = Parameter.json
        return Command(
            "list", "List the devices of your account, and codes that wait for their device.",
            [Options.onlyManager, json]
        ) { given, console in
            let sdk = try given.home.sdk()
            let accounts = try sdk.accounts(at: given[Options.onlyManager])
            let devices = try explaining { try DeviceList(sdk, of: accounts) }
            if given[json] { return try console.print(json: devices.all.map(DeviceReport.init)) }
            guard !accounts.isEmpty else {
                return console.report("This device has no activations yet. To activate it: xign activate CODE")
            }
            console.print(devices.table(showsManager: accounts.count > 1))
            console.reportNotices(sdk, of: accounts)
        }
    }

    /// The command `activation rename NAME`.
    private static func activationRename(_ words: any Wording) -> Command {
        let name = Parameter<String>.argument("NAME", "The new name of this device.", parse: DeviceName.parse)
        return Command(
            "rename", "Rename this device in your account.",
            discussion: "Each device can rename only itself.",
            [name, Options.manager]
        ) { given, console in
            let sdk = try given.home.sdk()
            let account = try sdk.account(at: given[Options.manager])
            try explaining {
                try sdk.personalizer.renameActivationSynchronous(
                    idmIdentifier: account.idmIdentifier, alias: given[name])
            }
            console.print("At \(account.idmIdentifier), this device now has the name \(given[name], .bold).")
        }
    }

    /// The command `activation revoke DEVICE`.
    private static func activationRevoke(_ words: any Wording) -> Command {
        let device = Parameter<String>.argument(
            "DEVICE", "The device: its name, or the beginning of its id, as in xign activation list.")
        return Command(
            "revoke", "Remove another device, or a code that waits for its device, from your account.",
            discussion: """
                The device can no longer log in, and codes that it has made for other devices are void. Websites where \
                it is logged in decide themselves when that ends. To give up this device, use xign forget.
                """,
            [device, Options.manager, Options.isAgreed, Parameter<Bool>.pinStdin]
        ) { given, console in
            let options = Confirmation.Options(
                consent: given[Options.isAgreed] ? .agreed : nil, pinFromInput: given[Parameter<Bool>.pinStdin])
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                let devices = try DeviceList(change.confirmation.sdk, of: [change.account])
                let found = try devices.find(given[device])
                let data = try change.personalizer.startRevokeActivationSynchronous(
                    idmIdentifier: change.idm, activation: found.information)
                try change.run(data) { result in
                    guard case .userLogin = result else { throw change.foreignAnswer }
                    console.print("\(found.shownName, .bold) is \("removed", .green) from your account.")
                }
            }
        }
    }
}
