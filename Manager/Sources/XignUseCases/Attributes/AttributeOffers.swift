import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Reads the offers of one account to one service.
struct OfferAttributes {
    let account: Account
    let service: Service
    let transaction: any Transaction

    /// Reads the offers of a process: what its website asks for, and the permission of a shared login.
    func offers(in process: Process) throws -> AttributeOffers {
        var offers = try offers(for: process.goal.login?.requirements, in: try language(of: process))
        try offerSharedLogin(in: process, &offers)
        return offers
    }

    /// Reads the offers of all that a website asks for.
    /// - Parameters:
    ///   - requirements: nil where no website asks.
    ///   - language: that of the manager's words. It is evaluated where the offers have some.
    func offers(
        for requirements: LoginRequirements?, in language: @autoclosure () throws -> Language
    ) throws -> AttributeOffers {
        let aliasKey = AliasKey(
            managerSecret: try transaction.vault.managerSecret, account: account.id, service: service.id)
        var offers = AttributeOffers(offers: try attributes(for: requirements), aliasKey: aliasKey)
        try offerAdditions(for: requirements, in: language, &offers)
        return offers
    }

    private func attributes(for login: LoginRequirements?) throws -> [AttributeOffers.Offer] {
        let requirements = login.map { AttributeRequirement.all(of: service, in: $0) } ?? []
        guard !requirements.isEmpty else { return [] }
        let values = try transaction.attributeValues.all(of: account.id)
        let chosen = try transaction.chosenAliases.chosen(by: account.id, at: service.id)
        return requirements.map { requirement in
            let attribute = requirement.attribute
            let suitable = values.filter {
                $0.attribute == attribute.name && attribute.verification.isMet(by: $0.verification)
            }
            let former = chosen[attribute.name].flatMap { id in suitable.first { $0.id == id } }
            return AttributeOffers.Offer(requirement: requirement, values: former.map { [$0] } ?? suitable)
        }
    }

    /// Offers what the login asks for beyond the twelve. A website is told of no groups, and nobody is asked.
    private func offerAdditions(
        for login: LoginRequirements?, in language: () throws -> Language, _ offers: inout AttributeOffers
    ) throws {
        guard let login else { return }
        let asked = service.additionalValues.map { value in
            (value: value, destinations: value.destinations(in: login, at: service))
        }.filter { !$0.destinations.isEmpty }
        guard !asked.isEmpty else { return }
        let held = try HeldValues(account: account.id, service: service, transaction: transaction)(
            asked.map { $0.value })
        let language = try language()
        for (value, destinations) in asked {
            if let offer = value.offer(of: held[value.name], to: destinations, at: service, in: language) {
                offers.additional.append(offer)
            } else {
                offers.withoutQuestion.append(
                    .noGroups(salt: Array(SecureRandom.bytes(count: 16)), destinations: destinations))
            }
        }
    }

    /// Offers the permission of a shared login, where the website takes part in one and a role of it could.
    private func offerSharedLogin(in process: Process, _ offers: inout AttributeOffers) throws {
        guard service.client.sharesLogin, let declared = try transaction.declared.service(service.id),
            declared.roles.contains(where: { $0.channels == nil }),
            let request = try transaction.processes.browserProcess(process.id)?.request,
            let terms = declared.sharedLogin(returningTo: request.redirectURI),
            let (permission, minutes) = process.sharedLogin(in: declared.organization.id, under: terms)
        else { return }
        offers.additional.append(
            permission.offer(for: minutes, in: request.browser, try language(of: process)))
    }

    /// The language of names and aliases that the manager words: that of the person, else one of the website's
    /// `ui_locales`, else the operator's.
    private func language(of process: Process) throws -> Language {
        try account.language ?? transaction.processes.browserProcess(process.id)?.request.language
            ?? transaction.declared.operatorProfile().language
    }
}

/// The attributes and additions that one login asks a person for, with those of the person's values that meet it.
struct AttributeOffers {
    struct Offer {
        let requirement: AttributeRequirement
        /// The values that the service takes; one where the person has chosen before. The device learns their aliases
        /// alone.
        let values: [AttributeValue]
        /// There are several, and none was chosen before.
        var isChoice: Bool { values.count > 1 }

        var name: AttributeName { requirement.attribute.name }
        var isRequired: Bool { requirement.attribute.isRequired }
    }

    /// The choice of a person, complete and valid.
    struct Choice {
        /// Attributes as the statement names them: those of `releases`, then those of `additional`.
        var attributes: [ConsentStatement.Attribute] = []
        var releases: [AttributeRelease] = []
        var additional: [AdditionalRelease] = []
    }

    /// The errors of a choice by the attributes' names.
    struct ChoiceErrors: Error {
        var byName: [String: Prepare.AttributeError] = [:]
    }

    let offers: [Offer]
    var additional: [AdditionalOffer] = []
    /// Releases that nobody is asked for, and that no statement names.
    var withoutQuestion: [AdditionalRelease] = []
    let aliasKey: AliasKey

    var count: Int { offers.count + additional.count }

    /// The offers as the device learns them, without values.
    var descriptions: [String: AttributeDescription] {
        Dictionary(
            uniqueKeysWithValues: offers.map { ($0.name.rawValue, description(of: $0)) }
                + additional.map { ($0.label, description(of: $0)) })
    }

