import XignDomain
import XignStorage

/// Recovery codes and join links, by which people come in.
extension AuditReplay {
    /// Removes the codes that were changed since. One that was made since the backup is lost, and the person makes
    /// another one. That one is younger than the events, and stays where the log is replayed again.
    /// - Returns: what was done, in words.
    func removeRecoveryCodes() throws -> [String] {
        var done: [String] = []
        for event in events(.recoveryCodes) {
            guard let found = try account(event.userID), let account = try transaction.accounts.lock(found.id) else {
                continue
            }
            if let code = try transaction.readableRecovery(of: account.id),
                code.madeAt > event.at + Timestamp.clockTolerance
            {
                continue
            }
            guard try transaction.recoveries.remove(of: account.id) else { continue }
            try act.audit(.recoveryCodeChanged, of: account.id, detail: RecoveryCodeChange.removed)
            done.append("removed the recovery code of \(account.name)")
        }
        return done
    }

    /// Uses up the places that people have got since, each once however often the log is replayed. Withdraws links.
    /// - Returns: what was done, in words.
    func replayJoins() throws -> [String] {
        var done: [String] = []
        for event in events(.joins) {
            guard let id = event.detail.flatMap(AuditEvent.joinLink) else { continue }
            if event.kind == .accountJoined, try isNew(event), try transaction.joinLinks.take(id) {
                done.append("used up a place of join link \(id)")
            } else if event.kind == .joinLinkWithdrawn, try act.withdrawJoinLink(id) {
                done.append("withdrew the join link \(id)")
            }
        }
        return done
    }

    /// Returns true for an event that was not replayed before. It is remembered for as long as a link can live.
    private func isNew(_ event: AuditExport.Event) throws -> Bool {
        try transaction.isNew(
            SeenRequest(.accountJoined, content: event.id), until: now + JoinLink.lifetimeRange.upperBound)
    }
}
