import XignWording

/// A step of the authenticator, a part of one, or a sentence, as the script clones it.
///
/// The script fills a clone by the names in its data attributes:
///
/// - `data-if`: the element stays where the value is there;
/// - `data-slot`, `data-value`, `data-href`: the value becomes the text, the value or the address of the element;
/// - `data-act`: a press calls the function, as sending a form calls `submit`;
/// - `data-nodes`: the nodes become the content;
/// - `data-each`: a template that is cloned for each value of a list.
struct StepTemplate {
    let id: String
    let content: HTML

    init(_ id: String, _ content: HTML) {
        self.id = id
        self.content = content
    }

    /// A step that says how something ended.
    init(_ id: String, _ outcome: Refusal, actions: HTML = "") {
        self.init(
            id,
            """
            \(HTML.stepHeading(outcome.title))\
            <p>\(outcome.whatHappened)</p>
            <p>\(outcome.whatToDo)</p>
            \(actions)
            """)
    }

    /// A sentence, for the error of a field.
    init(sentence id: String, _ words: Phrase) {
        self.init(id, "\(words, value: HTML.slot)")
    }

    init(sentence id: String, _ words: String) {
        self.init(id, "\(words)")
    }

    var html: HTML { "<template id=\"\(id)\">\(content)</template>\n" }
}

extension HTML {
    /// The place of a text that the script knows.
    static func slot(_ name: String) -> HTML { "<bdi data-slot=\"\(name)\"></bdi>" }

    /// The heading of a step. It gets the focus when the step is shown.
    static func stepHeading(_ title: String) -> HTML { "<h1 tabindex=\"-1\">\(title)</h1>\n" }

    static func stepHeading(_ title: Phrase) -> HTML { "<h1 tabindex=\"-1\">\(title, value: HTML.slot)</h1>\n" }

    /// A button that calls a function of the script.
    static func act(_ name: String, _ label: String, _ kind: Button.Kind = .secondary) -> HTML {
        "<button type=\"button\" class=\"\(kind.rawValue)\" data-act=\"\(name)\">\(label)</button>\n"
    }

    /// Names and values, side by side. A row without value is left out.
    static func facts(_ rows: [(term: String, slot: String)]) -> HTML {
        let rows: [HTML] = rows.map { term, slot in
            "<div data-if=\"\(slot)\"><dt>\(term)</dt><dd>\(HTML.slot(slot))</dd></div>\n"
        }
        return """
            <dl class="facts">
            \(rows)\
            </dl>

            """
    }

    /// A form whose errors that concern no field stand on top of it.
    static func stepForm(_ content: HTML) -> HTML {
        """
        <form novalidate>
        <div class="field" data-field="form"><p class="error" role="alert"></p></div>
        \(content)\
        </form>

        """
    }

    static func warning(_ words: HTML) -> HTML { "<p class=\"warning\">\(Icon.warning)<span>\(words)</span></p>\n" }
}
