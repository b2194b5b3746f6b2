import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// What one login asks a person for, and which of the person's values could meet it.
struct AttributeOffers {
    struct Offer {
        let request: AttributeRequest
        /// Those that the service takes; one where the person has chosen before. Of them the device learns the aliases alone.
        let values: [AttributeValue]
        /// There are several, and none was chosen before.
        var isChoice: Bool { values.count > 1 }

        var name: AttributeName { request.attribute.name }
    }

    let offers: [Offer]
    private let aliasKey: AliasKey

    init(
        _ process: Process, _ service: Service, account: AccountID, _ transaction: any Transaction
    ) throws {
        aliasKey = AliasKey(managerSecret: transaction.vault.managerSecret, account: account, service: service.id)
        let requests = AttributeRequest.all(of: service, in: process.goal.login.requirements)
        guard !requests.isEmpty else {
            offers = []
            return
        }
        let values = try transaction.attributeValues.all(of: account)
        let chosen = try transaction.chosenAliases.chosen(by: account, at: service.id)
        offers = requests.map { request in
            let attribute = request.attribute
            let good = values.filter { $0.attribute == attribute.name && ($0.isVerified || !attribute.mustBeVerified) }
            let former = chosen[attribute.name].flatMap { id in good.first { $0.id == id } }
            return Offer(request: request, values: former.map { [$0] } ?? good)
        }
    }

    /// What the device is told: never a value.
    var described: [String: AttributeDescription] {
        Dictionary(
            uniqueKeysWithValues: offers.map { offer in
                (
                    offer.name.rawValue,
                    AttributeDescription(
                        isRequired: offer.request.attribute.isRequired, isMissing: offer.values.isEmpty,
                        mustBeVerified: offer.request.attribute.mustBeVerified,
                        aliases: offer.values.map {
                            .init(id: aliasKey.id(of: $0), text: $0.alias, isPrimary: $0.isPrimary)
                        })
                )
            })
    }

    enum Resolution {
        case releases([ConsentStatement.Attribute], [AttributeRelease])
        case errors([String: Prepare.AttributeError])
    }

    /// Judges what the person has chosen and supplied; every attribute, so that all can be corrected at once.
    func resolve(_ selections: [String: Prepare.Selection], at now: Timestamp) -> Resolution {
        var errors: [String: Prepare.AttributeError] = [:]
        var attributes: [ConsentStatement.Attribute] = []
        var releases: [AttributeRelease] = []
        for name in selections.keys where !offers.contains(where: { $0.name.rawValue.hasSameBytes(as: name) }) {
            errors[name] = .notAvailable
        }
        for offer in offers {
            let selection = selections[offer.name.rawValue]
            // An optional attribute that is not there is left out.
            if selection == nil, !offer.request.attribute.isRequired { continue }
            switch release(offer, selection ?? .init(), at: now) {
            case .success(let (release, value)):
                releases.append(release)
                attributes.append(
                    ConsentStatement.Attribute(
                        name: offer.name.rawValue, isRequired: offer.request.attribute.isRequired,
                        source: value == nil ? .supplied : .stored, aliasID: value.map(aliasKey.id),
                        aliasText: value?.alias, digest: release.disclosure.digest))
            case .failure(let error): errors[offer.name.rawValue] = error
            }
        }
        return errors.isEmpty ? .releases(attributes, releases) : .errors(errors)
    }

    /// - Returns: the release, and the stored value that it is of.
    private func release(
        _ offer: Offer, _ selection: Prepare.Selection, at now: Timestamp
    ) -> Result<(AttributeRelease, AttributeValue?), Prepare.AttributeError> {
        if let text = selection.disclosure {
            guard selection.aliasId == nil else { return .failure(.invalid) }
            return supplied(offer, text, at: now).map { ($0, nil) }
        }
        guard !offer.values.isEmpty else { return .failure(.dataMissing) }
        guard let id = selection.aliasId,
            let value = offer.values.first(where: { aliasKey.id(of: $0).hasSameBytes(as: id) })
        else { return .failure(.noAliasSelected) }
        let release = AttributeRelease(
            attribute: offer.name, disclosure: value.disclosure,
            source: .stored(valueID: value.id, isChoice: offer.isChoice), isVerified: value.isVerified,
            destinations: offer.request.destinations)
        return .success((release, value))
    }

    /// What the device supplies is judged again here: nobody knows what it is.
    private func supplied(
        _ offer: Offer, _ text: String, at now: Timestamp
    ) -> Result<AttributeRelease, Prepare.AttributeError> {
        guard offer.values.isEmpty, !offer.request.attribute.mustBeVerified else { return .failure(.notAvailable) }
        guard let disclosure = try? AttributeDisclosure(parsing: text),
            disclosure.name.hasSameBytes(as: offer.name.rawValue),
            offer.name.accepts(disclosure.value, today: CalendarDay(latestAt: now.seconds))
        else { return .failure(.invalid) }
        return .success(
            AttributeRelease(
                attribute: offer.name, disclosure: disclosure, source: .supplied, isVerified: false,
                destinations: offer.request.destinations))
    }
}

/// Names values towards devices: at random, as far as anybody can tell, and differently for every service.
private struct AliasKey {
    let managerSecret: SymmetricKey
    let account: AccountID
    let service: ServiceID

    /// HMAC-SHA256(manager secret, "xign/1 alias" || LP(account) || LP(service) || value id), the first 16 bytes.
    func id(of value: AttributeValue) -> String {
        var message = Array("xign/1 alias".utf8)
        for part in [account.text, service.text] {
            message += [UInt8(part.utf8.count >> 8 & 0xFF), UInt8(part.utf8.count & 0xFF)] + part.utf8
        }
        let code = HMAC<SHA256>.authenticationCode(for: message + value.id, using: managerSecret)
        return Base64URL.encode(Array(code).prefix(16))
    }
}
