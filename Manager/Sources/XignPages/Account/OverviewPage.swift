import XignWording

/// The first page of the account: the notices, and the links to all sections.
package struct OverviewPage {
    /// The first step that gives the account an address at which its person is told.
    package enum AddressStep: Sendable, Equatable {
        case add
        /// - Parameter path: the page on which it is verified.
        case verify(path: String)
    }

    /// The reason to make a recovery code.
    package enum CodeStep: Sendable, Equatable {
        /// The account could have one, and has none.
        case make
        /// A recovery was begun with the present one, and ended.
        case replace
    }

    package struct Model: Sendable, Equatable {
        var lastLogin: Moment?
        var deviceCount: Int
        var valueCount: Int
        var websiteCount: Int
        /// Nil where a verified address is there, and where the manager has no mail server.
        var addressStep: AddressStep?
        /// A recovery of the account that has begun.
        var runningRecovery: RunningRecovery?
        var codeStep: CodeStep?

        package init(
            lastLogin: Moment?, deviceCount: Int, valueCount: Int, websiteCount: Int, addressStep: AddressStep? = nil,
            runningRecovery: RunningRecovery? = nil, codeStep: CodeStep? = nil
        ) {
            self.lastLogin = lastLogin
            self.deviceCount = deviceCount
            self.valueCount = valueCount
            self.websiteCount = websiteCount
            self.addressStep = addressStep
            self.runningRecovery = runningRecovery
            self.codeStep = codeStep
        }
    }

    /// - Parameter notices: what happened to the account and its devices; nothing where nothing did.
    package static func page(
        _ model: Model, notices: HTML = "", _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.overview
        let sections = wording.account.frame.section
        let advice = model.deviceCount == 1 ? oneDevice(wording) : ""
        let isQuiet =
            notices.bytes.isEmpty && model.deviceCount != 1 && model.addressStep == nil
            && model.runningRecovery == nil && model.codeStep == nil
        return AccountLayout(
            frame, in: wording, title: words.title, section: .overview,
            content: """
                <h1>\(words.title)</h1>
                <p class="lead"><bdi>\(frame.account)</bdi></p>
                \(model.runningRecovery?.html(in: wording) ?? "")\
                \(notices)\
                \(advice)\
                \(model.addressStep.map { step($0, wording) } ?? "")\
                \(model.codeStep.map { step($0, wording) } ?? "")\
                \(isQuiet ? "<p class=\"muted\">\(words.nothingToDo)</p>\n" : "" as HTML)\
                \(LinkList(
                    label: words.links,
                    [
                        (AccountSection.devices.address, sections(.devices), words.devices(model.deviceCount)),
                        (AccountSection.data.address, sections(.data), words.values(model.valueCount)),
                        (AccountSection.websites.address, sections(.websites), words.websites(model.websiteCount)),
                        (AccountSection.history.address, sections(.history), nil),
                        (AccountSection.settings.address, sections(.settings), nil),
                    ]).html)\
                \(model.lastLogin.map {
                    SummaryList([(words.lastLogin, $0.dayAndTime(in: wording))]).html
                } ?? "")
                """
        ).html
    }

    private static func step(_ step: AddressStep, _ wording: any Wording) -> HTML {
        let words = wording.account.overview
        let (text, link): (String, Link) =
            switch step {
            case .add:
                (words.addAddress, Link(to: "/account/data/add/email", wording.account.data.addTitle(.email)))
            case .verify(let path): (words.verifyAddress, Link(to: path, wording.account.addresses.title))
            }
        return Notice(
            .info, heading: words.addressTitle,
            """
            <p>\(text)</p>
            \(link.html)
            """
        ).html
    }

    private static func oneDevice(_ wording: any Wording) -> HTML {
        Notice(
            .warning, heading: wording.account.overview.oneDeviceTitle,
            """
            <p>\(wording.account.overview.oneDevice)</p>
            \(Link(to: "/account/devices/new", wording.account.devices.connect).html)
            """
        ).html
    }

    private static func step(_ step: CodeStep, _ wording: any Wording) -> HTML {
        let words = wording.recovery.own
        let (title, text, link): (String, String, String) =
            switch step {
            case .make: (words.adviceTitle, words.advice, words.make)
            case .replace: (words.replaceTitle, words.replaceAdvice, words.makeAnother)
            }
        return Notice(
            .warning, heading: title,
            """
            <p>\(text)</p>
            \(Link(to: OwnRecoveryPage.path, link).html)
            """
        ).html
    }
}
