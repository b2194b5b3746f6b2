import XignWording

/// A field of a step, with its hint and a place for its error.
struct StepField {
    /// The name of the value and the id of the element.
    let name: String
    let label: String
    var hint: HTML?
    var autocomplete = "off"
    var type = "text"
    /// The keyboard of a phone; nil where the type says it.
    var inputMode: String?
    var maximumLength = 400
    /// The slot of the value with which the field begins.
    var value: String?
    /// The button beside the field.
    var button: HTML = ""

    var html: HTML {
        """
        <div class="field" data-field="\(name)">
        <label for="\(name)">\(label)</label>
        \(hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>\n" as HTML } ?? "")\
        <p class="error" id="\(name)-error" role="alert"></p>
        <div class="input"><input type="\(type)" id="\(name)" name="\(name)" autocomplete="\(autocomplete)" \
        maxlength="\(maximumLength)" \
        aria-describedby="\(hint == nil ? "" : "\(name)-hint ")\(name)-error"\
        \(inputMode.map { " inputmode=\"\($0)\"" as HTML } ?? "")\
        \(value.map { " data-value=\"\($0)\"" as HTML } ?? "")>\(button)</div>
        </div>

        """
    }

    /// A field for a PIN: hidden until a button shows it, with the keyboard for digits.
    ///
    /// - Parameter autocomplete: `current-password` or `new-password`, by which password managers know it.
    static func pin(
        _ name: String, label: String, hint: HTML? = nil, autocomplete: String, words: any AuthenticatorPINWording
    ) -> StepField {
        StepField(
            name: name, label: label, hint: hint, autocomplete: autocomplete, type: "password", inputMode: "numeric",
            // 32 digits, and what people write between them.
            maximumLength: 64,
            button: """
                <button type="button" class="secondary" data-reveals="\(name)" aria-pressed="false">\
                \(words.show)<span class="visually-hidden"> \(label)</span></button>
                """)
    }

    /// The name under which password managers keep the PIN. Persons see the account elsewhere.
    static let account: HTML = """
        <span class="visually-hidden" aria-hidden="true"><input type="text" name="username" autocomplete="username" \
        data-value="account" tabindex="-1" readonly></span>

        """
}
