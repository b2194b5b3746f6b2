/// The console: everything that administrators and auditors see and do.
package protocol ConsoleWording: Sendable {
    var layout: any ConsoleLayoutWording { get }
    var accounts: any ConsoleAccountsWording { get }
    /// The fields that all acts share.
    var reason: any ConsoleReasonWording { get }
    var acts: any ConsoleActsWording { get }
    var audit: any ConsoleAuditWording { get }
    var auditNotes: any AuditNoteWording { get }
    var administrators: any ConsoleAdministratorsWording { get }
    var confirmations: any ConsoleConfirmationsWording { get }
}
