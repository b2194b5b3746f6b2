import XignWebAssets
import XignWording

/// The page that shows a login's QR code and follows the login to its end.
///
/// Its script draws the codes and shows each new state. Without scripts the server's picture shows the code, and the
/// page reloads itself with every step.
package struct LoginPage {
    private let model: Model
    private let wording: any Wording

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        LoginPage(model: model, wording: wording).document
    }

    package struct Model: Sendable, Equatable {
        /// The display name of the service that the user logs in to.
        var service: String
        /// The display name of the organization that runs the service.
        var organization: String
        /// The host of the redirect URI, in ASCII: a name in other letters could imitate another host.
        var host: String
        /// The login's id, base64url.
        var session: String
        var state: LoginState
        /// The time until the login expires.
        var secondsLeft: Int
        /// The time that a confirmed login waits for the browser to return from the app.
        var returnSeconds: Int
        /// The length of a step: each has a code of its own.
        var secondsPerStep: Int
        /// Nil where the service takes no QR codes.
        var code: Code?
        /// The link that opens the app on this device; nil where the service takes no links. Its host is not the
        /// page's: Safari opens no app for a link to the page's own host.
        var link: String?

        package init(
            service: String, organization: String, host: String, session: String, state: LoginState, secondsLeft: Int,
            returnSeconds: Int, secondsPerStep: Int, code: Code?, link: String?
        ) {
            self.service = service
            self.organization = organization
            self.host = host
            self.session = session
            self.state = state
            self.secondsLeft = secondsLeft
            self.returnSeconds = returnSeconds
            self.secondsPerStep = secondsPerStep
            self.code = code
            self.link = link
        }
    }

    /// The data from which the page draws its codes, one for each step. Shown only while nobody has scanned one.
    package struct Code: Sendable, Equatable {
        /// The login's QR key, base64url.
        var key: String
        /// The origin by which authenticators know the manager; the end of each pid.
        var managerOrigin: String
        /// The origin of the link in the code.
        var appLinkOrigin: String
        /// The step in which the page is made.
        var step: UInt64
        /// The time that had passed of that step.
        var millisecondsIntoStep: Int

        package init(
            key: String, managerOrigin: String, appLinkOrigin: String, step: UInt64, millisecondsIntoStep: Int
        ) {
            self.key = key
            self.managerOrigin = managerOrigin
            self.appLinkOrigin = appLinkOrigin
            self.step = step
            self.millisecondsIntoStep = millisecondsIntoStep
        }
    }

    /// The texts that differ where the service takes no QR codes; nil where it does.
    private var linkAlone: (any LinkAloneWording)? { model.code == nil ? texts.linkAlone : nil }

    private var texts: any LoginWording { wording.login }

    private var document: HTML {
        PageLayout(
            wording: wording,
            title: texts.title(service: model.service).text,
            address: "/login/\(model.session)",
            head: "\(model.state.isFinal ? "" : reloadWithoutScripts)\(Self.scripts)",
            content: """
                <main class="login" data-state="\(model.state.rawValue)" data-session="\(model.session)" \
                data-seconds-left="\(max(0, model.secondsLeft))" data-return-seconds="\(model.returnSeconds)"\
                \(codeAttributes)\(model.state.isFinal ? " data-ended" : "" as HTML)>
                \(requester)\
                <section class="stage" aria-label="\(texts.code.label)">
                \(code)\
                \(signs)\
                <p class="status" role="status" aria-live="polite">\(status(model.state))</p>
                \(actions)\
                </section>
                \(instructions)\
                \(statusTemplates)\
                </main>

                """
        ).html
    }

    // MARK: Head

    private static let scripts: HTML = """
        <script src="\(WebAssets.qrCodeLibrary.path)" defer></script>
        <script src="\(WebAssets.loginScript.path)" type="module"></script>

        """

    private var reloadWithoutScripts: HTML {
        """
        <noscript><meta http-equiv="refresh" \
        content="\(model.secondsPerStep);url=/login/\(model.session)"></noscript>

        """
    }

    // MARK: The website that asks

    private var requester: HTML {
        """
        <header class="asks">
        <h1>\(texts.title(service: model.service), value: Self.isolated)</h1>
        <dl>
        <div><dt>\(texts.offeredBy)</dt><dd>\(Self.isolated(model.organization))</dd></div>
        <div><dt>\(texts.website)</dt><dd class="host">\(model.host)</dd></div>
        </dl>
        </header>

        """
    }

    /// A name in an element of its own: letters written from right to left do not reorder the words around it.
    private static func isolated(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }

    // MARK: Code and state

    /// The key is only in a page that shows codes.
    private var codeAttributes: HTML {
        guard model.state == .waiting, let code = model.code else { return "" }
        return """
             data-qr-key="\(code.key)" data-manager-origin="\(code.managerOrigin)" \
            data-app-link-origin="\(code.appLinkOrigin)" data-step="\(code.step)" \
            data-step-offset="\(code.millisecondsIntoStep)" data-step-seconds="\(model.secondsPerStep)"
            """
    }

    private var code: HTML {
        guard model.state == .waiting, model.code != nil else { return "" }
        let description = texts.code.picture(service: model.service)
        return """
            <div class="code" data-when="waiting"><svg role="img" aria-label="\(description)" \
            shape-rendering="crispEdges"><path fill="#000"/></svg>\
            <noscript><img src="/login/\(model.session)/code.svg" alt="\(description)"></noscript></div>

            """
    }

    /// A picture for each state without a code.
    private var signs: HTML {
        """
        <div class="sign" data-when="\(linkAlone == nil ? "" : "waiting ")scanned confirming confirmed">\(Icon.device)</div>
        <div class="sign good" data-when="done returned">\(Icon.check)</div>
        <div class="sign" data-when="declined-cancelled">\(Icon.cross)</div>
        <div class="sign bad" data-when="declined-notMe">\(Icon.shield)</div>
        <div class="sign" data-when="expired">\(Icon.clock)</div>

        """
    }

    private func status(_ state: LoginState) -> String {
        switch state {
        case .waiting: linkAlone?.waiting ?? texts.status.waiting
        case .scanned: linkAlone?.opened ?? texts.status.scanned
        case .confirming: texts.status.confirming
        case .resultReady: texts.status.resultReady(host: model.host).text
        case .awaitingReturn: texts.status.awaitingReturn
        case .returned: texts.status.returned
        case .cancelled: texts.status.cancelled
        case .notMe: texts.status.notMe
        case .expired: linkAlone?.expired ?? texts.status.expired
        }
    }

    /// The text of every state, for the script to show.
    private var statusTemplates: [HTML] {
        LoginState.allCases.map { "<template data-text=\"\($0.rawValue)\">\(status($0))</template>\n" }
    }

    // MARK: Actions

    private var actions: HTML {
        let again: HTML = "action=\"/login/\(model.session)/again\" method=\"post\""
        let proceed: HTML = "action=\"/login/\(model.session)/continue\" method=\"post\""
        let texts = texts.actions
        return """
            \(openInApp)\
            <p class="countdown" data-when="waiting scanned confirming confirmed">\(timeLeft)</p>
            <form class="continue" \(proceed) data-when="done">\
            <button class="quiet">\(texts.proceed(host: model.host))</button></form>
            <form \(again) data-when="waiting"><button class="quiet">\(linkAlone?.newLink ?? texts.newCode)</button></form>
            <form \(again) data-when="scanned confirming">\
            <button class="quiet">\(linkAlone?.newLinkForYourDevice ?? texts.newCodeForYourDevice)</button></form>
            <form \(again) data-when="declined-cancelled declined-notMe expired">\
            <button class="primary">\(linkAlone?.beginAgain ?? texts.beginAgain)</button></form>
            <form \(proceed) data-when="declined-cancelled declined-notMe expired">\
            <button class="quiet">\(texts.back(host: model.host))</button></form>

            """
    }

    /// The link to the app: one line, or a large button on touch screens and where there is no code (see the style).
    private var openInApp: HTML {
        guard model.state == .waiting, let link = model.link else { return "" }
        if linkAlone != nil {
            return """
                <p class="this-device" data-when="waiting">\
                <a class="primary" href="\(link)" rel="noreferrer">\(texts.actions.openInApp)</a></p>

                """
        }
        return """
            <p class="this-device" data-when="waiting"><span>\(texts.actions.onThisDevice)</span> \
            <a href="\(link)" rel="noreferrer">\(texts.actions.openInApp)</a></p>

            """
    }

    /// The countdown, with minutes and seconds as `4:05`. The script keeps it up to date.
    private var timeLeft: HTML {
        let (minutes, seconds) = max(0, model.secondsLeft).quotientAndRemainder(dividingBy: 60)
        let time = "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
        return "\(texts.code.timeLeft(time), value: { "<span role=\"timer\" aria-live=\"off\">\($0)</span>" })"
    }

    private var instructions: HTML {
        let texts = linkAlone?.instructions ?? texts.instructions
        let steps: [HTML] = texts.steps(service: model.service).map { "<li>\($0, value: Self.isolated)</li>\n" }
        return """
            <section class="instructions" aria-label="\(texts.label)">
            <p class="warning">\(Icon.warning)<span>\
            \(texts.warning(host: model.host), value: { "<strong>\($0)</strong>" })</span></p>
            <ol class="steps">
            \(steps)\
            </ol>
            </section>

            """
    }
}
