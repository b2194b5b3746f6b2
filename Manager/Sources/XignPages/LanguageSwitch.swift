import XignWording

/// The switch of languages at the foot of each page, which leads back to the same page.
enum LanguageSwitch {
    /// A link for each language, at an origin without cookies: the address keeps the choice.
    /// - Parameter path: of the page.
    static func links(_ wording: any Wording, to path: String) -> HTML {
        let links: [HTML] = Wordings.all.map { language in
            """
            <a class="button quiet" href="\(path)?language=\(language.tag)" data-language="\(language.tag)" \
            lang="\(language.tag)" hreflang="\(language.tag)" \
            aria-current="\(language.tag == wording.tag ? "true" : "false")">\(language.general.nativeName)</a>

            """
        }
        return "<nav class=\"languages\" aria-label=\"\(wording.general.languageSwitch)\">\n\(links)</nav>\n"
    }

    /// A button for each language. Buttons, not links: following a link changes nothing.
    /// - Parameter address: the page's path and query.
    static func form(_ wording: any Wording, returningTo address: String) -> HTML {
        let buttons: [HTML] = Wordings.all.map { language in
            """
            <button class="quiet" name="language" value="\(language.tag)" lang="\(language.tag)" \
            aria-current="\(language.tag == wording.tag ? "true" : "false")">\(language.general.nativeName)</button>

            """
        }
        return """
            <form class="languages" action="/language" method="post" aria-label="\(wording.general.languageSwitch)">
            <input type="hidden" name="page" value="\(address)">
            \(buttons)\
            </form>

            """
    }
}
