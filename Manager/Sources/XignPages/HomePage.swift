import XignDomain
import XignWording

/// The page at `/`: the operator's name, and the sentence that no login begins here.
package enum HomePage {
    /// - Parameter host: the manager's, for an operator without a name.
    package static func page(of provider: OperatorProfile, host: String, in wording: any Wording) -> HTML {
        let texts = wording.home
        let name = provider.name ?? host
        return PageLayout(
            wording: wording,
            title: texts.title(name: name).text,
            address: "/",
            provider: provider,
            content: """
                <main class="message">
                <h1>\(texts.title(name: name), value: HTML.isolated)</h1>
                <p>\(texts.explanation)</p>
                <p>\(texts.whatToDo)</p>
                </main>

                """
        ).html
    }
}
