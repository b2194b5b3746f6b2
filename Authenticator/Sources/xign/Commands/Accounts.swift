import Terminal
import XignSDK

extension Command {
    /// The command `accounts`.
    static let accounts: Command = {
        let json = Parameter.json
        return Command(
            "accounts", "List the accounts for which this device is activated.",
            discussion: "To list the other devices of an account, use xign activation list.",
            [json]
        ) { given, console in
            let sdk = try given.home.sdk()
            let accounts = try sdk.accounts(at: nil)
            if given[json] { return try console.print(json: accounts.map(AccountReport.init)) }
            guard !accounts.isEmpty else {
                return console.report("This device has no activations yet. To activate it: xign activate CODE")
            }
            var table = Table(["MANAGER", "ACCOUNT", "DEVICE", "FACTORS"])
            for account in accounts.map(AccountReport.init) {
                table.append([
                    "\(account.idm)", "\(account.userName ?? "")", "\(account.alias ?? "")",
                    "\(account.factors.joined(separator: ", "))",
                ])
            }
            console.print(table)
            console.reportNotices(sdk, of: accounts)
        }
    }()
}

/// An activation of this device, as JSON for programs.
struct AccountReport: Encodable {
    let idm: String
    let userName: String?
    let alias: String?
    let factors: [String]

    init(_ account: PersonalizationResult) {
        idm = account.idmIdentifier
        userName = account.userName
        alias = account.alias
        factors = account.authenticators.map(\.rawValue).sorted()
    }
}
