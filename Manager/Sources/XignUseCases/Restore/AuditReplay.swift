import XignDomain
import XignProtocol
import XignStorage

/// Takes away from a restored database what was taken away since its backup, as an exported audit log tells it.
///
/// It gives nothing: no line enables a user, unlocks a device, or adds one. An act is cancelled by a later one that
/// undid it, which leaves the database as it is. So whoever writes a false log can take rights away or leave out lines.
/// Each act goes through the rules of the original one, with its audit event and its notice. To replay a log again
/// changes nothing.
struct AuditReplay {
    /// Events of the database's own log that are compared at once.
    private static let batch = 1_000

    private let events: [AuditExport.Event]
    private let policy: Policy
    let now: Timestamp
    let operatorName: String
    let transaction: any Transaction
    let act: Performer
    /// The acts that were done again, in words.
    private(set) var done: [String] = []
    /// The losses that cannot be repeated, in words.
    private(set) var lost: [String] = []

    /// - Parameter since: leaves out earlier events, and those that the database's own log has.
    init(
        export: AuditExport, since: Timestamp, policy: Policy, now: Timestamp, operatorName: String,
        transaction: any Transaction
    ) throws {
        let later = export.events.filter { $0.at >= since }
        var unknown = Set(later.map(\.id))
        var place = TimeOrderedID.place(at: since)
        while case let ids = try transaction.audit.ids(after: place, limit: Self.batch), let last = ids.last {
            for id in ids { unknown.remove(AuditReference.reference(to: id)) }
            place = last
        }
        events = later.filter { unknown.contains($0.id) }
        (self.policy, self.now, self.operatorName, self.transaction) = (policy, now, operatorName, transaction)
        act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
    }

    /// Returns true for an event that a restored database must learn of. Nothing remains of the others: they are steps
    /// of what `Restoration.endAll` has ended, or they changed nothing.
    static func isNeeded(_ name: String, detail: String?) -> Bool {
        // A later version's event is at least listed.
        guard let kind = AuditEvent.Kind(rawValue: name) else { return true }
        return switch kind {
        // A refusal for another reason than a wrong PIN is no guess.
        case .loginRefused: detail?.hasPrefix(AuditEvent.wrongFactor) == true
        // Only the right PIN ends the series of wrong ones.
        case .loginConfirmed: AuditEvent.confirmedFactors(detail).contains(.pin)
        default: kind.definition.replay != .none
        }
    }

    /// - Parameter newKeys: the private halves of new keys of ID tokens, where they were replaced; otherwise empty.
    mutating func callAsFunction(newKeys: [Service.SigningAlgorithm: [UInt8]]) throws {
        for repetition in Replay.Repetition.allCases {
            switch repetition {
            case .withdrawals: try withdrawFromWebsites()
            case .grants: try withdrawGrants()
            case .groups: done += try takeGroups()
            case .accountNames: done += try takeAccountNames()
            case .guesses: try recordFailures()
            case .locks: try lockDevices()
            case .removals: try removeDevices()
            case .recoveryCodes: done += try removeRecoveryCodes()
            case .disabling: try disableAccounts()
            case .accounts: try removeAccounts()
            case .joins: done += try replayJoins()
            case .keys: try replaceKeys(by: newKeys)
            }
        }
        for loss in Replay.Loss.allCases { list(loss) }
        list("Events that this version cannot repeat", Set(events.filter { $0.kind == nil }.map(\.name)).sorted())
    }

    /// The events whose acts are repeated in one way.
    func events(_ repetition: Replay.Repetition) -> [AuditExport.Event] {
        events.filter { $0.kind?.definition.replay == .repeated(repetition) }
    }

    // MARK: What is taken away

    func account(_ id: PublicAccountID?) throws -> Account? {
        try id.flatMap { try transaction.accounts.find($0) }
    }

    /// Finds a device, and locks its account.
    private func device(_ id: ActivationID) throws -> (device: Activation, name: String)? {
        guard let device = try transaction.activations.find(id),
            let account = try transaction.accounts.lock(device.accountID)
        else { return nil }
        return (device, "\(device.alias.isEmpty ? id.short : device.alias) of \(account.name)")
    }

