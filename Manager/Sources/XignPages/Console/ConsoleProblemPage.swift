import XignWording

/// The page for an act that was not done: the reason, and the way on.
package enum ConsoleProblemPage {
    /// - Parameter back: the page to look at again.
    package static func page(
        _ problem: ConsoleProblem, back: ConsoleSection, _ frame: ConsoleLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.console.layout.problem(problem)
        return ConsoleLayout(
            frame, in: wording, title: words.title, section: back, isBelowSection: true,
            content: """
                <h1>\(words.title)</h1>
                <p>\(words.whatHappened)</p>
                <p>\(words.whatToDo)</p>
                <p>\(Link(.primary, to: back.address, wording.console.layout.section(back)).html)</p>

                """
        ).html
    }
}
