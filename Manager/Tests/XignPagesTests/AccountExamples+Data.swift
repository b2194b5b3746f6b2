import XignDomain
import XignProtocol

@testable import XignPages
@testable import XignWording

/// Models of the pages about data, websites and history.
extension AccountExamples {
    private func value(
        _ name: AttributeName, _ alias: String, _ lines: [String], isPreferred: Bool = false, isVerified: Bool = false
    ) -> DataModel {
        DataModel(
            id: text("UAECAwQFBgcICQoLDA0ODw"), name: name, alias: text(alias), lines: lines.map(text),
            isPreferred: isPreferred, isVerified: isVerified)
    }

    private var mail: DataModel {
        value(.email, "Work", ["ada@example.org"], isPreferred: true, isVerified: true)
    }

    private var address: DataModel { value(.address, "Work", ["Example Street 1", "12345", "Example Town"]) }

    private func form(
        _ name: AttributeName, id: String? = nil, address: DataFormPage.Address? = nil, isVerified: Bool = false,
        flaw: DataFlaw? = nil
    ) -> HTML {
        DataFormPage.page(
            DataFormPage.Model(
                name: name, id: id.map(text), line: text("ada@example.org"), address: address, alias: text("Work"),
                isPreferred: isVerified, isVerified: isVerified, flaw: flaw, ticket: ticket),
            frame(nil), in: wording)
    }

    var dataPages: [(name: String, page: HTML)] {
        let fields = DataFormPage.Address(
            street: text("Example Street 1"), postalCode: text("12345"), locality: text("Example Town"), region: "",
            country: text("DE"))
        let all = AttributeName.allCases.map { value($0, "Work", ["Pixel 8"]) }
        return [
            (
                "DataPage",
                DataPage.page(
                    [mail, value(.email, "Private", ["ada@home.example"]), address], frame("/account/data"), in: wording
                )
            ),
            ("DataPage-empty", DataPage.page([], frame("/account/data"), in: wording)),
            (
                "DataPage-kept",
                DataPage.page(
                    [mail],
                    kept: [
                        KeptDataModel(.declared(text("Cost centre")), .text(text("4711"))),
                        KeptDataModel(.declared(text("Trainee")), .boolean(true)),
                        KeptDataModel(.accountName(website: text("Cloud")), .text(text("ada.l"))),
                    ], frame("/account/data"), in: wording)
            ),
            ("DataPage-full", DataPage.page(all, frame("/account/data"), in: wording)),
            ("DataFormPage-address", form(.address, address: fields)),
            ("DataFormPage-country-error", form(.address, address: fields, flaw: .country)),
            ("DataFormPage-change", form(.email, id: "UAECAwQFBgcICQoLDA0ODw", flaw: .aliasRepeated)),
            ("DataFormPage-error", form(.email, flaw: .form)),
            ("DataFormPage-verified", form(.email, id: "UAECAwQFBgcICQoLDA0ODw", isVerified: true)),
            ("RemoveDataPage", RemoveDataPage.page(address, isOnly: false, ticket: ticket, frame(), in: wording)),
            (
                "RemoveDataPage-verified",
                RemoveDataPage.page(mail, isOnly: false, ticket: ticket, frame(), in: wording)
            ),
            (
                "DataPage-mail",
                DataPage.page([value(.email, "Private", ["ada@home.example"])], mailFrame("/account/data"), in: wording)
            ),
        ]
    }

    /// The frame where the manager has a mail server.
    func mailFrame(_ address: String?) -> AccountLayout.Frame {
        let frame = frame(address)
        var provider = frame.provider
        provider.installation.sendsMail = true
        return AccountLayout.Frame(
            host: frame.host, account: frame.account, logOutTicket: frame.logOutTicket, address: address, done: nil,
            provider: provider)
    }

    var addressPages: [(name: String, page: HTML)] {
        func page(
            _ state: VerifyAddressPage.State, _ flaw: VerifyAddressPage.Flaw? = nil, typed: String = ""
        ) -> HTML {
            let path = "/account/data/value/\(text("UAECAwQFBgcICQoLDA0ODw"))/verify"
            return VerifyAddressPage.page(
                VerifyAddressPage.Model(
                    path: path, address: text("ada@example.org"), state: state, flaw: flaw, typed: typed,
                    ticket: ticket, sendTicket: ticket),
                mailFrame(nil), in: wording)
        }
        let asked = VerifyAddressPage.State.asked(until: Self.noon, againFrom: Self.noon, canSendAgain: true)
        return [
            ("VerifyAddressPage", page(.unasked)),
            ("VerifyAddressPage-asked", page(asked)),
            (
                "VerifyAddressPage-later",
                page(.asked(until: Self.noon, againFrom: Self.noon, canSendAgain: false))
            ),
            (
                "VerifyAddressPage-often",
                page(.asked(until: Self.noon, againFrom: nil, canSendAgain: false))
            ),
            ("VerifyAddressPage-wrong", page(asked, .wrong(triesLeft: 4), typed: text("K7QM-2XPD"))),
            ("VerifyAddressPage-malformed", page(asked, .malformed, typed: text("K7QM"))),
            ("VerifyAddressPage-over", page(.unasked, .over)),
            ("VerifyAddressPage-limited", page(.unasked, .limited(.address))),
            ("VerifyAddressPage-unwritable", page(.impossible(.unwritable))),
            ("VerifyAddressPage-five", page(.impossible(.tooMany))),
        ]
    }

    var dataForms: [(name: String, page: HTML)] {
        AttributeName.allCases.map { ("DataFormPage-\($0.rawValue)-error", form($0, flaw: .form)) }
            + DataFlaw.allCases.map { ("DataFormPage-flaw-\($0)", form(.email, flaw: $0)) }
    }

