import XignWebAssets
import XignWording

/// The part of a page that shows the code and the link of a process, and follows the process to its end. The pages of
/// logins and of confirmations have it.
///
/// The script draws the codes and shows each new state, from the attributes of `main` and from the templates. Without
/// scripts the server's picture shows the codes one after the other, and a button asks for the state.
///
/// Where fingers point, the style shows the link first, and the code when `details` is open. Elsewhere it shows the
/// code, and the link below it.
package struct Stage {
    let model: Model
    let wording: any StageWording
    let authenticators: Authenticators
    /// The operator's name; nil where none is declared.
    let provider: String?
    /// The title of the page while the process waits.
    let title: String
    /// The end of the title in every other state.
    let subject: String
    /// The warnings that stand directly above the code, and above the link where it comes first.
    let warnings: Warnings?
    /// False at the manager's own pages, which no operator switches off.
    let canBeSwitchedOff: Bool
    let text: (PageState) -> StateText

    typealias Warnings = (code: Phrase, link: Phrase)

    package struct Model: Sendable, Equatable {
        /// The process's id, base64url.
        var session: String
        var state: PageState
        /// The time until the process expires.
        var secondsLeft: Int
        /// The time that a confirmed process waits for the browser to return from the app.
        var returnSeconds: Int
        /// The length of a step: each has a code of its own.
        var secondsPerStep: Int
        /// Nil where the service takes no QR codes.
        var code: Code?
        /// The link that opens the app on this device; nil where the service takes no links. Its host is not the
        /// page's: Safari opens no app for a link to the page's own host.
        var link: String?
        /// True after "Hide the code", for browsers without scripts.
        var hidesCode: Bool

        package init(
            session: String, state: PageState, secondsLeft: Int, returnSeconds: Int, secondsPerStep: Int, code: Code?,
            link: String?, hidesCode: Bool
        ) {
            self.session = session
            self.state = state
            self.secondsLeft = secondsLeft
            self.returnSeconds = returnSeconds
            self.secondsPerStep = secondsPerStep
            self.code = code
            self.link = link
            self.hidesCode = hidesCode
        }
    }

    /// The data from which the page draws its codes, one for each step. Shown only while nobody has scanned one.
    package struct Code: Sendable, Equatable {
        /// The process's QR key, base64url.
        var key: String
        /// The kind in each pid.
        var kind: UInt8
        /// The origin by which authenticators know the manager; the end of each pid.
        var managerOrigin: String
        /// The origin of the link in the code.
        var appLinkOrigin: String
        /// The step in which the page is made.
        var step: UInt64
        /// The time that had passed of that step.
        var millisecondsIntoStep: Int

        package init(
            key: String, kind: UInt8, managerOrigin: String, appLinkOrigin: String, step: UInt64,
            millisecondsIntoStep: Int
        ) {
            self.key = key
            self.kind = kind
            self.managerOrigin = managerOrigin
            self.appLinkOrigin = appLinkOrigin
            self.step = step
            self.millisecondsIntoStep = millisecondsIntoStep
        }
    }

    // MARK: For the page

    /// The elements of the head.
    static let scripts: HTML = """
        <script src="\(WebAssets.qrCodeLibrary.path)" defer></script>
        <script src="\(WebAssets.loginScript.path)" type="module"></script>

        """

    /// The attributes of `main`, which the script reads.
    var attributes: HTML {
        """
        data-state="\(model.state.name)" data-session="\(model.session)" \
        data-seconds-left="\(max(0, model.secondsLeft))" data-return-seconds="\(model.returnSeconds)"\
        \(codeAttributes)\(model.state.isFinal ? " data-ended" : "" as HTML)
        """
    }

    /// The name of the browser's tab, which says the state first.
    var currentTitle: String { model.state == .waiting ? title : title(text(model.state)) }

    private func title(_ text: StateText) -> String { "\(text.heading ?? text.title ?? text.status.text) – \(subject)" }

    /// - Parameters:
    ///   - choice: a form above the buttons.
    ///   - actions: the page's buttons.
    func html(choice: HTML = "", actions: HTML) -> HTML {
        """
        <section class="stage" aria-label="\(wording.label)">
        \(link)\
        \(code)\
        \(signs)\
        <div class="state" role="status" aria-live="polite">\(sentences(model.state))</div>
        <p class="countdown" data-when="\(Self.open)">\(timeLeft)</p>
        <p class="visually-hidden" role="status" data-last-minute="\(wording.lastMinute)"></p>
        \(outage)\
        \(choice)\
        <div class="buttons">
        \(actions)\
        </div>
        \(withoutScripts)\
        </section>
        \(templates)
        """
    }

    /// The states in which a device or the browser can go on.
    static let open: HTML = "waiting scanned scanned-pairing confirming confirmed"
    /// The states after which the person may try once more: all that have ended, but for "This was not me".
    static let repeatable: HTML = "declined-cancelled declined-pairing expired"
    /// The states in which the process has ended without a result.
    static let ended: HTML = "declined-cancelled declined-notMe declined-pairing expired"

    func form(_ action: HTML, when states: HTML, _ button: HTML) -> HTML {
        """
        <form action="/login/\(model.session)/\(action)" method="post" data-when="\(states)">\(button)</form>

        """
    }

    // MARK: Code and link

    private var isWaiting: Bool { model.state == .waiting }

    /// The key is only in a page that shows codes.
    private var codeAttributes: HTML {
        guard isWaiting, !model.hidesCode, let code = model.code else { return "" }
        return """
             data-qr-key="\(code.key)" data-pid-kind="\(code.kind)" data-manager-origin="\(code.managerOrigin)" \
            data-app-link-origin="\(code.appLinkOrigin)" data-step="\(code.step)" \
            data-step-offset="\(code.millisecondsIntoStep)" data-step-seconds="\(model.secondsPerStep)"
            """
    }

    private var link: HTML {
        guard isWaiting, let link = model.link else { return "" }
        let isAlone = model.code == nil
        let button: HTML =
            "<a class=\"button\" href=\"\(link)\" rel=\"noreferrer\">\(wording.openHere(with: authenticators))</a>"
        return """
            <div class="\(isAlone ? "link alone" : "link" as HTML)" data-when="waiting">
            \(warnings.map { Self.warning($0.link) } ?? "")\
            <p class="this-device">\(isAlone ? "" : "<span>\(wording.onThisDevice)</span> " as HTML)\(button)</p>
            </div>
            \(isAlone ? "" : otherDevice)
            """
    }

    /// The switch from the link to the code, which follows it in the page: so the style can show the code without a
    /// switch where it comes first.
    private var otherDevice: HTML {
        """
        <details class="other-device" data-when="waiting"><summary>\(wording.otherDevice)</summary></details>

        """
    }

    private var code: HTML {
        guard isWaiting, model.code != nil, !model.hidesCode else { return "" }
        return """
            <div class="scan" data-when="waiting">
            \(warnings.map { Self.warning($0.code) } ?? "")\
            <div class="code">\(CodeDrawing(drawnByScript: wording.picture).html)\
            <noscript><img src="/login/\(model.session)/code.png" alt="\(wording.picture)"></noscript></div>
            </div>

            """
    }

    private static func warning(_ text: Phrase) -> HTML {
        """
        <p class="warning">\(Icon.warning)<span>\(text, value: { "<strong class=\"host\">\($0)</strong>" })</span></p>

        """
    }

    // MARK: State

    /// A picture for each state without a code.
    private var signs: HTML {
        """
        <div class="sign" data-when="scanned confirming confirmed">\(Icon.device)</div>
        <div class="sign digits" data-when="scanned-pairing" aria-hidden="true">\(digits(model.state))</div>
        <div class="sign good" data-when="done returned">\(Icon.check)</div>
        <div class="sign" data-when="declined-cancelled switchedOff">\(Icon.cross)</div>
        <div class="sign bad" data-when="declined-notMe declined-pairing">\(Icon.shield)</div>
        <div class="sign" data-when="expired">\(Icon.clock)</div>

        """
    }

    private func sentences(_ state: PageState) -> HTML {
        let text = text(state)
        let advice = text.advice.map { "<p class=\"advice\">\($0, value: HTML.isolated)</p>" as HTML }
        let alternative = text.alternative.map { "<p class=\"alternative\">\($0, value: HTML.isolated)</p>" as HTML }
        let status: HTML =
            if case .claimed(_?) = state {
                "\(text.status, value: { _ in digits(state) })"
            } else {
                "\(text.status, value: HTML.isolated)"
            }
        return "<p class=\"status\">\(status)</p>\(advice ?? "")\(alternative ?? "")"
    }

    /// The digits of a pairing, which the script fills in where the page was made before. A space between them lets
    /// screen readers say two digits and not a number.
    private func digits(_ state: PageState) -> HTML {
        let digits =
            if case .claimed(let pairing?) = state { pairing.map(String.init).joined(separator: " ") } else { "" }
        return "<strong data-digits>\(digits)</strong>"
    }

    /// The texts of all states that the script can show. For a process that waits it loads the page again.
    private var templates: [HTML] {
        guard !model.state.isFinal else { return [] }
        // A service without QR codes has no pairing.
        let states = PageState.all(pairing: "").filter { state in
            state != .waiting && (model.code != nil || state != .claimed(pairing: ""))
                && (canBeSwitchedOff || state != .switchedOff)
        }
        return states.map { state in
            let text = text(state)
            let heading = text.heading.map { " data-heading=\"\($0)\"" as HTML }
            return """
                <template data-text="\(state.name)" data-title="\(title(text))"\(heading ?? "")>\
                \(sentences(state))</template>

                """
        }
    }

    /// The countdown, with minutes and seconds as `4:05`. The script keeps it up to date.
    private var timeLeft: HTML {
        let (minutes, seconds) = max(0, model.secondsLeft).quotientAndRemainder(dividingBy: 60)
        let time = "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
        return "\(wording.timeLeft(time), value: { "<span role=\"timer\" aria-live=\"off\">\($0)</span>" })"
    }

    /// The notice while nobody answers, which the script shows. It is there before, so that a screen reader says it.
    private var outage: HTML {
        guard !model.state.isFinal else { return "" }
        return """
            <p class="outage" role="status" data-when="\(Self.open)" data-outage="\(wording.outage(of: provider).text)"></p>

            """
    }

    // MARK: Without scripts

    /// The page does not load itself again: nobody could read it in peace (WCAG 2.2, success criterion 2.2.1). The
    /// code, which moves by itself, can be hidden (2.2.2).
    private var withoutScripts: HTML {
        guard !model.state.isFinal else { return "" }
        let hidden: HTML = " name=\"code\" value=\"hidden\""
        let other: HTML =
            if !isWaiting || model.code == nil {
                ""
            } else if model.hidesCode {
                "<button class=\"quiet\">\(wording.showCode)</button>"
            } else {
                "<button class=\"quiet\"\(hidden)>\(wording.hideCode)</button>"
            }
        return """
            <noscript><form class="look" action="/login/\(model.session)" method="get"><p>\(wording.doesNotFollow)</p>
            <button class="secondary"\(model.hidesCode ? hidden : "")>\(wording.lookAgain)</button> \(other)</form></noscript>

            """
    }
}