    /// The objects of which the last act is none that took the others back, in the order of the objects' first acts.
    private func lastStates<ID: Hashable>(
        of id: KeyPath<AuditExport.Event, ID?>, _ repetition: Replay.Repetition, takenBackBy unset: AuditEvent.Kind
    ) -> [ID] {
        var (order, isSet): ([ID], [ID: Bool]) = ([], [:])
        for event in events(repetition) {
            guard let object = event[keyPath: id] else { continue }
            if isSet.updateValue(event.kind != unset, forKey: object) == nil { order.append(object) }
        }
        return order.filter { isSet[$0] == true }
    }

    /// The values that the person has chosen for the website are forgotten, so that the next login asks again. What the
    /// website had is over.
    private mutating func withdrawFromWebsites() throws {
        for event in events(.withdrawals) {
            guard let account = try account(event.userID), let name = event.service,
                let service = try transaction.services.find(name: name),
                try transaction.chosenAliases.all(of: account.id).contains(where: { $0.serviceID == service.id })
            else { continue }
            try transaction.chosenAliases.forgetAll(of: account.id, at: service.id)
            try transaction.audit.append(
                AuditEvent(
                    .websiteWithdrawn, at: now, accountID: account.id, serviceID: service.id,
                    actor: .machine(operatorName)))
            done.append("withdrew \(account.name) from \(name)")
        }
    }

    /// A grant that was given in place of another one may have less power, so the former one goes as well.
    private mutating func withdrawGrants() throws {
        for event in events(.grants) {
            guard let found = try account(event.userID), let account = try transaction.accounts.lock(found.id) else {
                continue
            }
            var scope = Scope.manager
            if let name = event.organization {
                guard let organization = try transaction.organizations.find(name: name) else {
                    lost.append("Nobody is called \(name): look at the grants of \(account.name).")
                    continue
                }
                scope = .organization(organization.id)
            }
            guard
                let grant = try transaction.administratorGrants.all(of: account.id).first(where: { $0.scope == scope })
            else { continue }
            if event.kind == .grantGiven, event.detail?.hasPrefix("\(grant.role.rawValue), ") == true { continue }
            guard let object = try AdministeredObject(.withdrawGrant(account.id, scope), transaction) else { continue }
            try act.withdrawGrant(of: scope, from: object)
            done.append(
                "withdrew the grant of \(account.name): \(grant.role.rawValue), \(event.organization ?? "manager")")
        }
    }

    /// Counts wrong PINs again, also for the budget of thirty days. Those in a row count if no login came after them.
    private mutating func recordFailures() throws {
        var (order, seconds, inARow): ([ActivationID], [ActivationID: [Timestamp: Int]], [ActivationID: Int]) =
            ([], [:], [:])
        for event in events(.guesses) {
            guard let id = event.activationID else { continue }
            switch event.kind {
            case .loginRefused:
                if seconds[id] == nil { order.append(id) }
                seconds[id, default: [:]][event.at, default: 0] += 1
                // Other factors have series of their own.
                guard AuditEvent.wrongFactors(event.detail).contains(.pin) else { continue }
                inARow[id] = event.detail.flatMap(AuditEvent.failuresInARow) ?? 1
            // Of a login with the PIN: see `isNeeded`.
            case .loginConfirmed: inARow[id] = 0
            default: break
            }
        }
        for id in order {
            guard let (device, name) = try device(id), device.state == .active, !device.lockout.isPermanent else {
                continue
            }
            for (second, count) in seconds[id, default: [:]] {
                try transaction.restoration.recordFailures(count, of: id, at: second)
            }
            let failures = inARow[id, default: 0]
            guard failures > device.lockout.pinFailures else { continue }
            var lockout = device.lockout
            lockout.pinFailures = failures
            let end = now + policy.lockout.activationWait(wrongPINs: failures)
            lockout.lockedUntil = max(lockout.lockedUntil ?? end, end)
            lockout.isPermanent = failures >= policy.lockout.permanentAfter
            try transaction.activations.save(lockout: lockout, of: id)
            done.append("counted \(failures) wrong PINs of \(name)")
        }
    }

    private mutating func lockDevices() throws {
        for id in lastStates(of: \.activationID, .locks, takenBackBy: .deviceUnlocked) {
            guard let (device, name) = try device(id), try act.lock(device) else { continue }
            done.append("locked \(name)")
        }
    }

