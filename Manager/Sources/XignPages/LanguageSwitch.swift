import XignWording

/// A button for each language, which leads back to the same page. Buttons, not links: following a link changes nothing.
enum LanguageSwitch {
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
