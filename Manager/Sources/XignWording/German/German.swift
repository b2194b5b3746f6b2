/// German, with "Sie".
package struct German: Wording {
    package let tag = "de"
    package let general: any GeneralWording = GermanGeneral()
    package let home: any HomeWording = GermanHome()
    package let provider: any OperatorWording = GermanOperator()
    package let login: any LoginWording = GermanLogin()
    package let confirmation: any ConfirmationWording = GermanConfirmation()
    package let stage: any StageWording = GermanStage()
    package let errors: any ErrorWording = GermanErrors()
    package let appLink: any AppLinkWording = GermanAppLink()
    package let returning: any ReturnWording = GermanReturn()
    package let logout: any LogoutWording = GermanLogout()
    package let authenticator: any AuthenticatorWording
    package let acts: any ActWording = GermanActs()
    package let events: any EventWording = GermanEvents()
    package let account: any AccountWording = GermanAccount()
    package let console: any ConsoleWording = GermanConsole()
    package let letters: any LetterWording = GermanLetters()
    package let mails: any MailWording = GermanMails()
    package let stop: any StopWording = GermanStop()
    package let joining: any JoinWording = GermanJoin()
    package let recovery: any RecoveryWording = GermanRecovery()

    package init() { self.init(provider: "Xign") }

    private init(provider: String) {
        authenticator = GermanAuthenticator(provider: provider)
    }

    package func naming(_ provider: String) -> any Wording { German(provider: provider) }
}