    /// A device whose PIN was changed is removed: the database has the key of the old PIN.
    private mutating func removeDevices() throws {
        for event in events(.removals) {
            guard let id = event.activationID, let (device, name) = try device(id), try act.end(device) else {
                continue
            }
            done.append("removed \(name)\(event.kind == .pinChanged ? ", whose PIN was changed" : "")")
        }
    }

    private mutating func disableAccounts() throws {
        for id in lastStates(of: \.userID, .disabling, takenBackBy: .accountEnabled) {
            guard let found = try account(id), let account = try transaction.accounts.lock(found.id),
                try act.setActive(false, account)
            else { continue }
            done.append("disabled \(account.name)")
        }
    }

    private mutating func removeAccounts() throws {
        for event in events(.accounts) {
            guard let id = event.detail.flatMap(Self.userID) else {
                lost.append("A user was removed at \(event.at.iso8601), and the log does not say who.")
                continue
            }
            guard let found = try account(id), let account = try transaction.accounts.lock(found.id) else { continue }
            try act.remove(account.id)
            done.append("removed \(account.name)")
        }
    }

    /// Reads the public id in `user id ...`.
    static func userID(_ detail: String) -> PublicAccountID? {
        guard detail.hasPrefix(AuditEvent.userIDPrefix) else { return nil }
        return PublicAccountID(text: detail.dropFirst(AuditEvent.userIDPrefix.count).prefix { $0 != ":" })
    }

    private mutating func replaceKeys(by newKeys: [Service.SigningAlgorithm: [UInt8]]) throws {
        guard !events(.keys).isEmpty, !newKeys.isEmpty else { return }
        try transaction.replaceIDTokenKeys(by: newKeys, operatorName: operatorName, at: now)
        done.append("replaced the keys of ID tokens")
    }

    // MARK: What is lost

    private mutating func list(_ what: String, _ names: [String]) {
        if !names.isEmpty { lost.append("\(what): \(listed(names))") }
    }

    private mutating func list(_ loss: Replay.Loss) {
        let events = events.filter { event in
            // Former grants, groups and account names are taken again, and new ones are lost.
            event.kind?.definition.replay == .lost(loss) || loss == .grants && event.kind == .grantGiven
                || loss == .groups && event.isGivenGroups || loss == .accountNames && event.isGivenAccountName
        }
        guard let last = events.last else { return }
        func names(_ name: (AuditExport.Event) -> String?) -> [String] {
            var known: Set<String> = []
            return events.compactMap(name).filter { known.insert($0).inserted }
        }
        switch loss {
        case .users: list("New users, who are added again", names { $0.user ?? "a user who was removed" })
        case .devices:
            list(
                "New devices, which are activated again",
                names { event in event.user.map { "\($0) (\(event.device ?? "a device"))" } })
        case .secrets:
            list(
                "Secrets of services, of which the former ones are valid again: `service rotate-secret`",
                names { $0.service })
        case .grants: list("Grants, which are given again", names { $0.user })
        case .groups:
            list("Groups, which are given again: `user group add`, or `apply`", names { $0.user })
        case .accountNames:
            list("Account names, which are given again: `user account-name set`, or `apply`", names { $0.user })
        case .values:
            list(
                "Attribute values as they were before a change: removed ones, also verified ones, are back, and new ones "
                    + "are lost. See `user attribute list`, then `set` or `remove`",
                names { $0.user })
        case .entries: list("Data that is entered again", names { $0.user })
        case .joinLinks: list("Join links, which are made again", names { $0.organization })
        case .declarations:
            lost.append(
                "Declarations as they were: websites that `active: false` has switched off, redirect URIs, roles, members "
                    + "and the policy. Apply the newest ones again: `xignin-manager apply`.")
        case .keyMaterial:
            lost.append(
                "Keys: the root keys have signed key material at \(last.at.iso8601), and the former keys and origins are "
                    + "back, which devices refuse: run `keys replace-online-key`, `keys replace-root-keys` or "
                    + "`keys change-app-link-origins` again.")
        case .keyEncryptionKey:
            lost.append(
                "This backup is sealed with a key-encryption key that was replaced: rotate again now, with "
                    + "`keys rotate-key-encryption-key --prepare`.")
        case .auditChain:
            lost.append(
                "The former audit chain and its key are back: replace them again, with `audit replace-chain`.")
        }
    }
}
