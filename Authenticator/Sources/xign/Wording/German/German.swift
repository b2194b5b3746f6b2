import Terminal

/// The German texts: Sie, short sentences, no blame.
struct German: Wording {
    var tag: String { "de" }
    var terminal: any TerminalWording { GermanTerminal() }
    var program: any ProgramWording { GermanProgram() }
    var time: any TimeWording { GermanTime() }
    var refusals: any RefusalWording { GermanRefusals() }

    var process: any ProcessWording { GermanProcess() }
    var consent: any ConsentWording { GermanConsent() }
    var change: any ChangeWording { GermanChange() }
    var pairing: any PairingWording { GermanPairing() }
    var transaction: any TransactionWording { GermanTransaction() }
    var attributes: any AttributeWording { GermanAttributes() }
    var input: any InputWording { GermanInput() }
    var storage: any StorageWording { GermanStorage() }
    var network: any NetworkWording { GermanNetwork() }
    var notices: any NoticeWording { GermanNotices() }

    var trust: any TrustWording { GermanTrust() }
    var activate: any ActivateWording { GermanActivate() }
    var accounts: any AccountsWording { GermanAccounts() }
    var check: any CheckWording { GermanCheck() }
    var login: any LoginWording { GermanLogin() }
    var inApp: any InAppWording { GermanInApp() }
    var alias: any AliasWording { GermanAlias() }
    var devices: any DeviceWording { GermanDevices() }
    var pin: any PINWording { GermanPIN() }
    var factor: any FactorWording { GermanFactor() }
    var invitation: any InvitationWording { GermanInvitation() }
    var forget: any ForgetWording { GermanForget() }
    var delete: any DeleteWording { GermanDelete() }
}
