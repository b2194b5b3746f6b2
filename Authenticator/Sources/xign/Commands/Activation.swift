import Terminal
import XignSDK

extension Command {
    /// The command group `activation`.
    static func activation(_ words: any Wording) -> Command {
        let help = words.devices.help
        return Command(
            "activation", help.summary, discussion: help.discussion,
            subcommands: [
                .activationList(words), .activationNew(words), .activationRename(words), .activationRevoke(words),
            ])
    }

    /// The command `activation list`.
    private static func activationList(_ words: any Wording) -> Command {
        let help = words.devices.listHelp
        let manager = Options.manager.explained(by: words.program.onlyManager)
        let json = Parameter.json.explained(by: words.program.json)
        return Command("list", help.summary, discussion: help.discussion, [manager, json]) { given, console in
            let sdk = try given.home(console, words).sdk()
            let accounts = try sdk.accounts(at: given[manager])
            let devices = try explaining { try DeviceList(sdk, of: accounts) }
            if given[json] { return try console.print(json: devices.all.map(DeviceReport.init)) }
            guard !accounts.isEmpty else { return try console.reportNoAccounts(sdk, words) }
            console.print(devices.table(showsManager: accounts.count > 1, words.devices))
            if given[manager] == nil { try console.reportPending(sdk, words) }
            console.reportNotices(sdk, of: accounts, words)
        }
    }

    /// The command `activation rename NAME`.
    private static func activationRename(_ words: any Wording) -> Command {
        let help = words.devices.renameHelp
        let name = Parameter<String>.argument("NAME", words.devices.newName, parse: DeviceName.parse)
        let manager = Options.manager.explained(by: words.program.manager)
        return Command(
            "rename", help.summary, discussion: help.discussion, [name, manager],
            examples: ["xign activation rename Laptop"]
        ) { given, console in
            let sdk = try given.home(console, words).sdk()
            let account = try sdk.account(at: given[manager])
            try explaining {
                try sdk.personalizer.renameActivationSynchronous(
                    idmIdentifier: account.idmIdentifier, alias: given[name])
            }
            console.print(words.devices.renamed(given[name], at: account.idmIdentifier))
        }
    }

    /// The command `activation revoke DEVICE`.
    private static func activationRevoke(_ words: any Wording) -> Command {
        let help = words.devices.revokeHelp
        let device = Parameter<String>.argument("DEVICE", words.devices.device)
        let manager = Options.manager.explained(by: words.program.manager)
        let isAgreed = Options.isAgreed.explained(by: words.program.isAgreed)
        let pinStdin = Parameter.pinStdin.explained(by: words.program.pinStdin)
        return Command(
            "revoke", help.summary, discussion: help.discussion, [device, manager, isAgreed, pinStdin],
            examples: ["xign activation revoke Tablet"]
        ) {
            given, console in
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
            let change = try Change(given, options: options, console: console, words: words)
            try explaining {
                let devices = try DeviceList(change.confirmation.sdk, of: [change.account])
                let found = try devices.find(given[device])
                let data = try change.personalizer.startRevokeActivationSynchronous(
                    idmIdentifier: change.idm, activation: found.information)
                try change.run(data) { result in
                    guard case .userLogin = result else { throw change.foreignAnswer }
                    console.print(words.devices.removed(found.shownName))
                }
            }
        }
    }
}
