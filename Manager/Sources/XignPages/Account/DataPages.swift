import XignProtocol
import XignWording

/// A value of the account, as its pages show it.
package struct DataModel: Sendable, Equatable {
    /// The value's id, base64url.
    var id: String
    var name: AttributeName
    /// The person's name for the value.
    var alias: String
    /// The value, which may have several lines.
    var lines: [String]
    var isPreferred: Bool
    var isVerified: Bool

    package init(
        id: String, name: AttributeName, alias: String, lines: [String], isPreferred: Bool, isVerified: Bool
    ) {
        self.id = id
        self.name = name
        self.alias = alias
        self.lines = lines
        self.isPreferred = isPreferred
        self.isVerified = isVerified
    }

    var address: String { "/account/data/value/\(id)" }

    /// True for a verified address, which a device removes.
    var isRemovedByDevice: Bool { isVerified && name == .email }
    /// True where the operator alone removes the value.
    var isKeptByOperator: Bool { isVerified && !isRemovedByDevice }
}

/// The list of the account's data. A value is folded until the person opens it, so that nobody reads along.
package enum DataPage {
    /// - Parameter kept: the values that the operator keeps.
    package static func page(
        _ values: [DataModel], kept: [KeptDataModel] = [], _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.data
        let stored = AttributeName.allCases.filter { name in values.contains { $0.name == name } }
        let others = AttributeName.allCases.filter { !stored.contains($0) }
        return AccountLayout(
            frame, in: wording, title: words.title, section: .data,
            content: """
                <h1>\(words.title)</h1>
                <p class="lead">\(words.explanation)</p>
                \(values.isEmpty && kept.isEmpty ? EmptyState(words.empty).html : "")\
                \(stored.map { name in
                    section(
                        name, values.filter { $0.name == name }, sendsMail: frame.provider.installation.sendsMail, wording)
                })\
                \(kept.enumerated().map { section($1, id: "kept-\($0)", wording) })\
                \(others.isEmpty ? "" as HTML : """
                    <section aria-labelledby="more"><h2 id="more">\(words.more)</h2>
                    \(LinkList(label: words.more, others.map { (formAddress($0), words.name($0), nil) }).html)\
                    </section>

                    """)
                """
        ).html
    }

    private static func section(
        _ name: AttributeName, _ values: [DataModel], sendsMail: Bool, _ wording: any Wording
    ) -> HTML {
        let words = wording.account.data
        return """
            <section class="panel" aria-labelledby="\(name.rawValue)">
            <h2 id="\(name.rawValue)">\(words.name(name))</h2>
            <ul class="cards">
            \(values.map { value in
                card(
                    value, isOnly: values.count == 1,
                    isVerifiable: sendsMail && name == .email && !value.isVerified, wording)
            })\
            </ul>
            <p>\(Link(to: formAddress(name), words.add(name)).html)</p>
            </section>

            """
    }

    /// - Parameters:
    ///   - isOnly: true for the only value of its kind, which no name tells from others.
    ///   - isVerifiable: true where the person can have a code mailed to it.
    private static func card(
        _ value: DataModel, isOnly: Bool, isVerifiable: Bool, _ wording: any Wording
    ) -> HTML {
        let words = wording.account.data
        let object = isOnly ? words.name(value.name) : "\(words.name(value.name)): \(value.alias)"
        return """
            <li>
            \(isOnly ? "" : "<h3><bdi>\(value.alias)</bdi></h3>\n" as HTML)\
            \(tags(value, isOnly: isOnly, wording))\
            <details><summary>\(words.show)\(Hidden.words(object))</summary><p>\(lines(value))</p></details>
            <div class="actions">
            \(isVerifiable
                ? Link(.quiet, to: "\(value.address)/verify", wording.account.addresses.verify, object: object).html
                : "")\
            \(Link(.quiet, to: value.address, words.change, object: object).html)\
            \(value.isKeptByOperator
                ? "" : Link(.quiet, to: "\(value.address)/remove", words.remove, object: object).html)\
            </div>
            </li>

            """
    }

    private static func tags(_ value: DataModel, isOnly: Bool, _ wording: any Wording) -> HTML {
        let isPreferred = value.isPreferred && !isOnly
        guard isPreferred || value.isVerified else { return "" }
        return """
            <p class="actions">\(isPreferred ? Tag(.plain, "\(wording.account.data.preferred)").html : "")\
            \(value.isVerified ? Tag(.good, "\(wording.account.data.verified)").html : "")</p>

            """
    }

    static func lines(_ value: DataModel) -> HTML {
        value.lines.enumerated().reduce("" as HTML) { html, line in
            "\(html)\(line.offset == 0 ? "" : "<br>" as HTML)<bdi>\(line.element)</bdi>"
        }
    }

    private static func formAddress(_ name: AttributeName) -> String { "/account/data/add/\(name.rawValue)" }
}

