import Terminal
import XignSDK

extension Command {
    /// The command `accounts`.
    static func accounts(_ words: any Wording) -> Command {
        let help = words.accounts.help
        let json = Parameter.json.explained(by: words.program.json)
        return Command(
            "accounts", help.summary, discussion: help.discussion, [json],
            examples: ["xign accounts --json"]
        ) { given, console in
            let home = try given.home(console, words)
            let sdk = try home.sdk()
            let store = try home.keyStore.inUse
            let accounts =
                try sdk.accounts(at: nil).map { AccountReport($0, store) }
                + sdk.pending().map { AccountReport(pendingAt: $0, store) }
            if given[json] { return try console.print(json: accounts) }
            guard !accounts.isEmpty else { return console.report(words.accounts.none) }
            var table = Table(words.accounts.columns.map { Table.Column($0) })
            for account in accounts {
                table.append([
                    "\(account.idm)", account.isPending ? words.accounts.pending : "\(account.userName ?? "")",
                    "\(account.alias ?? "")",
                    "\(account.factors.joined(separator: ", "))", "\(account.keyStore ?? "")",
                ])
            }
            console.print(table)
            try console.reportPending(sdk, words)
            if let problem = try home.keyStore.problem {
                return console.report("xign: \(words.storage.lockedInTPM(problem))")
            }
            console.reportNotices(sdk, of: try sdk.accounts(at: nil), words)
        }
    }
}

/// An activation of this device, as JSON for programs.
struct AccountReport: Encodable {
    let idm: String
    /// True for an activation that is unfinished: the device does not know if the manager has it.
    let isPending: Bool
    let userName: String?
    let alias: String?
    let factors: [String]
    /// The store of the keys: `tpm`, `file` or `enclave`.
    let keyStore: String?

    init(_ account: PersonalizationResult, _ keyStore: KeyStoreType?) {
        idm = account.idmIdentifier
        isPending = false
        userName = account.userName
        alias = account.alias
        factors = account.authenticators.map(\.rawValue).sorted()
        self.keyStore = keyStore?.rawValue
    }

    init(pendingAt idmIdentifier: String, _ keyStore: KeyStoreType?) {
        idm = idmIdentifier
        isPending = true
        (userName, alias, factors) = (nil, nil, [])
        self.keyStore = keyStore?.rawValue
    }
}
