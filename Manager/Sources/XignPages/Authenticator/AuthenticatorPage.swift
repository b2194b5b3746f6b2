import XignDomain
import XignWebAssets
import XignWording

/// The authenticator in a browser: the page to which codes and links lead where no app takes them.
///
/// The page has a template for each step, in the person's language. Its script runs the protocol, clones the template
/// of the present step and fills its slots with text. So the script has no sentence, and a step no markup from outside.
package enum AuthenticatorPage {
    /// The way on which the browser came to the page.
    package enum Opened: String, Sendable {
        /// A person opened the link: with the camera, in the address bar, in another program.
        case byPerson
        /// Another web page led here. It could have the code of a login that somebody else has begun, always a fresh
        /// one, so the script refuses such codes.
        case byPage
    }

    /// - Parameter managerOrigin: the origin by which authenticators know the manager.
    package static func page(
        opened: Opened, of provider: OperatorProfile, managerOrigin: String, in wording: any Wording
    ) -> HTML {
        let host = managerOrigin.split(separator: "/").last.map(String.init) ?? managerOrigin
        let wording = wording.naming(provider.name ?? host)
        let words = wording.authenticator
        return PageLayout(
            wording: wording,
            title: words.title,
            address: nil,
            languages: LanguageSwitch.links(wording, to: "/a"),
            provider: provider,
            head: scripts,
            style: WebAssets.authenticatorStyle,
            content: """
                <main class="message" data-opened="\(opened.rawValue)" data-manager-origin="\(managerOrigin)">
                <div class="step">
                <h1 tabindex="-1">\(words.title)</h1>
                <noscript><p>\(words.needsScripts)</p></noscript>
                <div class="late">
                <p>\(words.incomplete)</p>
                <p><button type="button" class="primary" hidden>\(words.reload)</button></p>
                </div>
                </div>
                <p role="status" class="progress"></p>
                </main>
                \(templates(in: wording))\

                """
        ).html
    }

    /// The browser loads all modules at once: each import alone would cost a round trip.
    private static var scripts: HTML {
        let modules = WebAssets.authenticator
        let links: [HTML] = modules.all.map { "<link rel=\"modulepreload\" href=\"\($0.path)\">\n" }
        return """
            \(links)\
            <script src="\(WebAssets.lateScript.path)" defer></script>
            <script src="\(modules.main.path)" type="module"></script>

            """
    }

    private static func templates(in wording: any Wording) -> [HTML] {
        let steps =
            OverviewSteps(wording: wording).templates + ActivationSteps(wording: wording).templates
            + KeepingParts(wording: wording).templates
            + ConfirmationSteps(wording: wording).templates + DataSteps(wording: wording).templates
            + PINSteps(wording: wording).templates + RefusalSteps(wording: wording).templates
            + [StepTemplate(sentence: "one-moment", wording.authenticator.oneMoment)]
        return steps.map(\.html)
    }
}
