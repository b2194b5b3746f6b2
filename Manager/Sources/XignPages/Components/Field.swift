import XignWording

/// A text field with its label, hint and error.
package struct Field {
    /// The name of the value and the id of the element.
    let name: String
    let label: String
    var value = ""
    var hint: String?
    /// The change that the value needs; nil where nothing is wrong.
    var error: String?
    /// The token of `autocomplete` (HTML, section 4.10.18.7.1).
    var autocomplete = "off"
    /// `text`, `date`, `email`, `tel`.
    var type = "text"
    var isRequired = false
    /// The largest length in UTF-16 code units; more is cut off by the browser.
    var maximumLength: Int?

    package init(
        _ name: String, label: String, value: String = "", hint: String? = nil, error: String? = nil,
        autocomplete: String = "off", type: String = "text", isRequired: Bool = false, maximumLength: Int? = nil
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.hint = hint
        self.error = error
        self.autocomplete = autocomplete
        self.type = type
        self.isRequired = isRequired
        self.maximumLength = maximumLength
    }

    package var html: HTML {
        """
        <div class="field">
        <label for="\(name)">\(label)</label>
        \(hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>\n" as HTML } ?? "")\
        \(error.map { "<p class=\"error\" id=\"\(name)-error\">\($0)</p>\n" as HTML } ?? "")\
        <input type="\(type)" id="\(name)" name="\(name)" value="\(value)" autocomplete="\(autocomplete)"\
        \(maximumLength.map { " maxlength=\"\($0)\"" as HTML } ?? "")\
        \(isRequired ? " required" : "" as HTML)\(descriptions)\(error == nil ? "" : " aria-invalid=\"true\"" as HTML)>
        </div>

        """
    }

    private var descriptions: HTML {
        switch (hint, error) {
        case (nil, nil): ""
        case (_?, nil): " aria-describedby=\"\(name)-hint\""
        case (nil, _?): " aria-describedby=\"\(name)-error\""
        case (_?, _?): " aria-describedby=\"\(name)-hint \(name)-error\""
        }
    }
}

/// The errors of a form, on top of it, each with a link to its field. It gets the focus when the page is loaded.
package struct ErrorSummary {
    package struct Item: Sendable, Equatable {
        let field: String
        let text: String

        package init(field: String, text: String) {
            self.field = field
            self.text = text
        }
    }

    let heading: String
    let items: [Item]

    package init(_ heading: String, _ items: [Item]) {
        self.heading = heading
        self.items = items
    }

    /// Nothing where there are no errors.
    package var html: HTML {
        guard !items.isEmpty else { return "" }
        return """
            <div class="error-summary" role="alert" tabindex="-1" autofocus>
            <h2>\(heading)</h2>
            <ul>
            \(items.map { "<li><a href=\"#\($0.field)\">\($0.text)</a></li>\n" as HTML })\
            </ul>
            </div>

            """
    }
}
