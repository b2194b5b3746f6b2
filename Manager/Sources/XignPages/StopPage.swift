import XignDomain
import XignWording

/// The page of a mailed link that stops a device, a code for one, or a recovery. It has no field, and opening it
/// changes nothing.
package enum StopPage {
    package enum Subject: Sendable {
        /// - Parameter name: the alias; empty for a device without one.
        case device(name: String, since: Moment)
        case code(until: Moment)
        case recovery(begun: Moment, goesOn: Moment)
    }

    package enum End: String, Sendable, CaseIterable {
        case deviceStopped, codeStopped, recoveryStopped, over, lastAdministrator
    }

    /// - Parameters:
    ///   - account: the user name.
    ///   - link: the secret of the mail, which the form sends.
    ///   - path: of the page, to which the form is sent.
    package static func question(
        _ subject: Subject, account: String, link: String, to path: String, provider: OperatorProfile,
        in wording: any Wording
    ) -> HTML {
        let words = wording.stop
        let (own, facts): (StopWords, HTML) =
            switch subject {
            case .device(let name, let since):
                (
                    words.ofDevice,
                    """
                    <p>\(words.device(shown(name, wording), account: account), value: HTML.isolated)</p>
                    <p>\(words.since(""), value: { _ in since.dayAndTime(in: wording) })</p>
                    """
                )
            case .code(let until):
                (
                    words.ofCode,
                    """
                    <p>\(words.code(account: account), value: HTML.isolated)</p>
                    <p>\(words.until(""), value: { _ in until.dayAndTime(in: wording) })</p>
                    """
                )
            case .recovery(let begun, let goesOn):
                (
                    words.ofRecovery,
                    """
                    <p>\(words.recovery(account: account), value: HTML.isolated)</p>
                    <p>\(words.begun(""), value: { _ in begun.dayAndTime(in: wording) })</p>
                    <p>\(words.goesOn(""), value: { _ in goesOn.dayAndTime(in: wording) })</p>
                    """
                )
            }
        return page(
            own.title,
            """
            \(facts)
            <p>\(words.yours)</p>
            <p>\(own.consequence)</p>
            <form action="\(path)" method="post"><input type="hidden" name="link" value="\(link)">
            \(Button(.danger, own.stop).html)
            </form>
            <p>\(words.asksNothing)</p>
            """, provider, in: wording)
    }

    private static func shown(_ name: String, _ wording: any Wording) -> String {
        name.isEmpty ? wording.account.devices.unnamed : name
    }

    /// - Parameter host: the host of the issuer.
    package static func end(_ end: End, host: String, provider: OperatorProfile, in wording: any Wording) -> HTML {
        let words = wording.stop
        let (title, next): (String, HTML) =
            switch end {
            case .deviceStopped: (words.ofDevice.stopped, "\(words.next)")
            case .codeStopped: (words.ofCode.stopped, "\(words.next)")
            case .recoveryStopped: (words.ofRecovery.stopped, "\(words.nextAfterRecovery)")
            case .over: (words.over, "\(words.overNext)")
            case .lastAdministrator:
                (words.lastAdministrator, "\(words.lastAdministratorNext(host: host), value: HTML.isolated)")
            }
        return page(title, "<p>\(next)</p>", provider, in: wording)
    }

    private static func page(
        _ title: String, _ content: HTML, _ provider: OperatorProfile, in wording: any Wording
    ) -> HTML {
        PageLayout(
            wording: wording, title: title, address: nil, provider: provider,
            content: """
                <main class="message">
                <h1>\(title)</h1>
                \(content)
                </main>

                """
        ).html
    }
}
