/// The console of administrators and auditors.
struct EnglishConsole: ConsoleWording {
    let layout: any ConsoleLayoutWording = EnglishConsoleLayout()
    let accounts: any ConsoleAccountsWording = EnglishConsoleAccounts()
    let reason: any ConsoleReasonWording = EnglishConsoleReason()
    let acts: any ConsoleActsWording = EnglishConsoleActs()
    let audit: any ConsoleAuditWording = EnglishConsoleAudit()
    let auditNotes: any AuditNoteWording = EnglishAuditNotes()
    let administrators: any ConsoleAdministratorsWording = EnglishConsoleAdministrators()
    let confirmations: any ConsoleConfirmationsWording = EnglishConsoleConfirmations()
}
