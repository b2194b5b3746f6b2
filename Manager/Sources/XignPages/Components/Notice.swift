/// A message that stands out.
package struct Notice {
    package enum Kind: String { case good, warning, bad, info }

    let kind: Kind
    var heading: String?
    /// Read out when the page is loaded: for the sentence after an act.
    var isStatus = false
    let content: HTML

    package init(_ kind: Kind, heading: String? = nil, isStatus: Bool = false, _ content: HTML) {
        self.kind = kind
        self.heading = heading
        self.isStatus = isStatus
        self.content = content
    }

    package var html: HTML {
        """
        <div class="notice \(kind.rawValue)"\(isStatus ? " role=\"status\"" : "" as HTML)>
        \(heading.map { "<h2>\($0)</h2>\n" as HTML } ?? "")\
        \(content)
        </div>

        """
    }
}

/// A state in words, with a sign that the style puts before them: never colour alone.
package struct Tag {
    package enum Kind: String { case good, warning, bad, plain }

    let kind: Kind
    let words: HTML

    package init(_ kind: Kind, _ words: HTML) {
        self.kind = kind
        self.words = words
    }

    package var html: HTML { "<span class=\"tag \(kind.rawValue)\">\(words)</span>\n" }
}
