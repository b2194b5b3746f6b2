import XignDomain
import XignProtocol
import XignStorage

/// Lists the websites and apps that an account has used.
package struct ListOwnWebsites: Sendable {
    package struct Website: Sendable {
        package let use: WebsiteUse
        package let service: Service
        package let organization: Organization
        /// The access that continues without the person, the last one to end; nil where there is none.
        package let offlineAccess: RefreshToken?

        package var id: ServiceID { service.id }
    }

    /// A website with what it received, and the choices that hold for it.
    package struct Details: Sendable {
        package let website: Website
        /// The attributes that the website received with the last login, without permissions, from which it receives
        /// nothing; nil where the evidence is lost.
        package let received: [ConsentStatement.Attribute]?
        /// The values that later logins release without asking again.
        package let choices: [ChosenAliases.Choice]
        /// The name by which the website knows the person.
        package let subject: MappingID?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the website that was used last first.
    package func callAsFunction(_ account: AccountID) throws -> [Website] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let accesses = try transaction.offlineAccesses(to: account, at: now)
            return try transaction.uses(by: account, at: now).values.compactMap { use in
                try transaction.services.findWithOrganization(id: use.serviceID).map {
                    Website(
                        use: use, service: $0.service, organization: $0.organization,
                        offlineAccess: accesses[use.serviceID])
                }
            }
        }.sorted { ($0.use.lastAt, $0.id.text) > ($1.use.lastAt, $1.id.text) }
    }

    /// - Returns: nil for a website that the account has never used.
    package func details(_ service: ServiceID, of account: AccountID) throws -> Details? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let use = try transaction.uses(by: account, at: now)[service],
                let found = try transaction.services.findWithOrganization(id: service)
            else { return nil }
            let statement = try transaction.evidence.statement(ofLogin: use.lastLogin)
            return Details(
                website: Website(
                    use: use, service: found.service, organization: found.organization,
                    offlineAccess: try transaction.offlineAccesses(to: account, at: now)[service]),
                received: try statement.map {
                    try ConsentStatement(parsing: $0).attributes.filter { !SharedLoginPermission.isName($0.name) }
                },
                choices: try transaction.chosenAliases.all(of: account).filter { $0.serviceID == service },
                subject: try transaction.services.mappingID(of: account, at: service))
        }
    }
}

/// Withdraws from a website: it receives nothing more until the next login, which asks for everything again.
package struct WithdrawWebsite: Sendable {
    package enum Outcome: Sendable, Equatable {
        case withdrawn
        /// The account has not used this website, or the browser's session has ended.
        case notThere
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(_ service: ServiceID, in session: BrowserSession) async throws -> Outcome {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let found = try transaction.openSessionLockingAccount(session, at: now),
                let use = try transaction.uses(by: found.account.id, at: now)[service]
            else { return .notThere }
            let account = found.account.id
            try transaction.endAll(of: account, at: service, now: now)
            try transaction.chosenAliases.forgetAll(of: account, at: service)
            // A form that is sent twice is recorded once.
            guard !use.isWithdrawn else { return .withdrawn }
            try transaction.audit.append(
                AuditEvent(
                    .websiteWithdrawn, at: now, accountID: account, activationID: found.activation.id,
                    serviceID: service, network: session.network))
            return .withdrawn
        }
    }
}

/// Forgets the value that a person has chosen for a website: the next login asks again.
package struct ForgetOwnChoice: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where the browser's session has ended. A choice that is not there is forgotten already.
    package func callAsFunction(_ choice: [UInt8], in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let found = try transaction.openSession(session, at: now) else { return false }
            _ = try transaction.chosenAliases.forget(choice, of: found.account.id)
            return true
        }
    }
}

extension Transaction {
    /// Ends what an account has at a website: logins that are under way, codes, tokens, remembered logins, the part in
    /// a shared login, lasting accesses, and what was consented to.
    func endAll(of account: AccountID, at service: ServiceID, now: Timestamp) throws {
        let devices = try activations.all(of: account).map(\.id)
        try processes.endAll(of: devices, at: service, now: now)
        let sessions = try websiteSessions(
            of: account, at: service, since: now - FinishAuthentication.releaseSeconds)
        for session in sessions { try endWebsiteSession(of: session) }
        try evidence.endConsents(of: account, at: [service])
    }

    /// The lasting accesses of websites to an account: of each website the one that ends last.
    fileprivate func offlineAccesses(
        to account: AccountID, at now: Timestamp
    ) throws -> [ServiceID: RefreshToken] {
        let valid = try refreshTokens.all(of: account).filter { now < $0.expiresAt }
        return Dictionary(grouping: valid, by: \.login.serviceID).compactMapValues {
            $0.max { $0.offlineUntil < $1.offlineUntil }
        }
    }

    /// The websites that an account has used, up to this moment.
    func uses(by account: AccountID, at now: Timestamp) throws -> [ServiceID: WebsiteUse] {
        var uses = Dictionary(
            try websiteUses.all(of: account).map { ($0.serviceID, $0) }, uniquingKeysWith: { first, _ in first })
        let recent = try history.recent(of: account, at: now).entries.reversed().map(\.event)
        for (service, events) in Dictionary(grouping: recent, by: \.serviceID) {
            if let service { uses[service] = WebsiteUse.adding(events, to: uses[service]) }
        }
        return uses
    }
}
