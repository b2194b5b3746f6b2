import XignProtocol
import XignWording

/// The data that a login asks for: a field for each value that is missing, and the choice among stored ones.
struct DataSteps {
    let wording: any Wording

    private var words: any AuthenticatorDataWording { wording.authenticator.data }
    /// The words of the account's pages for the same data.
    private var data: any AccountDataWording { wording.account.data }

    var templates: [StepTemplate] {
        AttributeName.allCases.map { StepTemplate(sentence: "name-\($0.rawValue)", data.name($0)) }
            + AttributeName.allCases.map {
                StepTemplate(
                    "default-\($0.rawValue)", "<span data-names=\"\($0.defaultAliases.joined(separator: "|"))\"></span>"
                )
            }
            + AttributeName.allCases.map { StepTemplate("data-\($0.rawValue)", field($0)) }
            + AttributeName.allCases.map {
                StepTemplate(sentence: "flaw-form-\($0.rawValue)", data.flaw(.form, of: $0))
            }
            + flaws.map { StepTemplate(sentence: "flaw-\($0)", data.flaw($1, of: .phoneNumber)) }
            + places.map {
                StepTemplate(sentence: "found-\($0)", wording.general.found("character", $1))
            }
            + [
                StepTemplate(
                    "stored",
                    row("<span class=\"muted\" data-slot=\"value\"></span> \(mark("required", words.isRequired))")),
                StepTemplate("left-out", row(mark("left-out", words.leftOut))),
                StepTemplate("nothing-stored", row(mark("left-out", words.nothingStored))),
                StepTemplate("permission", permission),
                StepTemplate(sentence: "send", words.send),
                StepTemplate("choice", choice),
                StepTemplate("unavailable", unavailable),
                StepTemplate(sentence: "flaw-required", words.required),
                StepTemplate(sentence: "flaw-notAvailable", words.alreadyStored),
                StepTemplate(sentence: "flaw-dataMissing", words.missing),
                StepTemplate(sentence: "flaw-noAliasSelected", words.aliasGone),
            ]
    }

    /// The flaws of typed text, by the codes of the script.
    private let flaws: [(String, DataFlaw)] = [
        ("invisible", .invisible), ("missing-street_address", .streetMissing), ("missing-locality", .localityMissing),
        ("part-length", .partTooLong), ("country", .country), ("phone-prefix", .phonePrefix),
        ("phone-letter", .phoneLetter), ("phone-extension", .phoneExtension), ("phone-plus", .phonePlus),
        ("phone-sign", .phoneSign),
    ]

    private let places: [(String, CharacterPlace)] = [
        ("beginning", .beginning), ("end", .end), ("first", .afterFirst), ("after", .after("count")),
    ]

    private func field(_ name: AttributeName) -> HTML {
        guard name != .address else { return address }
        let hint = data.hint(name)
        return StepField(
            name: name.rawValue, label: data.name(name), hint: hints(hint), autocomplete: name.autocomplete,
            type: name.fieldType
        ).html
    }

    /// A state of a value: a word, with a sign that the style puts before it.
    private func mark(_ kind: HTML, _ word: String, when condition: HTML? = nil) -> HTML {
        "<span class=\"tag \(kind)\"\(condition.map { " data-if=\"\($0)\"" as HTML } ?? "")>\(word)</span>"
    }

    /// The state of a value that is missing, and its form, if the form says something.
    private func hints(_ hint: String?) -> HTML {
        """
        \(mark("warning", words.isMissing, when: "isRequired"))\
        \(mark("optional", words.isOptional, when: "isOptional"))\
        \(hint.map { " \($0)" as HTML } ?? "")
        """
    }

    private var address: HTML {
        func part(_ name: String, _ label: String, _ autocomplete: String, hint: String? = nil) -> HTML {
            StepField(
                name: "address.\(name)", label: label, hint: hint.map { "\($0)" }, autocomplete: autocomplete
            ).html
        }
        return """
            <fieldset class="field" data-field="address" aria-describedby="address-hint address-error">
            <legend>\(data.name(.address))</legend>
            <p class="hint" id="address-hint">\(hints(nil))</p>
            <p class="error" id="address-error" role="alert"></p>
            \(part("street_address", data.street, "street-address"))\
            \(part("postal_code", data.postalCode, "postal-code"))\
            \(part("locality", data.locality, "address-level2"))\
            \(part("region", data.region, "address-level1"))\
            \(part("country", data.country, "country", hint: data.countryHint))\
            </fieldset>

            """
    }

    private func row(_ mark: HTML) -> HTML {
        """
        <p class="datum"><span data-slot="label"></span> \(mark)</p>

        """
    }

    private var choice: HTML {
        """
        <div class="field"><label data-slot="label"></label>
        <p class="hint">\(mark("good", words.isChosen, when: "isRequired"))\
        \(mark("optional", words.isOptional, when: "isOptional"))</p>
        <p class="error" role="alert"></p>
        <select><option value="" data-if="isOptional">\(words.leaveOut)</option>\
        <template data-each="aliases"><option data-value="index" data-slot="text"></option></template></select></div>

        """
    }

    /// A permission: never ticked before. The style sets the sentence below the name.
    private var permission: HTML {
        """
        <div class="field"><label class="choice"><input type="checkbox" value="0" autocomplete="off"> \
        <span><bdi data-slot="label"></bdi>, <bdi data-slot="alias"></bdi></span></label>
        <p class="hint">\(words.permissionWarning)</p>
        <p class="error" role="alert"></p></div>

        """
    }

    private var unavailable: HTML {
        """
        \(HTML.stepHeading(words.unavailableTitle))\
        <div data-if="unverified"><p>\(words.unavailable(service: "service"), value: HTML.slot)</p>
        <ul class="plain"><template data-each="unverified"><li data-slot="label"></li></template></ul>
        <p>\(words.unavailableAdvice)</p></div>
        <div data-if="notKept">\
        <p>\(words.notKept(service: "service", by: "organization"), value: HTML.slot)</p>
        <ul class="plain"><template data-each="notKept"><li data-slot="label"></li></template></ul>
        <p>\(words.notKeptAdvice(organization: "organization"), value: HTML.slot)</p></div>
        <p>\(HTML.act("leave", wording.authenticator.toOverview))</p>

        """
    }
}
