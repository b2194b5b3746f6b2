/// The repositories of a transaction: `transaction.services.find(...)`.
extension Transaction {
    package var organizations: Organizations { Organizations(transaction: self) }
    package var services: Services { Services(transaction: self) }
    package var accounts: Accounts { Accounts(transaction: self) }
    package var sessions: LoginSessions { LoginSessions(transaction: self) }
    package var grants: Grants { Grants(transaction: self) }
    package var chosenAliases: ChosenAliases { ChosenAliases(transaction: self) }
    package var settings: Settings { Settings(transaction: self) }
    package var audit: AuditLog { AuditLog(transaction: self) }

    package func activations(_ vault: Vault) -> Activations { Activations(transaction: self, vault: vault) }
    package func seenRequests(_ vault: Vault) -> SeenRequests { SeenRequests(transaction: self, vault: vault) }
    package func evidence(_ vault: Vault) -> Evidence { Evidence(transaction: self, vault: vault) }
    package func attributeValues(_ vault: Vault) -> AttributeValues { AttributeValues(transaction: self, vault: vault) }
    package func attributeReleases(_ vault: Vault) -> AttributeReleases {
        AttributeReleases(transaction: self, vault: vault)
    }
    package func keys(_ vault: Vault) -> Keys { Keys(transaction: self, vault: vault) }
}
