import XignWording

/// A recovery of the account that has begun, with the button that stops it.
package struct RunningRecovery: Sendable, Equatable {
    package static let stopPath = "/account/recovery/stop"

    let begun: Moment
    let goesOn: Moment
    /// The ticket of the form that stops it.
    let stopTicket: String

    package init(begun: Moment, goesOn: Moment, stopTicket: String) {
        (self.begun, self.goesOn, self.stopTicket) = (begun, goesOn, stopTicket)
    }

    func html(in wording: any Wording) -> HTML {
        let words = wording.recovery.running
        let facts = SummaryList([
            (words.begun, begun.dayAndTime(in: wording)), (words.goesOn, goesOn.dayAndTime(in: wording)),
        ])
        return Notice(
            .bad, heading: words.title,
            """
            <p>\(words.explanation)</p>
            \(facts.html)\
            <p>\(words.consequence)</p>
            \(Form(action: Self.stopPath, ticket: stopTicket, content: Button(.danger, words.stop).html).html)
            """
        ).html
    }
}

/// The page of the recovery code.
package enum OwnRecoveryPage {
    package static let path = "/account/recovery"
    package static let makePath = "/account/recovery/make"
    package static let removePath = "/account/recovery/remove"

    package struct Model: Sendable, Equatable {
        /// The moment at which the present code was made; nil where there is none.
        let made: Moment?
        let running: RunningRecovery?
        let obstacle: Obstacle?
        let makeTicket: String
        let removeTicket: String

        package init(
            made: Moment?, running: RunningRecovery?, obstacle: Obstacle?, makeTicket: String, removeTicket: String
        ) {
            self.made = made
            self.running = running
            self.obstacle = obstacle
            self.makeTicket = makeTicket
            self.removeTicket = removeTicket
        }
    }

    /// The reason why a code would bring nobody back now.
    package enum Obstacle: Sendable, Equatable { case noAddress, administrator }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.recovery.own
        return AccountLayout(
            frame, in: wording, title: words.title, section: .devices, isBelowSection: true,
            content: """
                <h1>\(words.title)</h1>
                \(model.running?.html(in: wording) ?? "")\
                <p class="lead">\(words.explanation)</p>
                <p>\(words.limits)</p>
                \(model.obstacle.map { notice($0, wording) } ?? "")\
                \(model.made.map { present($0, model, wording) } ?? absent(model, wording))\
                <p class="muted">\(wording.account.devices.confirmedThere)</p>

                """
        ).html
    }

    private static func notice(_ obstacle: Obstacle, _ wording: any Wording) -> HTML {
        let words = wording.recovery.own
        return switch obstacle {
        case .noAddress:
            Notice(
                .warning,
                """
                <p>\(words.needsAddress)</p>
                \(Link(to: AccountSection.data.address, words.toAddresses).html)
                """
            ).html
        case .administrator: Notice(.warning, "<p>\(words.notForAdministrators)</p>").html
        }
    }

    private static func absent(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.recovery.own
        return """
            <p>\(words.none)</p>
            \(Form(action: makePath, ticket: model.makeTicket, content: Button(.primary, words.make).html).html)
            """
    }

    private static func present(_ made: Moment, _ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.recovery.own
        return """
            \(SummaryList([(words.made, made.dayAndTime(in: wording))]).html)\
            <p>\(words.makeAnotherEffect)</p>
            <div class="actions">
            \(Form(action: makePath, ticket: model.makeTicket, content: Button(.secondary, words.makeAnother).html).html)\
            \(Form(action: removePath, ticket: model.removeTicket, content: Button(.danger, words.remove).html).html)\
            </div>

            """
    }
}

/// A new recovery code on a sheet to print, for the browser that has asked for it.
package enum RecoveryCodePage {
    package static let path = "/account/recovery/code"

    /// - Parameters:
    ///   - code: in groups, as it is typed later.
    ///   - address: of the page "Lost your device?".
    package static func page(
        code: String, address: String, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.recovery.own
        return AccountLayout(
            frame, in: wording, title: words.codeTitle, section: .devices, isBelowSection: true,
            content: """
                <h1>\(words.codeTitle)</h1>
                \(Notice(.warning, "<p>\(words.keep)</p>\n<p>\(words.shownHere)</p>").html)\
                <section class="panel sheet">
                <h2>\(words.sheet(host: frame.host), value: HTML.isolated)</h2>
                <div class="secret"><span>\(words.code)</span> <code>\(code)</code></div>
                <p>\(words.sheetUse)</p>
                <p class="host">\(address)</p>
                <p>\(words.sheetNeeds)</p>
                </section>
                <p class="actions">\(Link(.primary, to: OwnRecoveryPage.path, words.done).html)</p>

                """
        ).html
    }
}
