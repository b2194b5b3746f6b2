/// The console of administrators and auditors.
struct EnglishConsole: ConsoleWording {
    let layout: any ConsoleLayoutWording = EnglishConsoleLayout()
    let accounts: any ConsoleAccountsWording = EnglishConsoleAccounts()
    let reason: any ConsoleReasonWording = EnglishConsoleReason()
    let acts: any ConsoleActsWording = EnglishConsoleActs()
}
