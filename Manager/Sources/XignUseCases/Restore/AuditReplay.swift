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
    private let now: Timestamp
    private let operatorName: String
    private let transaction: any Transaction
    private let act: AccountAct
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
        act = AccountAct(actor: .machine(operatorName), now: now, transaction: transaction)
    }

    /// Returns true for an event that a restored database must learn of. Nothing remains of the others: they are steps
    /// of what `Restoration.endAll` has ended, or they changed nothing.
    static func isNeeded(_ name: String, detail: String?) -> Bool {
        switch AuditEvent.Kind(rawValue: name) {
        case .managerInitialized, .clientRefused, .encryptionKeysRotated, .idTokenKeysRotated, .activationIssued,
            .activationPINWrong, .activationVoided, .activationAlreadyUsed, .activationRefused, .sessionTaken,
            .loginDeclined, .loginDisowned, .loginDisownedLater, .correctionsExhausted, .pairingFailed,
            .loginRemembered, .rememberedLoginUsed, .rememberedLoginEnded, .codeIssued, .codeRedeemed, .codeRefused,
            .codeReused, .tokensRefreshed, .refreshRefused, .tokenRevoked, .lastingAccessEnded, .refreshTokenReused,
            .activationRenamed, .utilityRefused, .sessionBegun, .sessionEnded, .accountExported, .actRequested,
            .actWithdrawn, .actRefused, .actApproved, .actExpired, .auditExported, .auditShortened,
            .invitationExpired:
            false
        // A refusal for another reason than a wrong PIN is no guess.
        case .loginRefused: detail?.hasPrefix(AuditEvent.wrongFactor) == true
        // Only the right PIN ends the series of wrong ones.
        case .loginConfirmed: AuditEvent.confirmedFactors(detail).contains(.pin)
        default: true
        }
    }

    /// - Parameter newKeys: the private halves of new keys of ID tokens, where they were replaced; otherwise empty.
    mutating func callAsFunction(newKeys: [Service.SigningAlgorithm: [UInt8]]) throws {
        try withdrawFromWebsites()
        try withdrawGrants()
        try recordFailures()
        try lockDevices()
        try removeDevices()
        try disableAccounts()
        try removeAccounts()
        if events.contains(where: { $0.kind == .idTokenKeysReplaced }), !newKeys.isEmpty {
            try transaction.replaceIDTokenKeys(by: newKeys, operatorName: operatorName, at: now)
            done.append("replaced the keys of ID tokens")
        }
        listLost()
    }

    // MARK: What is taken away

    private func account(_ id: PublicAccountID?) throws -> Account? {
        try id.flatMap { try transaction.accounts.find($0) }
    }

    /// Finds a device, and locks its account.
    private func device(_ id: ActivationID) throws -> (device: Activation, name: String)? {
        guard let device = try transaction.activations.find(id),
            let account = try transaction.accounts.lock(device.accountID)
        else { return nil }
        return (device, "\(device.alias.isEmpty ? id.short : device.alias) of \(account.name)")
    }

    /// The last of the acts on each object that set something or took it back, in the order of the objects' first acts.
    private func lastStates<ID: Hashable>(
        of id: KeyPath<AuditExport.Event, ID?>, set: Set<AuditEvent.Kind>, unset: AuditEvent.Kind
    ) -> [ID] {
        var (order, isSet): ([ID], [ID: Bool]) = ([], [:])
        for event in events {
            guard let kind = event.kind, let object = event[keyPath: id], kind == unset || set.contains(kind) else {
                continue
            }
            if isSet.updateValue(kind != unset, forKey: object) == nil { order.append(object) }
        }
        return order.filter { isSet[$0] == true }
    }

    /// The values that the person has chosen for the website are forgotten, so that the next login asks again. What the
    /// website had is over.
    private mutating func withdrawFromWebsites() throws {
        for event in events where event.kind == .websiteWithdrawn {
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
        for event in events where event.kind == .grantWithdrawn || event.kind == .grantGiven {
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
        for event in events {
            guard let id = event.activationID else { continue }
            switch event.kind {
            case .loginRefused:
                if seconds[id] == nil { order.append(id) }
                seconds[id, default: [:]][event.at, default: 0] += 1
                // Other factors have series of their own.
                guard AuditEvent.wrongFactors(event.detail).contains(.pin) else { continue }
                inARow[id] = event.detail.flatMap(Self.failuresInARow) ?? 1
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

    /// Reads the number in `failure 3 in a row`, at most 1,000.
    static func failuresInARow(_ detail: String) -> Int? {
        detail.firstMatch(of: /failure ([0-9]{1,3}) in a row/).flatMap { Int($0.output.1) }
    }

    private mutating func lockDevices() throws {
        for id in lastStates(of: \.activationID, set: [.activationLocked, .deviceLocked], unset: .deviceUnlocked) {
            guard let (device, name) = try device(id), try act.lock(device) else { continue }
            done.append("locked \(name)")
        }
    }

    /// A device whose PIN was changed is removed: the database has the key of the old PIN.
    private mutating func removeDevices() throws {
        for event in events where event.kind == .activationRevoked || event.kind == .pinChanged {
            guard let id = event.activationID, let (device, name) = try device(id), try act.end(device) else {
                continue
            }
            done.append("removed \(name)\(event.kind == .pinChanged ? ", whose PIN was changed" : "")")
        }
    }

    private mutating func disableAccounts() throws {
        for id in lastStates(of: \.userID, set: [.accountDisabled], unset: .accountEnabled) {
            guard let found = try account(id), let account = try transaction.accounts.lock(found.id),
                try act.setActive(false, account)
            else { continue }
            done.append("disabled \(account.name)")
        }
    }

    private mutating func removeAccounts() throws {
        for event in events where event.kind == .accountRemoved {
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

    // MARK: What is lost

    private mutating func listLost() {
        func names(_ kinds: Set<AuditEvent.Kind>, _ name: (AuditExport.Event) -> String?) -> [String] {
            var known: Set<String> = []
            return events.filter { event in event.kind.map(kinds.contains) ?? false }.compactMap(name)
                .filter { known.insert($0).inserted }
        }
        func add(_ what: String, _ names: [String]) { if !names.isEmpty { lost.append("\(what): \(listed(names))") } }
        add("New users, who are added again", names([.accountCreated]) { $0.user ?? "a user who was removed" })
        add(
            "New devices, which are activated again",
            names([.activationPersonalized, .recoveryIssued, .activationMerged]) { event in
                event.user.map { "\($0) (\(event.device ?? "a device"))" }
            })
        add(
            "Secrets of services, of which the former ones are valid again: `service rotate-secret`",
            names([.serviceSecretChanged]) { $0.service })
        add("Grants, which are given again", names([.grantGiven]) { $0.user })
        add(
            "Attribute values as they were before a change: removed ones, also verified ones, are back, and new ones are "
                + "lost. See `user attribute list`, then `set` or `remove`",
            names([.attributesChanged]) { $0.user })
        add("Data that is entered again", names([.factorAdded, .membershipAdded]) { $0.user })
        if events.contains(where: { $0.kind == .configurationApplied }) {
            lost.append(
                "Declarations as they were: websites that `active: false` has switched off, redirect URIs, roles, members "
                    + "and the policy. Apply the newest ones again: `xignin-manager apply`.")
        }
        if let event = events.last(where: { $0.kind == .keyMaterialEpochBegun }) {
            lost.append(
                "Keys: the root keys have signed key material at \(event.at.iso8601), and the former keys and origins are "
                    + "back, which devices refuse: run `keys replace-online-key`, `keys replace-root-keys` or "
                    + "`keys change-app-link-origins` again.")
        }
        if events.contains(where: { $0.kind == .keyEncryptionKeyReplaced || $0.kind == .keyEncryptionKeyRetired }) {
            lost.append(
                "This backup is sealed with a key-encryption key that was replaced: rotate again now, with "
                    + "`keys rotate-key-encryption-key --prepare`.")
        }
        if events.contains(where: { $0.kind == .auditChainReplaced }) {
            lost.append("The former audit chain and its key are back: replace them again, with `audit replace-chain`.")
        }
        let known: Set<AuditEvent.Kind> = [
            .accountCreated, .accountEnabled, .accountDisabled, .accountRemoved, .activationPersonalized,
            .recoveryIssued, .activationMerged, .serviceSecretChanged, .grantGiven, .grantWithdrawn,
            .attributesChanged, .factorAdded, .membershipAdded, .configurationApplied, .idTokenKeysReplaced,
            .websiteWithdrawn, .loginRefused, .loginConfirmed, .activationLocked, .deviceLocked, .deviceUnlocked,
            .activationRevoked, .pinChanged, .databaseRestored, .keyMaterialEpochBegun, .keyEncryptionKeyReplaced,
            .keyEncryptionKeyRetired, .auditChainReplaced,
        ]
        let unknown = events.filter { event in !(event.kind.map(known.contains) ?? false) }.map(\.name)
        add("Events that this version cannot repeat", Set(unknown).sorted())
    }
}
