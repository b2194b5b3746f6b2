/// A form of the account pages. It sends the ticket that proves that the page with the form came from here.
package struct Form {
    /// The path that gets the form.
    let action: String
    let ticket: String
    /// Further values, which the page has fixed.
    var hidden: [(name: String, value: String)] = []
    /// Fields and buttons.
    let content: HTML

    package init(action: String, ticket: String, hidden: [(name: String, value: String)] = [], content: HTML) {
        self.action = action
        self.ticket = ticket
        self.hidden = hidden
        self.content = content
    }

    package var html: HTML {
        let hiddenFields: [HTML] = ([("ticket", ticket)] + hidden).map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }
        return """
            <form action="\(action)" method="post">\(hiddenFields)
            \(content)\
            </form>

            """
    }
}

/// A button that sends its form.
package struct Button {
    package enum Kind: String { case primary, secondary, quiet, danger }

    let kind: Kind
    let label: String
    /// Words for screen readers alone, where several buttons have the same label: the object of the button.
    var object: String?

    package init(_ kind: Kind, _ label: String, object: String? = nil) {
        self.kind = kind
        self.label = label
        self.object = object
    }

    package var html: HTML {
        "<button class=\"\(kind.rawValue)\">\(label)\(Hidden.words(object))</button>\n"
    }
}

/// A link that looks like a button where it leads to the page's main act.
package struct Link {
    package enum Kind: String { case primary, secondary, quiet, danger, plain }

    var kind = Kind.plain
    let address: String
    let label: String
    /// Words for screen readers alone, where several links have the same label.
    var object: String?

    package init(_ kind: Kind = .plain, to address: String, _ label: String, object: String? = nil) {
        self.kind = kind
        self.address = address
        self.label = label
        self.object = object
    }

    package var html: HTML {
        kind == .plain
            ? "<a href=\"\(address)\">\(label)\(Hidden.words(object))</a>\n"
            : "<a class=\"button \(kind.rawValue)\" href=\"\(address)\">\(label)\(Hidden.words(object))</a>\n"
    }
}

/// Words that screen readers read and nobody sees.
enum Hidden {
    static func words(_ text: String?) -> HTML {
        text.map { "<span class=\"visually-hidden\"> <bdi>\($0)</bdi></span>" as HTML } ?? ""
    }
}
