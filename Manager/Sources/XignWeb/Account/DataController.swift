import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The person's own data: the list, and the forms that add, change and remove a value.
struct DataController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, "/account/data", routes.page { try list($0) })
        router.on(.get, "/account/data/add/{attribute}", routes.page { try askForNew($0) })
        router.on(
            .post, "/account/data/add/{attribute}", routes.form(back: nil) { try await add($0, $1) })
        router.on(.get, "/account/data/value/{value}", routes.page { try askForChange($0) })
        router.on(
            .post, "/account/data/value/{value}", routes.form(back: nil) { try await change($0, $1) })
        router.on(.get, "/account/data/value/{value}/remove", routes.page { try askToRemove($0) })
        router.on(
            .post, "/account/data/value/{value}/remove",
            routes.form(back: nil, takesAway: true) { try await remove($0, $1) })
    }

    private func list(_ visit: AccountVisit) throws -> Response {
        let values = try ListOwnData(routes.context)(visit.account.id).map(DataModel.init)
        let kept = try ListKeptValues(routes.context)(visit.account.id)
        let models =
            kept.attributes.map { KeptDataModel($0, in: visit.language) }
            + kept.accountNames.map { KeptDataModel(.accountName(website: $0.service), .text($0.name)) }
        return visit.page(DataPage.page(values, kept: models, visit.frame, in: visit.wording))
    }

    // MARK: A new value

    private func askForNew(_ visit: AccountVisit) throws -> Response {
        let attribute = try attribute(visit)
        let model = DataFormPage.Model(
            name: attribute, id: nil, line: "",
            address: attribute == .address ? .empty : nil, alias: "", isPreferred: false,
            isVerified: false, flaw: nil, ticket: visit.ticket(for: visit.request.target.path))
        return visit.page(DataFormPage.page(model, visit.frame, in: visit.wording))
    }

    private func add(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let typed = try Typed(sent.fields, of: try attribute(visit))
        let outcome = try await ChangeOwnData(routes.context, in: visit.language).add(typed.wish, in: visit.session)
        return try answer(outcome, visit) { typed.form(id: nil, flaw: $0, ticket: visit.ticket(again: sent)) }
    }

    // MARK: A change

    private func askForChange(_ visit: AccountVisit) throws -> Response {
        let found = try value(visit)
        let value = found.value
        let model = DataFormPage.Model(
            name: value.attribute, id: found.id, line: value.text,
            address: AddressText(value.text).flatMap { value.attribute == .address ? DataFormPage.Address($0) : nil },
            alias: value.alias, isPreferred: value.isPrimary, isVerified: value.isVerified, flaw: nil,
            ticket: visit.ticket(for: visit.request.target.path, object: found.digest))
        return visit.page(DataFormPage.page(model, visit.frame, in: visit.wording))
    }

    private func change(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let id = try visit.request.parameter("value")
        guard let attribute = AttributeName(exactly: try sent.fields.required("attribute")) else {
            throw PageRefusal.malformed
        }
        let typed = try Typed(sent.fields, of: attribute)
        let outcome = try await ChangeOwnData(routes.context)
            .change(id, to: typed.wish, seen: sent.seen, in: visit.session)
        return try answer(outcome, visit) { typed.form(id: id, flaw: $0, ticket: visit.ticket(again: sent)) }
    }

    private func answer(
        _ outcome: ChangeOwnData.Outcome, _ visit: AccountVisit, form: (DataFlaw) -> DataFormPage.Model
    ) throws -> Response {
        switch outcome {
        case .done: return visit.redirect(to: AccountSection.data.address, done: .dataSaved)
        case .refused(let refusal):
            var model = form(DataFlaw(refusal.flaw))
            model.flawedPart = refusal.flaw.part
            model.found = refusal.flaw.character.map { visit.wording.general.found($0) }
            let page = DataFormPage.page(model, visit.frame, in: visit.wording)
            return visit.page(page, status: .unprocessableContent)
        case .isVerified: return visit.problem(.notAllowed, back: .data)
        case .notThere: throw HTTPError.notFound
        case .changed: return visit.problem(.changed, back: .data)
        }
    }

    // MARK: Removal

    private func askToRemove(_ visit: AccountVisit) throws -> Response {
        let found = try value(visit)
        guard found.value.isRemovable else { return visit.problem(.notAllowed, back: .data) }
        let ticket = visit.ticket(for: visit.request.target.path, object: found.digest)
        let counts = try ListOwnData(routes.context).counts(visit.account.id)
        return visit.page(
            RemoveDataPage.page(
                DataModel(found), isOnly: counts[found.value.attribute] == 1, ticket: ticket, visit.frame,
                in: visit.wording))
    }

    private func remove(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let id = try visit.request.parameter("value")
        if let found = try ListOwnData(routes.context).find(id, of: visit.account.id)?.value,
            found.isVerified, found.isRemovable
        {
            // A device confirms it, since the notices of the account go there.
            return try await ConfirmedAct(
                .removeAddress(value: Octets(found.id)), address: found.text, seen: sent.seen, page: .data
            ).request(by: visit, routes)
        }
        switch try await ChangeOwnData(routes.context).remove(id, seen: sent.seen, in: visit.session) {
        // The ticket proves that the value was there: the same form was sent before.
        case .done, .notThere: return visit.redirect(to: AccountSection.data.address, done: .dataRemoved)
        case .changed: return visit.problem(.changed, back: .data)
        case .isVerified, .refused: return visit.problem(.notAllowed, back: .data)
        }
    }

    // MARK: The address

    private func attribute(_ visit: AccountVisit) throws -> AttributeName {
        guard let attribute = AttributeName(exactly: try visit.request.parameter("attribute")) else {
            throw HTTPError.notFound
        }
        return attribute
    }

    /// Finds the value that the address names. There is one answer for an unknown one and for another person's.
    /// - Throws: 404.
    private func value(_ visit: AccountVisit) throws -> ListOwnData.Value {
        let id = try visit.request.parameter("value")
        guard let value = try ListOwnData(routes.context).find(id, of: visit.account.id) else {
            throw HTTPError.notFound
        }
        return value
    }
}

