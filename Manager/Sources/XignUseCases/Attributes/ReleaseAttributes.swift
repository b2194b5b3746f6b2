import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Releases the attributes of a login's statement to the website, when the login is finished.
struct ReleaseAttributes {
    let process: SessionID
    let activation: Activation
    let service: ServiceID
    let transaction: any Transaction

    /// The releases of a statement.
    /// - Parameter login: nil where no website asks.
    /// - Returns: nil where a stored value, or its verification, has changed since the statement was made: the person
    ///   has then confirmed something else; so for an account name and a declared attribute. A group that the person
    ///   has lost since is no reason: it is not told.
    func current(_ statement: ConsentStatement, of login: Goal.Login?, at service: Service) throws -> Releases? {
        let asksForAdditions = login.map { login in
            service.additionalValues.contains { !$0.destinations(in: login.requirements, at: service).isEmpty }
        }
        guard !statement.attributes.isEmpty || asksForAdditions ?? false else { return .empty }
        let releases = try transaction.attributeReleases.prepared(process, activation: activation.id)
        guard releases.digests == statement.attributes.map(\.digest), try areHeld(releases.additional, at: service)
        else {
            return nil
        }
        let stored = releases.attributes.filter { $0.source != .supplied }
        guard !stored.isEmpty else { return releases }
        let values = try transaction.attributeValues.all(of: activation.accountID)
        let areCurrent = stored.allSatisfy { release in
            guard case .stored(let id, _) = release.source else { return true }
            return values.contains {
                $0.id == id && $0.disclosure.digest == release.disclosure.digest
                    && $0.verification == release.verification
            }
        }
        return areCurrent ? releases : nil
    }

    private func areHeld(_ releases: [AdditionalRelease], at service: Service) throws -> Bool {
        let values = service.additionalValues.filter { value in
            value.name != .groups && releases.contains { $0.name == value.name }
        }
        let held = try HeldValues(account: activation.accountID, service: service, transaction: transaction)(values)
        return service.areCurrent(releases, held: held)
    }

    /// Makes confirmed releases available to the website, stores supplied values as the person's, and remembers
    /// choices.
    func run(_ releases: Releases, keptUntil expiresAt: Timestamp, at now: Timestamp) throws {
        guard !releases.isEmpty else { return }
        try transaction.attributeReleases.confirm(process, keptUntil: expiresAt)
        for release in releases.attributes {
            switch release.source {
            case .supplied: try store(release, at: now)
            case .stored(let id, isChoice: true):
                try transaction.chosenAliases.remember(
                    Array(SecureRandom.bytes(count: 16)), value: id, of: release.attribute,
                    for: activation.accountID, at: service)
            case .stored(_, isChoice: false): break
            }
        }
    }

    private func store(_ release: AttributeRelease, at now: Timestamp) throws {
        let values = transaction.attributeValues
        let others = try values.all(of: activation.accountID).filter { $0.attribute == release.attribute }
        // Another login may have supplied the same value meanwhile.
        guard !others.contains(where: { $0.text.hasSameBytes(as: release.disclosure.value) }),
            others.count < AttributeValue.maximumCount
        else { return }
        guard let account = try transaction.accounts.find(id: activation.accountID) else { return }
        let alias = AttributeValue.defaultAlias(
            of: release.attribute, in: try transaction.language(of: account), besides: others.map(\.alias))
        try values.save(
            AttributeValue(
                id: Array(SecureRandom.bytes(count: AttributeValue.idByteCount)), accountID: activation.accountID,
                attribute: release.attribute, disclosure: release.disclosure, alias: alias,
                isPrimary: !others.contains(where: \.isPrimary)), at: now)
    }
}
