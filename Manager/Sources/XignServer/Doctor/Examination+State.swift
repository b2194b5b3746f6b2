import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

/// The state that housekeeping and other managers keep in the database.
extension Examination {
    /// Housekeeping has a round each minute.
    private static let housekeepingSeconds: Int64 = 600
    /// Key material with less time left has not been renewed when it was due, at fifteen days.
    private static let renewalDays: Int64 = 14
    /// Key material has thirty days.
    private static let longestDays: Int64 = 32
    private static let clockAheadSeconds: Int64 = 86_400
    private static let backupHours: Int64 = 26
    private static let unknownKeyHours: Int64 = 26

    mutating func examineState(_ context: Context) {
        attempt(.housekeeping) { try $0.examineHousekeeping(context) }
        attempt(.clock) { try $0.examineCheckedTime(context) }
        attempt(.auditChain) { try $0.examineAuditChain(context) }
        examineKeyMaterial(context)
        attempt(.unknownKeys) { try $0.examineUnknownKeys(context) }
        attempt(.idTokenKeys) { try $0.examineIDTokenKeys(context) }
        attempt(.clientSecrets) { try $0.examineSecrets(context) }
        attempt(.outbox) { try $0.examineOutbox(context) }
        attempt(.backup) { try $0.examineBackup(context) }
    }

    private mutating func examineHousekeeping(_ context: Context) throws {
        let advice = "start the manager: `systemctl start xignin-manager`; else look for housekeepingFailed in its log"
        guard let last = try context.lastHousekeeping() else {
            return warn(.housekeeping, "no manager has served this database yet", advice)
        }
        let age = now.seconds - last.seconds
        guard age <= Self.housekeepingSeconds else {
            return warn(.housekeeping, "the last round was \(Self.words(age)) ago: does a manager serve?", advice)
        }
        ok(.housekeeping, "a manager keeps house")
    }

    private mutating func examineCheckedTime(_ context: Context) throws {
        guard let ahead = try context.secondsAheadOfCheckedTime(), ahead > Self.clockAheadSeconds else { return }
        warn(
            .clock, "the clock is \(Self.words(ahead)) ahead of the time that rounds of housekeeping have measured",
            "look at the clock: `date`. After a pause that was as long, nothing is wrong, and old rows stay for longer")
    }

    private mutating func examineAuditChain(_ context: Context) throws {
        let age = try context.oldestUnlinkedEvent().map { now.secondsSince($0) } ?? 0
        guard age <= LinkAudit.longestSeconds else {
            return warn(
                .auditChain, "events of \(Self.words(age)) are not in the audit chain: nobody would see their change",
                "start the manager; else look for housekeepingFailed in its log, and run `xignin-manager audit verify`")
        }
        ok(.auditChain, "the audit chain has every event but the newest")
    }

    private mutating func examineKeyMaterial(_ context: Context) {
        let days = (context.keys.material.material.expiresAt - now.seconds) / 86_400
        if context.keys.material.material.expiresAt <= now.seconds {
            fail(
                .keyMaterial, "the key material has expired: devices refuse it",
                "correct the clock, or look for housekeepingFailed in the log; then `xignin-manager keys rotate`")
        } else if days < Self.renewalDays {
            warn(
                .keyMaterial, "the key material expires in \(days) days, and was not renewed in time",
                "start the manager, or look for housekeepingFailed in its log")
        } else if days > Self.longestDays {
            fail(
                .keyMaterial, "the key material expires in \(days) days: it was signed while the clock was ahead",
                "correct the clock, and run `xignin-manager keys rotate`: devices refuse this one")
        } else {
            ok(.keyMaterial, "the key material expires in \(days) days, and is renewed before")
        }
    }

    private mutating func examineUnknownKeys(_ context: Context) throws {
        guard let last = try context.lastUnpublishedKey(), now.secondsSince(last) <= Self.unknownKeyHours * 3600 else {
            return ok(.unknownKeys, "no device uses a key that this database has never published")
        }
        warn(
            .unknownKeys,
            "\(Self.words(now.secondsSince(last))) ago a device used a key that this database has never published",
            "if an old copy was put in the place of the database, devices are locked out: stop the manager, run "
                + "`xignin-manager backup FILE` and `xignin-manager restore FILE`; otherwise it was no device of yours")
    }

    private mutating func examineIDTokenKeys(_ context: Context) throws {
        let keys = ListIDTokenKeys(context)()
        let used = Set(
            try context.database.read { try $0.services.all() }.filter(\.isActive).map(\.signingAlgorithm.rawValue))
        let signing = keys.filter { $0.use == .signs }
        let missing = used.subtracting(signing.map(\.alg)).sorted()
        // Replaced some days before its end: one that is used longer was forgotten.
        let overdue = signing.filter { $0.until < now.iso8601 }.map(\.alg)
        if !missing.isEmpty {
            fail(
                .idTokenKeys, "no key signs ID tokens with \(missing.joined(separator: " and "))",
                "start the manager, which draws the keys, or look for housekeepingFailed in its log")
        } else if !overdue.isEmpty {
            warn(
                .idTokenKeys, "the key of ID tokens with \(overdue.joined(separator: " and ")) is overdue",
                "start the manager, or look for housekeepingFailed in its log")
        } else {
            ok(.idTokenKeys, "each algorithm in use has a key that signs")
        }
    }

    private mutating func examineSecrets(_ context: Context) throws {
        let now = now
        let overlapping = try context.database.read { try $0.services.all() }.compactMap { service in
            service.formerSecret.flatMap { former in
                now < former.expiresAt
                    ? "service \(service.name) takes its former secret until \(former.expiresAt.iso8601)" : nil
            }
        }
        warn(
            .clientSecrets, ofEach: overlapping,
            "end it once each server has the new one: `xignin-manager service rotate-secret NAME --end-overlap`",
            otherwise: "no former client secret is accepted")
    }

    private mutating func examineOutbox(_ context: Context) throws {
        let now = now
        let state = try context.database.read { try $0.outbox.state(at: now) }
        if state.untaken > 0 {
            warn(
                .outbox, "\(state.untaken) messages are due, and no manager delivers them",
                "start a manager with `notify` or `mail`, and with libcurl for mails and logouts; see mailsImpossible and "
                    + "logoutsImpossible in its log")
        } else if state.failing > 0 {
            warn(
                .outbox, "\(state.failing) messages have failed several times",
                "look for noticeNotDelivered, mailNotDelivered and logoutNotDelivered in the log")
        } else {
            ok(.outbox, state.waiting == 0 ? "no message waits" : "\(state.waiting) messages wait for their moment")
        }
    }

    private mutating func examineBackup(_ context: Context) throws {
        let advice =
            context.database.isServer
            ? "record each one with `xignin-manager backup --record`, each night at least"
            : "run `xignin-manager backup`, each night at least"
        guard let last = try context.lastBackup() else { return warn(.backup, "there was no backup yet", advice) }
        let age = now.seconds - last.seconds
        guard age <= Self.backupHours * 3600 else {
            return warn(.backup, "the last backup was begun \(Self.words(age)) ago", advice)
        }
        ok(.backup, "the last backup was begun \(Self.words(age)) ago")
    }

    /// A time in the largest unit of which it has two.
    static func words(_ seconds: Int64) -> String {
        switch seconds {
        case 172_800...: "\(seconds / 86_400) days"
        case 7200...: "\(seconds / 3600) hours"
        case 120...: "\(seconds / 60) minutes"
        default: "\(seconds) seconds"
        }
    }
}
