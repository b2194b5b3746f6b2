import XignWording

/// A step of the authenticator, or a part of one, as the script clones it.
///
/// The script fills a clone by the names in its data attributes: `data-slot` gets a text; an element with `data-if`
/// stays where the value is there; `data-each` stands for one copy for each value of a list; a press on an element with
/// `data-act` calls a function.
struct StepTemplate {
    let id: String
    let content: HTML

    init(_ id: String, _ content: HTML) {
        self.id = id
        self.content = content
    }

    var html: HTML {
        """
        <template id="\(id)">
        \(content)\
        </template>

        """
    }
}

extension HTML {
    /// The place of a text that the script knows, apart from the words around it.
    static func slot(_ name: String) -> HTML { "<bdi data-slot=\"\(name)\"></bdi>" }

    /// The heading of a step. It gets the focus when the step is shown.
    static func stepHeading(_ title: Phrase) -> HTML { "<h1 tabindex=\"-1\">\(title, value: HTML.slot)</h1>\n" }
}