    private func website(
        withdrawn: Moment? = nil, host: String? = "shop.example.org", offlineAccess: OfflineAccessModel? = nil
    ) -> WebsiteModel {
        WebsiteModel(
            id: text("6f1c2ab0-9d3e-47f1-8000-000000000000"), name: text("Example Shop"),
            organization: text("Example Trading Ltd"), host: host.map(text), firstUse: Self.yesterday,
            lastUse: Self.noon, withdrawn: withdrawn, offlineAccess: offlineAccess)
    }

    var websitePages: [(name: String, page: HTML)] {
        func page(
            _ website: WebsiteModel, _ received: [WebsitePage.Received]?, _ choices: [WebsitePage.Choice] = []
        ) -> HTML {
            let home = WebsiteLink(address: "https://example.org", host: text("example.org"))
            return WebsitePage.page(
                WebsitePage.Model(
                    website: website, received: received, choices: choices, subject: text("S2b7cQ-subject"),
                    contact: website.withdrawn == nil ? .website(home) : .address(text("Example Street 1")),
                    forgetTicket: ticket, endAccessTicket: ticket),
                frame("/account/websites"), in: wording)
        }
        let received = [
            WebsitePage.Received(name: .givenName, alias: text("Work"), isTyped: false),
            WebsitePage.Received(name: .email, alias: nil, isTyped: false),
            WebsitePage.Received(name: nil, label: text("Groups"), alias: text("ops, staff"), isTyped: false),
            WebsitePage.Received(name: nil, alias: nil, isTyped: true),
        ]
        let choice = WebsitePage.Choice(id: text("AAEC"), name: .email, alias: text("Work"))
        let withdrawn = website(withdrawn: Self.noon, host: nil)
        let lasting = website(offlineAccess: OfflineAccessModel(until: Self.noon, lastUse: Self.yesterday))
        return [
            (
                "WebsitesPage",
                WebsitesPage.page([website(), lasting, withdrawn], frame("/account/websites"), in: wording)
            ),
            ("WebsitesPage-empty", WebsitesPage.page([], frame("/account/websites"), in: wording)),
            ("WebsitePage", page(website(), received, [choice])),
            ("WebsitePage-nothing-received", page(website(), [])),
            ("WebsitePage-lasting-access", page(lasting, received)),
            ("WebsitePage-withdrawn", page(withdrawn, nil)),
            (
                "WithdrawPage",
                WithdrawPage.page(website(), contact: nil, ticket: ticket, frame(), in: wording)
            ),
        ]
    }

    var historyPages: [(name: String, page: HTML)] {
        func event(
            _ kind: AuditEvent.Kind, isWrongFactor: Bool = false, isAtConsole: Bool = false
        ) -> HistoryPage.Event {
            let isVisit = kind == .sessionBegun && !isAtConsole
            return HistoryPage.Event(
                at: kind == .loginConfirmed ? Self.noon : Self.yesterday, kind: kind, device: text("Pixel 8"),
                website: text("Example Shop"), network: isVisit ? text("203.0.113.0/24") : nil,
                browserKind: isVisit ? BrowserKind(.edge, .macOS) : nil,
                isByOperator: kind == .accountCreated, isWrongFactor: isWrongFactor, isAtConsole: isAtConsole,
                login: kind == .loginConfirmed || isVisit ? text("AAECAwQFBgcICQoLDA0ODw") : nil,
                isDisowned: isVisit)
        }
        let events = AuditEvent.Kind.allCases.filter { $0.definition.historyTopic != nil }.flatMap { kind in
            switch kind {
            case .loginRefused: [event(kind), event(kind, isWrongFactor: true)]
            case .sessionEnded:
                [event(kind), event(.sessionBegun, isAtConsole: true), event(kind, isAtConsole: true)]
            default: [event(kind)]
            }
        }
        let nameless = HistoryPage.Event(at: Self.noon, kind: .loginConfirmed, device: "", website: nil)
        func page(
            _ topic: HistoryTopic?, _ events: [HistoryPage.Event], older: String? = nil, isFirst: Bool = true,
            isComplete: Bool = true
        ) -> HTML {
            HistoryPage.page(
                HistoryPage.Model(
                    topic: topic, events: events, older: older.map(text), isFirstPage: isFirst,
                    isComplete: isComplete),
                frame("/account/history"), in: wording)
        }
        let login = DisownPage.Model(
            login: text("AAECAwQFBgcICQoLDA0ODw"), website: text("Example Shop"), device: text("Pixel 8"),
            at: Self.noon)
        let lock = Form(
            action: "/account/devices/\(text("AAEC"))/lock", ticket: ticket,
            content: Button(.danger, wording.account.history.lock).html)
        let notices = NoticeEvent.Kind.allCases.map {
            NoticeList.Item(at: Self.noon, kind: $0, device: text("iPad"), isByOperator: $0 == .activationIssued)
        }
        let overview = OverviewPage.Model(lastLogin: Self.noon, deviceCount: 2, valueCount: 5, websiteCount: 7)
        return [
            ("HistoryPage", page(nil, events, older: "1790000000000-1")),
            ("HistoryPage-older", page(.logins, [nameless], isFirst: false, isComplete: false)),
            ("HistoryPage-empty", page(.devices, [])),
            ("DisownPage", DisownPage.question(login, ticket: ticket, frame(), in: wording)),
            ("DisownedPage", DisownPage.answer(login, lock: lock, frame(), in: wording)),
            ("DisownedPage-locked", DisownPage.answer(login, lock: nil, frame(), in: wording)),
            (
                "OverviewPage-notices",
                OverviewPage.page(
                    overview, notices: NoticeList(notices).html(in: wording), frame("/account"), in: wording)
            ),
        ]
    }
}
