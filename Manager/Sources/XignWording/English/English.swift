package struct English: Wording {
    package let tag = "en"
    package let general: any GeneralWording = EnglishGeneral()
    package let home: any HomeWording = EnglishHome()
    package let provider: any OperatorWording = EnglishOperator()
    package let login: any LoginWording = EnglishLogin()
    package let confirmation: any ConfirmationWording = EnglishConfirmation()
    package let stage: any StageWording = EnglishStage()
    package let errors: any ErrorWording = EnglishErrors()
    package let appLink: any AppLinkWording = EnglishAppLink()
    package let returning: any ReturnWording = EnglishReturn()
    package let logout: any LogoutWording = EnglishLogout()
    package let authenticator: any AuthenticatorWording
    package let acts: any ActWording = EnglishActs()
    package let events: any EventWording = EnglishEvents()
    package let account: any AccountWording = EnglishAccount()
    package let console: any ConsoleWording = EnglishConsole()
    package let letters: any LetterWording = EnglishLetters()
    package let mails: any MailWording = EnglishMails()
    package let stop: any StopWording = EnglishStop()
    package let joining: any JoinWording = EnglishJoin()
    package let recovery: any RecoveryWording = EnglishRecovery()

    package init() { self.init(provider: "Xign") }

    private init(provider: String) {
        authenticator = EnglishAuthenticator(provider: provider)
    }

    package func naming(_ provider: String) -> any Wording { English(provider: provider) }
}