/// The form for a new value, and for a change of one.
package enum DataFormPage {
    /// The fields of an address.
    package struct Address: Sendable, Equatable {
        package var street: String
        package var postalCode: String
        package var locality: String
        package var region: String
        package var country: String

        package init(street: String, postalCode: String, locality: String, region: String, country: String) {
            self.street = street
            self.postalCode = postalCode
            self.locality = locality
            self.region = region
            self.country = country
        }
    }

    package struct Model: Sendable, Equatable {
        var name: AttributeName
        /// Nil for a new value.
        var id: String?
        /// The value in the field; of an address, `address` has the fields.
        var line: String
        var address: Address?
        var alias: String
        var isPreferred: Bool
        var isVerified: Bool
        var flaw: DataFlaw?
        /// The field of an address that the flaw is about.
        package var flawedPart: AddressText.Part?
        /// The sentence about the character that the flaw is about.
        package var found: Phrase?
        var ticket: String

        package init(
            name: AttributeName, id: String?, line: String, address: Address?, alias: String, isPreferred: Bool,
            isVerified: Bool, flaw: DataFlaw?, ticket: String
        ) {
            self.name = name
            self.id = id
            self.line = line
            self.address = address
            self.alias = alias
            self.isPreferred = isPreferred
            self.isVerified = isVerified
            self.flaw = flaw
            self.ticket = ticket
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.data
        let common = wording.account.frame
        let title = model.id == nil ? words.addTitle(model.name) : words.changeTitle(model.name)
        let action = model.id.map { "/account/data/value/\($0)" } ?? "/account/data/add/\(model.name.rawValue)"
        let summary = model.flaw.map {
            [ErrorSummary.Item(field: field(of: $0, model), text: sentence(about: $0, model, wording))]
        }
        return AccountLayout(
            frame, in: wording, title: title, section: .data, isBelowSection: true, hasErrors: model.flaw != nil,
            content: """
                \(ErrorSummary(common.problem, summary ?? []).html)\
                <h1>\(title)</h1>
                \(model.isVerified ? Notice(.info, "<p>\(words.isVerified(model.name))</p>").html : "")\
                \(Form(
                    action: action, ticket: model.ticket, hidden: [("attribute", model.name.rawValue)],
                    content: """
                        \(valueFields(model, wording))\
                        \(Field(
                            "alias", label: words.alias, value: model.alias, hint: words.aliasHint,
                            error: error("alias", model, wording), maximumLength: 256).html)\
                        <div class="field"><label class="choice">\
                        <input type="checkbox" name="primary" value="yes"\(model.isPreferred ? " checked" : "" as HTML)>\
                        \(words.prefer)</label></div>
                        \(model.isVerified ? "" : "<p class=\"muted\">\(words.notVerified)</p>\n" as HTML)\
                        <div class="actions">
                        \(Button(.primary, words.save).html)\
                        \(Link(.quiet, to: AccountSection.data.address, common.cancel).html)\
                        </div>

                        """
                ).html)
                """
        ).html
    }

    private static func valueFields(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.data
        // The value goes along unchanged: what an operator has verified stays.
        if model.isVerified { return "<input type=\"hidden\" name=\"value\" value=\"\(model.line)\">\n" }
        guard let address = model.address else {
            return Field(
                "value", label: words.name(model.name), value: model.line, hint: words.hint(model.name),
                error: error("value", model, wording), autocomplete: model.name.autocomplete,
                type: model.name.fieldType, isRequired: true, maximumLength: 1000
            ).html
        }
        func field(
            _ name: String, _ label: String, _ value: String, _ autocomplete: String, hint: String? = nil,
            isRequired: Bool = true
        ) -> HTML {
            Field(
                name, label: label, value: value, hint: hint, error: error(name, model, wording),
                autocomplete: autocomplete, isRequired: isRequired, maximumLength: 400
            ).html
        }
        let streetError = error("street", model, wording)
        return """
            <div class="field">
            <label for="street">\(words.street)</label>
            \(streetError.map { "<p class=\"error\" id=\"street-error\">\($0)</p>\n" as HTML } ?? "")\
            <textarea id="street" name="street" rows="2" autocomplete="street-address" required\
            \(streetError == nil ? "" : " aria-describedby=\"street-error\" aria-invalid=\"true\"" as HTML)>
            \(address.street)</textarea>
            </div>
            \(field("postalCode", words.postalCode, address.postalCode, "postal-code", isRequired: false))\
            \(field("locality", words.locality, address.locality, "address-level2"))\
            \(field("region", words.region, address.region, "address-level1", isRequired: false))\
            \(field("country", words.country, address.country, "country", hint: words.countryHint))
            """
    }

    private static func error(_ field: String, _ model: Model, _ wording: any Wording) -> String? {
        guard let flaw = model.flaw, Self.field(of: flaw, model) == field else { return nil }
        return sentence(about: flaw, model, wording)
    }

    private static func sentence(about flaw: DataFlaw, _ model: Model, _ wording: any Wording) -> String {
        [wording.account.data.flaw(flaw, of: model.name), model.found?.text].compactMap(\.self).joined(separator: " ")
    }

    private static func field(of flaw: DataFlaw, _ model: Model) -> String {
        if let part = model.flawedPart { return part.rawValue }
        return switch flaw {
        case .form, .invisible, .repeated, .tooMany, .phonePrefix, .phoneLetter, .phoneExtension, .phonePlus,
            .phoneSign, .streetMissing, .localityMissing, .partTooLong, .country:
            model.address == nil ? "value" : "street"
        case .aliasTooLong, .aliasInvisible, .aliasRepeated: "alias"
        }
    }
}

extension AttributeName {
    /// The token of `autocomplete` (HTML, section 4.10.18.7.1).
    var autocomplete: String {
        switch self {
        case .nickname: "nickname"
        case .givenName: "given-name"
        case .familyName: "family-name"
        case .birthdate: "bday"
        case .gender: "sex"
        case .salutation: "honorific-prefix"
        case .email: "email"
        case .phoneNumber: "tel"
        case .username, .address, .nationality, .placeOfBirth: "off"
        }
    }

    var fieldType: String {
        switch self {
        case .birthdate: "date"
        case .email: "email"
        case .phoneNumber: "tel"
        default: "text"
        }
    }
}
