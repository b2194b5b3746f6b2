/// The repositories of a transaction: `transaction.services.find(...)`.
extension Transaction {
    package var accounts: Accounts { Accounts(transaction: self) }
    package var administratorGrants: AdministratorGrants { AdministratorGrants(transaction: self) }
    package var activations: Activations { Activations(transaction: self) }
    package var attributeReleases: AttributeReleases { AttributeReleases(transaction: self) }
    package var attributeValues: AttributeValues { AttributeValues(transaction: self) }
    package var audit: AuditLog { AuditLog(transaction: self) }
    package var auditChain: AuditChain { AuditChain(transaction: self) }
    package var auditIndex: AuditIndex { AuditIndex(transaction: self) }
    package var browserSessions: BrowserSessions { BrowserSessions(transaction: self) }
    package var chosenAliases: ChosenAliases { ChosenAliases(transaction: self) }
    package var evidence: Evidence { Evidence(transaction: self) }
    package var grants: Grants { Grants(transaction: self) }
    package var groups: Groups { Groups(transaction: self) }
    package var history: AccountHistory { AccountHistory(transaction: self) }
    package var invitations: Invitations { Invitations(transaction: self) }
    package var joinLinks: JoinLinks { JoinLinks(transaction: self) }
    package var keys: Keys { Keys(transaction: self) }
    package var mailCodes: MailCodes { MailCodes(transaction: self) }
    package var notices: Notices { Notices(transaction: self) }
    package var oneTimeValues: OneTimeValues { OneTimeValues(transaction: self) }
    package var organizations: Organizations { Organizations(transaction: self) }
    package var outbox: Outbox { Outbox(transaction: self) }
    package var pendingActs: PendingActs { PendingActs(transaction: self) }
    package var processes: Processes { Processes(transaction: self) }
    package var pushedRequests: PushedRequests { PushedRequests(transaction: self) }
    package var recoveries: Recoveries { Recoveries(transaction: self) }
    package var refreshTokens: RefreshTokens { RefreshTokens(transaction: self) }
    package var rememberedLogins: RememberedLogins { RememberedLogins(transaction: self) }
    package var restoration: Restoration { Restoration(transaction: self) }
    package var seenRequests: SeenRequests { SeenRequests(transaction: self) }
    package var services: Services { Services(transaction: self) }
    package var settings: Settings { Settings(transaction: self) }
    package var standings: Standings { Standings(transaction: self) }
    package var utilityGrants: UtilityGrants { UtilityGrants(transaction: self) }
    package var websiteUses: WebsiteUses { WebsiteUses(transaction: self) }
}
