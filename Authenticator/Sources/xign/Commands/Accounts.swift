import Terminal
import XignSDK

extension Command {
    /// The command `accounts`.
    static let accounts: Command = {
        let json = Parameter.json
        return Command("accounts", "List this device's activations.", [json]) { given, console in
            let accounts = try explaining { try given.home.sdk().personalizer.personalizations }
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