/// A form about a value as it was sent.
private struct Typed {
    let attribute: AttributeName
    let line: String
    let address: DataFormPage.Address?
    let alias: String
    let isPreferred: Bool

    init(_ fields: Parameters, of attribute: AttributeName) throws {
        self.attribute = attribute
        let isAddress = attribute == .address
        line = isAddress ? "" : try fields.required("value")
        address =
            isAddress
            ? DataFormPage.Address(
                street: try fields.required("street"), postalCode: try fields.required("postalCode"),
                locality: try fields.required("locality"), region: try fields.required("region"),
                country: try fields.required("country")) : nil
        alias = try fields.required("alias")
        isPreferred = try fields.single("primary") != nil
    }

    var wish: ChangeOwnData.Wish {
        let text: ChangeOwnData.Text =
            address.map {
                .address(
                    street: $0.street, postalCode: $0.postalCode, locality: $0.locality, region: $0.region,
                    country: $0.country)
            } ?? .line(line)
        return ChangeOwnData.Wish(attribute, text: text, alias: alias, isPrimary: isPreferred)
    }

    /// The form with what was typed.
    func form(id: String?, flaw: DataFlaw, ticket: String) -> DataFormPage.Model {
        DataFormPage.Model(
            name: attribute, id: id, line: line, address: address, alias: alias, isPreferred: isPreferred,
            isVerified: false, flaw: flaw, ticket: ticket)
    }
}

extension DataFormPage.Address {
    fileprivate static let empty = Self(street: "", postalCode: "", locality: "", region: "", country: "")

    fileprivate init(_ address: AddressText) {
        self.init(
            street: address.street, postalCode: address.postalCode ?? "", locality: address.locality,
            region: address.region ?? "", country: address.country)
    }
}

extension DataModel {
    fileprivate init(_ own: ListOwnData.Value) {
        let value = own.value
        var lines = [value.text]
        if value.attribute == .address, let address = AddressText(value.text) {
            let last = [address.region, address.country].compactMap(\.self)
            lines =
                address.street.split(separator: "\n").map(String.init)
                + [[address.postalCode, address.locality].compactMap(\.self).joined(separator: " ")] + last
        }
        self.init(
            id: own.id, name: value.attribute, alias: value.alias, lines: lines,
            isPreferred: value.isPrimary, isVerified: value.isVerified)
    }
}

extension KeptDataModel {
    fileprivate init(_ kept: DeclaredAttributeValue, in language: Language) {
        let value: Value = kept.attribute.type == .boolean ? .boolean(kept.text == "true") : .text(kept.text)
        self.init(.declared(kept.attribute.label.text(in: language)), value)
    }
}

extension AttributeValue {
    /// False for what an operator alone removes.
    fileprivate var isRemovable: Bool { !isVerified || attribute == .email }
}

extension AttributeName {
    /// - Returns: nil for any other text, compared byte by byte.
    fileprivate init?(exactly text: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else { return nil }
        self = name
    }
}

extension DataFlaw {
    fileprivate init(_ flaw: AttributeRefusal.Flaw) {
        switch flaw {
        case .text(.blank), .text(.tooLong), .form, .declaredForm, .notAnAddress, .notText, .unknownAttribute,
            .severalPrimaryValues,
            .notVerifiable:
            self = .form
        case .text(.invisible), .text(.repeatedMark), .text(.tooManyMarks): self = .invisible
        case .alias(.tooLong): self = .aliasTooLong
        case .alias: self = .aliasInvisible
        case .address(.missing(.street)): self = .streetMissing
        case .address(.missing): self = .localityMissing
        case .address(.tooLong): self = .partTooLong
        case .address(.notCanonical): self = .invisible
        case .address(.unknownCountry): self = .country
        case .phoneNumber(.noCountryCode), .phoneNumber(.length): self = .form
        case .phoneNumber(.nationalPrefix): self = .phonePrefix
        case .phoneNumber(.letter): self = .phoneLetter
        case .phoneNumber(.numberExtension): self = .phoneExtension
        case .phoneNumber(.laterPlus): self = .phonePlus
        case .phoneNumber(.sign): self = .phoneSign
        case .tooManyValues: self = .tooMany
        case .repeatedValue: self = .repeated
        case .repeatedAlias: self = .aliasRepeated
        }
    }
}

extension AccountVisit {
    /// The ticket of a form that is shown again, for the object as its page showed it.
    fileprivate func ticket(again sent: AccountRoutes.Sent) -> String {
        ticket(for: request.target.path, object: sent.seen)
    }
}
