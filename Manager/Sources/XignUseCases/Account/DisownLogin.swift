import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Ends all that came of a past login, and the browser sessions of its device, after its person said that it was
/// somebody else.
///
/// The device that confirmed it stays as it is: its lock is an act of its own, which another device confirms.
package struct DisownLogin: Sendable {
    /// A past login as the page shows it.
    package struct Login: Sendable {
        package let login: Evidence.Login
        /// The device that confirmed it, as it is now.
        package let device: Activation
        /// The name of the website; nil for the account pages.
        package let service: String?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Finds a login of an account.
    /// - Returns: nil for another account's, and for a process that is no confirmed login: the same answer.
    package func find(_ process: SessionID, of account: AccountID) throws -> Login? {
        try context.database.read { try $0.login(process, of: account) }
    }

    /// Ends what the login gave the website, with the login that a browser remembers, and the browser sessions of its
    /// device but the one that asks. It is an audit event, and a notice to all devices, once for each login.
    /// - Returns: the login and whether this call disowned it; nil where the account has none such, or the browser's
    ///   session has ended.
    package func callAsFunction(
        _ process: SessionID, in session: BrowserSession
    ) async throws -> (login: Login, isFirst: Bool)? {
        let now = context.clock.now()
        return try await context.database.write { transaction -> (login: Login, isFirst: Bool)? in
            guard let found = try transaction.openSessionLockingAccount(session, at: now),
                let login = try transaction.login(process, of: found.account.id)
            else { return nil }
            guard try transaction.evidence.disown(process, at: now) else { return (login, false) }
            try transaction.endLogin(process, of: found.account.id, at: login.login.serviceID, as: .disowned)
            try transaction.browserSessions.endAll(of: login.device.id, except: session.id)
            try transaction.audit.append(
                AuditEvent(
                    .loginDisownedLater, at: now, accountID: found.account.id, activationID: login.device.id,
                    serviceID: login.login.serviceID, sessionID: process, network: session.network))
            // Told to all devices: the one that asks may be the wrong one.
            try transaction.notices.append(
                NoticeEvent(
                    .loginDisowned, at: now, accountID: found.account.id, browserSession: session.id,
                    device: login.device.alias.isEmpty ? nil : login.device.alias))
            return (login, true)
        }
    }
}

extension Transaction {
    fileprivate func login(_ process: SessionID, of account: AccountID) throws -> DisownLogin.Login? {
        guard let login = try evidence.login(process), login.accountID == account,
            let device = try activations.find(login.activationID)
        else { return nil }
        return DisownLogin.Login(
            login: login, device: device, service: try services.find(id: login.serviceID)?.displayName)
    }
}
