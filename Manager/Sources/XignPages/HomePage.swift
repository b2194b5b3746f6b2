import XignWording

/// The page at the manager's own address: whose login this is, and that nothing begins here.
package enum HomePage {
    /// - Parameter name: the operator's name, or the manager's host.
    package static func page(of name: String, in wording: any Wording) -> HTML {
        let texts = wording.home
        return PageLayout(
            wording: wording,
            title: texts.title(name: name).text,
            address: "/",
            content: """
                <main class="message">
                <h1>\(texts.title(name: name), value: { "<bdi>\($0)</bdi>" })</h1>
                <p>\(texts.explanation)</p>
                <p>\(texts.whatToDo)</p>
                </main>

                """
        ).html
    }
}
