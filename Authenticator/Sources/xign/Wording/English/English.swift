import Terminal

/// The English texts.
struct English: Wording {
    var tag: String { "en" }
    var terminal: any TerminalWording { EnglishTerminal() }
    var program: any ProgramWording { EnglishProgram() }
    var time: any TimeWording { EnglishTime() }
    var refusals: any RefusalWording { EnglishRefusals() }

    var process: any ProcessWording { EnglishProcess() }
    var consent: any ConsentWording { EnglishConsent() }
    var change: any ChangeWording { EnglishChange() }
    var pairing: any PairingWording { EnglishPairing() }
    var transaction: any TransactionWording { EnglishTransaction() }
    var attributes: any AttributeWording { EnglishAttributes() }
    var input: any InputWording { EnglishInput() }
    var storage: any StorageWording { EnglishStorage() }
    var network: any NetworkWording { EnglishNetwork() }
    var notices: any NoticeWording { EnglishNotices() }

    var trust: any TrustWording { EnglishTrust() }
    var activate: any ActivateWording { EnglishActivate() }
    var accounts: any AccountsWording { EnglishAccounts() }
    var check: any CheckWording { EnglishCheck() }
    var login: any LoginWording { EnglishLogin() }
    var inApp: any InAppWording { EnglishInApp() }
    var alias: any AliasWording { EnglishAlias() }
    var devices: any DeviceWording { EnglishDevices() }
    var pin: any PINWording { EnglishPIN() }
    var factor: any FactorWording { EnglishFactor() }
    var invitation: any InvitationWording { EnglishInvitation() }
    var forget: any ForgetWording { EnglishForget() }
    var delete: any DeleteWording { EnglishDelete() }
}
