import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Makes a restored database usable, in one transaction.
///
/// The database is an earlier state of the manager: devices and websites have seen later ones, and rights that were
/// withdrawn since then are in it. So all that is open ends, the key material gets a sequence number that no device has
/// seen, and an exported audit log takes away again what was taken away since.
package struct RestoreDatabase: Sendable {
    /// The least difference to the sequence number of the backup. A manager publishes about 25 documents a year, and a
    /// device refuses one that is not newer than its own.
    static let sequenceStep: Int64 = 1_000
    /// The time before the backup's newest event from which events are replayed that the backup does not have: clocks
    /// differ, and a transaction is recorded with the moment at which it began.
    static let overlapSeconds: Int64 = 600
    /// The age of an export from which its end is something to accept.
    static let gapSeconds: Int64 = 3600

    private let context: Context

    /// - Parameter context: of the restored database, which nothing else uses.
    package init(_ context: Context) { self.context = context }

    /// The sequence number after a restore: the seconds of the clock, so that a second restore of the same backup has a
    /// higher one than the first, whose document devices have adopted since. If the clock is behind, the number is that
    /// of the backup and `sequenceStep`.
    static func sequence(after sequence: Int64, at now: Timestamp) -> Int64 {
        max(now.seconds, sequence + sequenceStep)
    }

    /// - Parameters:
    ///   - name: of the backup, for the audit log.
    ///   - export: what is known of the time since the backup; nil: nothing is.
    ///   - isAccepted: the operator takes the risk of what remains unknown.
    ///   - isUnverified: the operator takes the risk that somebody has changed the backup.
    ///   - operatorName: of the operator, for the audit log.
    ///   - doubts: signs, besides the audit log's chain, that somebody may have changed the backup, a line each.
    /// - Returns: what was done.
    /// - Throws: `RestoreReport.NotAccepted` where something remains, and `isAccepted` is false, or where there are
    ///   doubts, and `isUnverified` is false; `ManagerError`; `StorageError`. The database is unchanged then.
    package func callAsFunction(
        _ name: String, replaying export: AuditExport?, isAccepted: Bool, isUnverified: Bool = false,
        by operatorName: String, doubts: [String] = [], reporting progress: ReportProgress = ignoreProgress
    ) throws -> RestoreReport {
        let doubts = try doubts + chainDoubts(progress)
        progress(WorkProgress(.endingOpenWork))
        let now = context.clock.now()
        let drawn = try EncryptionKeys.draw(at: now)
        let replacesKeys = export?.events.contains { $0.kind?.definition.replay == .repeated(.keys) } ?? false
        let idTokenKeys =
            try replacesKeys
            ? Context.drawPrivateKeys(for: context.keys.idToken.algorithms(context.providerFeatures())) : [:]
        let (online, keyEncryptionKey) = (context.keys.online, context.keyEncryptionKeyIdentifier)
        let report = try context.database.write { transaction in
            let newest = try transaction.restoration.newestEvent() ?? Timestamp(rawValue: 0)
            // A clock that was ahead, or somebody who adds events, cannot make the newest event end the backup later.
            let known = min(newest, try transaction.knownBackup(at: now) ?? now, now)
            // Older events have left the backup's own log, and are not unknown to it.
            let kept = min(try transaction.endOfRemovedEvents(), newest, now)
            let end = max(Timestamp(rawValue: 0), known, kept)
            var report = RestoreReport(backupOf: newest)
            report.ended = try transaction.restoration.endAll()
            // Rows may have been repaired by hand.
            try Declarations.replaceToken(transaction)
            report.sequence = try transaction.publish(drawn, signedWith: online, at: now)
            try Context.forgetUnpublishedKeys(transaction)
            if let export {
                var replay = try AuditReplay(
                    export: export, since: max(end - Self.overlapSeconds, kept, Timestamp(rawValue: 0)),
                    policy: try transaction.declared.policy(), now: now, operatorName: operatorName,
                    transaction: transaction)
                try replay(newKeys: idTokenKeys)
                report.replayed = replay.done
                report.remaining = Self.gaps(of: export, since: end, newest: newest, at: now) + replay.lost
            } else {
                report.ended.joinLinks = try Performer(
                    actor: .machine(operatorName), now: now, transaction: transaction
                ).withdrawOpenJoinLinks()
                report.remaining = try transaction.possibleRevivals(sealedWith: keyEncryptionKey)
            }
            report.doubts = doubts
            guard isAccepted || report.remaining.isEmpty, isUnverified || doubts.isEmpty else {
                throw RestoreReport.NotAccepted(report: report)
            }
            try transaction.audit.append(
                AuditEvent(
                    .databaseRestored, at: now, actor: .machine(operatorName),
                    detail: "\(name) of \(report.backupOf), sequence \(report.sequence): ended \(report.endedText); "
                        + "replayed \(report.replayed.count), accepted \(report.remaining.count)"
                        + (doubts.isEmpty ? "" : ", unverified")))
            try transaction.notify(Settings.topic, "")
            return report
        }
        try context.keys.reload()
        return report
    }

    /// Verifies the chain of the backup's audit log.
    private func chainDoubts(_ progress: ReportProgress) throws -> [String] {
        let report = try VerifyAudit(context)(reporting: progress)
        var doubts: [String] = []
        if let first = report.firstBreak {
            doubts.append(
                "The backup's audit log does not hold at \(report.breaks) places, the first at position "
                    + "\(first.position) (\(first.kind.rawValue)): somebody has changed it. "
                    + "Run `xignin-manager audit verify` after the restore.")
        }
        if let first = report.putBack.first {
            doubts.append(
                "\(report.putBack.count) rows of devices contradict the backup's audit log, the first of the device "
                    + "\(first.activation) (\(first.kind.rawValue)): somebody has put them back. "
                    + "Run `xignin-manager audit verify` after the restore.")
        }
        return doubts
    }

    /// The times of which neither the backup nor the export knows.
    private static func gaps(
        of export: AuditExport, since end: Timestamp, newest: Timestamp, at now: Timestamp
    ) -> [String] {
        guard let span = export.span else { return ["The audit log has no events: nothing is known since the backup."] }
        var gaps: [String] = []
        if span.lowerBound > end {
            gaps.append(
                "The audit log begins at \(span.lowerBound.iso8601), after the backup: add an older export, too.")
        }
        if min(span.upperBound, now) + Timestamp.clockTolerance < newest {
            gaps.append(
                "The backup's newest event is of \(newest.iso8601), after the end of the audit log or after now: a clock "
                    + "was ahead, somebody has added the event, or the log is older than the backup.")
        }
        if span.upperBound + gapSeconds < now {
            gaps.append("The audit log ends at \(span.upperBound.iso8601): nothing is known of the time after that.")
        }
        if !export.isWhole {
            gaps.append("The audit log seems to be filtered: its newest event is not its export.")
        }
        return gaps
    }
}

