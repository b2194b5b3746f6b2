import XignWebAssets

/// The page that shows a login's QR code and follows the login until the device has confirmed it.
///
/// Its script draws the codes. It works without scripts too: then a picture shows the code, and the page loads itself anew with
/// every step.
package enum LoginPage {
    package struct Model: Sendable, Equatable {
        /// The service that the user logs in to, by its display name.
        var service: String
        /// The organization that runs the service, by its display name.
        var organization: String
        /// The host that the browser returns to, as ASCII: a name in other letters could imitate another one.
        var host: String
        /// The session's id, base64url.
        var session: String
        var state: LoginState
        /// Until the session expires.
        var secondsLeft: Int
        /// How long a confirmed login waits for the browser to return from the app.
        var returnSeconds: Int
        var code: Code

        package init(
            service: String, organization: String, host: String, session: String, state: LoginState, secondsLeft: Int,
            returnSeconds: Int, code: Code
        ) {
            self.service = service
            self.organization = organization
            self.host = host
            self.session = session
            self.state = state
            self.secondsLeft = secondsLeft
            self.returnSeconds = returnSeconds
            self.code = code
        }
    }

    /// What the page needs to draw the codes that follow each other. Shown only while nobody has scanned one.
    package struct Code: Sendable, Equatable {
        /// The session's QR key, base64url.
        var key: String
        /// The origin that authenticators know the manager by; the end of each pid.
        var managerOrigin: String
        /// Where the link in the code leads.
        var appLinkOrigin: String
        /// The step at the moment when the page is made.
        var step: UInt64
        /// How much of that step had passed.
        var millisecondsIntoStep: Int
        var secondsPerStep: Int
        /// Opens the app on this device. Its origin is not the page's, since Safari opens no app for a link to the page's own
        /// host.
        var link: String

        package init(
            key: String, managerOrigin: String, appLinkOrigin: String, step: UInt64, millisecondsIntoStep: Int,
            secondsPerStep: Int, link: String
        ) {
            self.key = key
            self.managerOrigin = managerOrigin
            self.appLinkOrigin = appLinkOrigin
            self.step = step
            self.millisecondsIntoStep = millisecondsIntoStep
            self.secondsPerStep = secondsPerStep
            self.link = link
        }
    }

    package static func page(_ model: Model) -> HTML {
        PageLayout.document(
            title: "Log in to \(model.service)",
            head: head(model),
            content: """
                <main class="login" data-state="\(model.state.rawValue)" data-session="\(model.session)" \
                data-seconds-left="\(max(0, model.secondsLeft))" data-return-seconds="\(model.returnSeconds)"\(codeAttributes(model))\
                \(model.state.isFinal ? " data-ended" : "" as HTML)>
                \(whoAsks(model))\
                <section class="stage" aria-label="Login code">
                \(code(model))\
                \(signs)\
                <p class="status" role="status" aria-live="polite">\(statusText(model.state, host: model.host))</p>
                \(actions(model))\
                </section>
                \(instructions(model))\
                \(statusTexts(host: model.host))\
                </main>

                """)
    }

    private static func head(_ model: Model) -> HTML {
        "\(model.state.isFinal ? "" : reloadWithoutScripts(model))\(scripts)"
    }

    private static let scripts: HTML = """
        <script src="\(WebAssets.qrCodeLibrary.path)" defer></script>
        <script src="\(WebAssets.loginScript.path)" type="module"></script>

        """

    private static func reloadWithoutScripts(_ model: Model) -> HTML {
        """
        <noscript><meta http-equiv="refresh" \
        content="\(model.code.secondsPerStep);url=/login/\(model.session)"></noscript>

        """
    }

    /// The key is only in a page that shows codes.
    private static func codeAttributes(_ model: Model) -> HTML {
        guard model.state == .waiting else { return "" }
        let code = model.code
        return """
             data-qr-key="\(code.key)" data-manager-origin="\(code.managerOrigin)" \
            data-app-link-origin="\(code.appLinkOrigin)" data-step="\(code.step)" \
            data-step-offset="\(code.millisecondsIntoStep)" data-step-seconds="\(code.secondsPerStep)"
            """
    }

    private static func whoAsks(_ model: Model) -> HTML {
        """
        <header class="asks">
        <h1>Log in to <bdi>\(model.service)</bdi></h1>
        <dl>
        <div><dt>Offered by</dt><dd><bdi>\(model.organization)</bdi></dd></div>
        <div><dt>Website</dt><dd class="host">\(model.host)</dd></div>
        </dl>
        </header>

        """
    }

    private static func instructions(_ model: Model) -> HTML {
        """
        <section class="instructions" aria-label="How it works">
        <p class="warning">\(Icon.warning)<span>Only scan this code if you opened <strong>\(model.host)</strong> \
        yourself.</span></p>
        <ol>
        <li>Open your authenticator app and scan the code.</li>
        <li>Check that your device names <bdi>\(model.service)</bdi>.</li>
        <li>Confirm there. This page continues by itself.</li>
        </ol>
        </section>

        """
    }

    /// A picture for each state but that of the code.
    private static let signs: HTML = """
        <div class="sign" data-when="scanned confirming confirmed">\(Icon.device)</div>
        <div class="sign good" data-when="done returned">\(Icon.check)</div>
        <div class="sign" data-when="declined-cancelled">\(Icon.cross)</div>
        <div class="sign bad" data-when="declined-notMe">\(Icon.shield)</div>
        <div class="sign" data-when="expired">\(Icon.clock)</div>

        """

    private static func code(_ model: Model) -> HTML {
        guard model.state == .waiting else { return "" }
        let title = "QR code to log in to \(model.service)"
        return """
            <div class="code" data-when="waiting"><svg role="img" aria-label="\(title)" \
            shape-rendering="crispEdges"><path fill="#000"/></svg>\
            <noscript><img src="/login/\(model.session)/code.svg" alt="\(title)"></noscript></div>

            """
    }

    /// Large where fingers point, on phones; one line elsewhere (see the style).
    private static func openInApp(_ model: Model) -> HTML {
        guard model.state == .waiting else { return "" }
        return """
            <p class="this-device" data-when="waiting"><span>On this device?</span> \
            <a href="\(model.code.link)" rel="noreferrer">Open in app</a></p>

            """
    }

    private static func statusText(_ state: LoginState, host: String) -> HTML {
        switch state {
        case .waiting: "Scan this code with your authenticator"
        case .scanned: "Code scanned: continue on your device"
        case .confirming: "Waiting for your confirmation on your device"
        case .resultReady: "Confirmed. Taking you back to \(host)"
        case .awaitingReturn: "Confirmed: return to this browser from your app"
        case .returned: "You went on in another tab. This one can be closed."
        case .cancelled: "You cancelled the login on your device"
        case .notMe: "You said that this was not you. Nobody was logged in."
        case .expired: "This code has expired"
        }
    }

    /// The text of every state, for the script to show.
    private static func statusTexts(host: String) -> HTML {
        "\(LoginState.allCases.map { "<template data-text=\"\($0.rawValue)\">\(statusText($0, host: host))</template>\n" as HTML })"
    }

    private static func actions(_ model: Model) -> HTML {
        let again: HTML = "action=\"/login/\(model.session)/again\" method=\"post\""
        let proceed: HTML = "action=\"/login/\(model.session)/continue\" method=\"post\""
        return """
            \(openInApp(model))\
            <p class="countdown" data-when="waiting scanned confirming confirmed">Time left \
            <span role="timer" aria-live="off">\(timeLeft(model.secondsLeft))</span></p>
            <form class="continue" \(proceed) data-when="done">\
            <button class="quiet">Continue to \(model.host)</button></form>
            <form \(again) data-when="waiting"><button class="quiet">New code</button></form>
            <form \(again) data-when="scanned confirming">\
            <button class="quiet">Not your device? New code</button></form>
            <form \(again) data-when="declined-cancelled declined-notMe expired">\
            <button class="primary">Get a new code</button></form>
            <form \(proceed) data-when="declined-cancelled declined-notMe expired">\
            <button class="quiet">Back to \(model.host)</button></form>

            """
    }

    /// Minutes and seconds, `4:05`.
    private static func timeLeft(_ seconds: Int) -> String {
        let (minutes, rest) = max(0, seconds).quotientAndRemainder(dividingBy: 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }
}
