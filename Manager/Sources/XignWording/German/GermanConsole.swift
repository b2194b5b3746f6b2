/// The console of administrators and auditors.
struct GermanConsole: ConsoleWording {
    let layout: any ConsoleLayoutWording = GermanConsoleLayout()
    let accounts: any ConsoleAccountsWording = GermanConsoleAccounts()
    let reason: any ConsoleReasonWording = GermanConsoleReason()
    let acts: any ConsoleActsWording = GermanConsoleActs()
    let audit: any ConsoleAuditWording = GermanConsoleAudit()
    let auditNotes: any AuditNoteWording = GermanAuditNotes()
    let administrators: any ConsoleAdministratorsWording = GermanConsoleAdministrators()
    let confirmations: any ConsoleConfirmationsWording = GermanConsoleConfirmations()
}
