import Terminal
import XignSDK

extension Command {
    /// The command `accounts`.
    static func accounts(_ words: any Wording) -> Command {
        let json = Parameter.json
        return Command(
            "accounts", "List the accounts for which this device is activated.",
            discussion: "To list the other devices of an account, use xign activation list.",
            [json]
        ) { given, console in
            let home = given.home
            let sdk = try home.sdk()
            let store = try home.keyStore.inUse
            let accounts = try sdk.accounts(at: nil).map { AccountReport($0, store) }
            if given[json] { return try console.print(json: accounts) }
            guard !accounts.isEmpty else {
                return console.report("This device has no activations yet. To activate it: xign activate CODE")
            }
            var table = Table(["MANAGER", "ACCOUNT", "DEVICE", "FACTORS", "KEYS"])
            for account in accounts {
                table.append([
                    "\(account.idm)", "\(account.userName ?? "")", "\(account.alias ?? "")",
                    "\(account.factors.joined(separator: ", "))", "\(account.keyStore ?? "")",
                ])
            }
            console.print(table)
            if let problem = try home.keyStore.problem {
                return console.report("xign: the TPM with the keys of this device cannot be used. \(problem)")
            }
            console.reportNotices(sdk, of: try sdk.accounts(at: nil))
        }
    }
}

/// An activation of this device, as JSON for programs.
struct AccountReport: Encodable {
    let idm: String
    let userName: String?
    let alias: String?
    let factors: [String]
    /// The store of the keys: `tpm`, `file` or `enclave`.
    let keyStore: String?

    init(_ account: PersonalizationResult, _ keyStore: KeyStoreType?) {
        idm = account.idmIdentifier
        userName = account.userName
        alias = account.alias
        factors = account.authenticators.map(\.rawValue).sorted()
        self.keyStore = keyStore?.rawValue
    }
}