extension Transaction {
    /// The moment before which the retention has removed events. It is sealed in the state of the chain; one that does
    /// not open is a break of the chain, which was found before.
    fileprivate func endOfRemovedEvents() throws -> Timestamp {
        do {
            return TimeOrderedID.moment(of: try auditChain.state()?.removedBefore.bytes ?? [])
        } catch is Vault.OpeningError {
            return Timestamp(rawValue: 0)
        }
    }

    /// Publishes encryption keys with a sequence number that no device has seen.
    /// - Returns: the sequence number.
    fileprivate func publish(
        _ drawn: EncryptionKeys, signedWith online: Curve25519.Signing.PrivateKey, at now: Timestamp
    ) throws -> Int64 {
        let current = try keys.newestMaterial().material
        let sequence = RestoreDatabase.sequence(after: current.sequence, at: now)
        let signed = try drawn.successor(of: current, sequence: sequence, signedWith: online)
        guard try keys.insert(signed) else {
            throw ManagerError(.databaseInUse, "Another manager works with the database: stop it, and try again.")
        }
        try drawn.insert(keys, at: now)
        // As at each change of keys: it is forgotten which requests were seen since, so nobody opens them again.
        _ = try keys.keepOnlyDecryptionKeys(of: signed.material.encryptionKeys)
        return signed.material.sequence
    }

    /// Lists the rights that may have come back where nothing is known of the time since the backup.
    /// - Parameter key: the identifier of the key-encryption key.
    fileprivate func possibleRevivals(sealedWith key: String) throws -> [String] {
        let devices = try restoration.usableDevices()
        let users = Dictionary(grouping: devices, by: \.user)
        let texts = users.keys.sorted().map { user in
            let names = users[user, default: []].map { $0.alias.isEmpty ? $0.id.short : $0.alias }
            return "\(user) (\(names.joined(separator: ", ")))"
        }
        let administrators = try administratorGrants.all().map { grant in
            let name = try accounts.find(id: grant.accountID)?.name ?? ""
            return "\(name) (\(grant.role.rawValue), \(grant.scope.auditText))"
        }
        let secrets = try restoration.servicesWithSecret()
        var revivals = [
            "Users who may have been disabled or removed since: \(try restoration.activeUsers()).",
            "Devices that may have been removed or locked since, or have another PIN: \(devices.count). "
                + listed(texts),
            "Wrong PINs since the backup are not counted, and no lockout since then holds.",
        ]
        if !administrators.isEmpty {
            revivals.append(
                "Administrators and auditors whose grant may have been withdrawn: \(listed(administrators))")
        }
        let recoverable = try restoration.usersWithRecoveryCode()
        if !recoverable.isEmpty {
            revivals.append("Recovery codes that may have been replaced or used since: \(listed(recoverable))")
        }
        if !secrets.isEmpty { revivals.append("Secrets of services that may have been replaced: \(listed(secrets))") }
        revivals += [
            "Declarations as they were: websites that `active: false` has switched off, redirect URIs, roles, members, "
                + "groups, account names and the policy. Apply the newest ones again: `xignin-manager apply`.",
            "Attribute values that were removed or changed since, also verified ones: see "
                + "`xignin-manager user attribute list`, then `set` or `remove`.",
            "Websites that people have withdrawn from: what they had chosen to release holds again, until they withdraw "
                + "once more at /account.",
            "Keys of ID tokens: run `xignin-manager keys replace-id-token-keys` if they were replaced since.",
            "The audit chain with its key: run `xignin-manager audit replace-chain` if it was replaced since.",
            "The online key, the root keys and the origins of links: if the root keys have signed others since, run "
                + "`xignin-manager keys replace-online-key`, `keys replace-root-keys` or `keys change-app-link-origins` "
                + "again. Devices refuse the former ones.",
            "This backup is sealed with the key-encryption key \(key): if that was replaced since, rotate again now, with "
                + "`xignin-manager keys rotate-key-encryption-key --prepare`.",
        ]
        return revivals
    }
}
