import XignWording

/// The page for an act that was not done: the reason, and the way on.
package enum AccountProblemPage {
    /// - Parameter back: the page to look at again.
    package static func page(
        _ problem: AccountProblem, back: AccountSection, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.outcomes.problem(problem)
        return AccountLayout(
            frame, in: wording, title: words.title, section: back, isBelowSection: true,
            content: """
                <h1>\(words.title)</h1>
                <p>\(words.whatHappened)</p>
                <p>\(words.whatToDo)</p>
                <p>\(Link(.primary, to: back.address, wording.account.frame.section(back)).html)</p>

                """
        ).html
    }
}

/// The copy of the account's data, which this page hands over once.
package enum ExportPage {
    /// - Parameters:
    ///   - file: the copy, in JSON. The page contains it, so that nothing is stored and nothing is asked for twice.
    ///   - fileName: letters, digits, `-` and `.`.
    package static func page(
        file: [UInt8], fileName: String, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.outcomes
        return AccountLayout(
            frame, in: wording, title: words.exportedTitle, section: .settings, isBelowSection: true,
            content: """
                <h1>\(words.exportedTitle)</h1>
                <p>\(words.exported)</p>
                <p><a class="button primary" download="\(fileName)" href="\(WebAddress(jsonFile: file))">\(words.saveFile)</a></p>

                """
        ).html
    }
}