    private func description(of offer: AdditionalOffer) -> AttributeDescription {
        let alias = offer.content.map { content in
            AttributeDescription.Alias(
                id: aliasKey.id(of: content, named: offer.name), text: content.alias, isPrimary: true)
        }
        guard offer.kind == .permission, let alias else {
            return .value(isRequired: offer.isRequired, aliases: alias.map { [$0] } ?? [])
        }
        return .permission(alias)
    }

    private func description(of offer: Offer) -> AttributeDescription {
        AttributeDescription(
            isRequired: offer.isRequired, isMissing: offer.values.isEmpty,
            mustBeVerified: offer.requirement.attribute.mustBeVerified,
            aliases: offer.values.map { .init(id: aliasKey.id(of: $0), text: $0.alias, isPrimary: $0.isPrimary) })
    }

    /// True if the selections are those of other additions than the present ones. They have changed since `start`, and
    /// the device can only begin again: it does not know the new ones.
    func isOutdated(_ selections: [String: Prepare.Selection]) -> Bool {
        let isGone = selections.contains { name, selection in
            selection.aliasId != nil && AttributeName(rawValue: name) == nil
                && !additional.contains { $0.label.hasSameBytes(as: name) }
        }
        return isGone
            || additional.contains { offer in
                guard let content = offer.content else { return false }
                guard let selection = selections[offer.label] else { return offer.isRequired }
                guard let selected = selection.aliasId else { return false }
                return !selected.hasSameBytes(as: aliasKey.id(of: content, named: offer.name))
            }
    }

    /// Judges the values that the person has selected and supplied: every attribute, so that all can be corrected at
    /// once.
    func choice(
        of selections: [String: Prepare.Selection], at now: Timestamp
    ) -> Result<Choice, ChoiceErrors> {
        var errors = ChoiceErrors()
        var choice = Choice()
        let names = offers.map(\.name.rawValue) + additional.map(\.label)
        for name in selections.keys where !names.contains(where: { $0.hasSameBytes(as: name) }) {
            errors.byName[name] = .notAvailable
        }
        for offer in offers {
            let selection = selections[offer.name.rawValue]
            // An optional attribute that is not selected is left out.
            if selection == nil, !offer.isRequired { continue }
            switch release(offer, selection ?? .init(), at: now) {
            case .success(let (release, value)):
                choice.releases.append(release)
                choice.attributes.append(
                    ConsentStatement.Attribute(
                        name: offer.name.rawValue, isRequired: offer.isRequired,
                        source: value == nil ? .supplied : .stored, aliasID: value.map(aliasKey.id),
                        aliasText: value?.alias, digest: release.disclosure.digest))
            case .failure(let error): errors.byName[offer.name.rawValue] = error
            }
        }
        for offer in additional {
            let selection = selections[offer.label]
            if selection == nil, !offer.isRequired { continue }
            switch release(offer, selection ?? .init()) {
            case .success(let (release, attribute)):
                choice.additional.append(release)
                choice.attributes.append(attribute)
            case .failure(let error): errors.byName[offer.label] = error
            }
        }
        return errors.byName.isEmpty ? .success(choice) : .failure(errors)
    }

    /// - Returns: the release, and the stored value that it discloses; nil for a supplied one.
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
            source: .stored(valueID: value.id, isChoice: offer.isChoice), verification: value.verification,
            destinations: offer.requirement.destinations, derivedOnly: offer.requirement.derivedOnly)
        return .success((release, value))
    }

    /// Judges an addition, whose value no device supplies.
    /// - Returns: the release, and the attribute as the statement names it.
    private func release(
        _ offer: AdditionalOffer, _ selection: Prepare.Selection
    ) -> Result<(AdditionalRelease, ConsentStatement.Attribute), Prepare.AttributeError> {
        guard selection.disclosure == nil else {
            return .failure(selection.aliasId == nil ? .notAvailable : .invalid)
        }
        guard let content = offer.content else { return .failure(.dataMissing) }
        let id = aliasKey.id(of: content, named: offer.name)
        guard let selected = selection.aliasId, selected.hasSameBytes(as: id) else {
            return .failure(.noAliasSelected)
        }
        let disclosure = AttributeDisclosure(
            salt: Array(SecureRandom.bytes(count: 16)), name: offer.name.rawValue,
            value: content.value)
        return .success(
            (
                AdditionalRelease(name: offer.name, disclosure: disclosure, destinations: offer.destinations),
                ConsentStatement.Attribute(
                    name: offer.label, isRequired: offer.isRequired, source: .stored, aliasID: id,
                    aliasText: content.alias, digest: disclosure.digest)
            ))
    }

    /// Judges a value that the device supplies. The device has judged it too, but cannot be trusted.
    private func supplied(
        _ offer: Offer, _ text: String, at now: Timestamp
    ) -> Result<AttributeRelease, Prepare.AttributeError> {
        guard offer.values.isEmpty, !offer.requirement.attribute.mustBeVerified else { return .failure(.notAvailable) }
        guard let disclosure = try? AttributeDisclosure(parsing: text),
            disclosure.name.hasSameBytes(as: offer.name.rawValue),
            offer.name.accepts(disclosure.value, today: CalendarDay(latestAt: now.seconds))
        else { return .failure(.invalid) }
        return .success(
            AttributeRelease(
                attribute: offer.name, disclosure: disclosure, source: .supplied,
                destinations: offer.requirement.destinations, derivedOnly: offer.requirement.derivedOnly))
    }
}
