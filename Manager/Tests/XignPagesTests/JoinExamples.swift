import XignDomain

@testable import XignPages
@testable import XignWording

/// The pages on which people join, with `text` applied to each value that comes from outside.
struct JoinExamples {
    let wording: any Wording
    let text: (String) -> String

    private var pages: JoinPages { JoinPages(provider: PageExamples.provider(text), in: wording) }
    private var noon: Moment { AccountExamples.noon }
    private var waiting: JoinPages.Waiting { .init(name: text("ada"), organization: text("Example Inc.")) }
    private var paths: JoinPages.DevicePaths {
        .init(page: "/join/device", newCode: "/join/device/code", cancel: "/join/device/cancel")
    }
    private var roles: [JoinPages.Model.Role] {
        [
            .init(service: text("Example Shop"), role: text("customer")),
            .init(service: text("Example Trading Ltd"), role: text("two")),
        ]
    }

    private var attempt: String { "AQIDBAUGBwgJCgsMDQ4PEA" }

    private func name(
        _ acceptance: JoinPages.Model.Acceptance?, typed: String = "", error: JoinPages.Model.NameError? = nil
    ) -> HTML {
        pages.name(
            .init(
                title: wording.joining.title(organization: text("Example Inc.")),
                way: .invitation(
                    .init(organization: text("Example Inc."), roles: roles, until: noon, acceptance: acceptance)),
                path: "/join/K7QM-2XPD-9RTV", typed: typed, attempt: attempt, error: error, isAnswer: error != nil))
    }

    private func closed(_ closed: JoinPages.Closed) -> HTML {
        pages.closed(
            closed, organization: text("Example Inc."), address: "/join/K7QM-2XPD-9RTV", device: "/join/device")
    }

    private func registration(
        from website: JoinPages.NextWebsite?, typed: String = "", error: JoinPages.Model.NameError? = nil
    ) -> HTML {
        pages.name(
            .init(
                title: wording.joining.registerTitle,
                way: .registration(.init(organizations: [text("Club"), text("Example Inc.")], website: website)),
                path: "/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop", typed: typed, attempt: attempt,
                error: error, isAnswer: error != nil))
    }

    /// The open registration, on the way to a website whose address is known or not.
    private var registrations: [(name: String, page: HTML)] {
        let known = JoinPages.NextWebsite(name: text("Example Shop"), address: text("https://shop.example.org/start"))
        let unknown = JoinPages.NextWebsite(name: text("Example Shop"), address: nil)
        let page = "/join/device?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop"
        return [
            ("RegisterPage", registration(from: known)),
            ("RegisterPage-taken", registration(from: nil, typed: text("ada"), error: .taken)),
            (
                "RegisterPage-connected",
                pages.connected(
                    text("ada"), accountAddress: "/account", website: known, isRegistration: true, address: page)
            ),
            (
                "RegisterPage-connected-unknown",
                pages.connected(
                    text("ada"), accountAddress: nil, website: unknown, isRegistration: true, address: page)
            ),
            ("RegisterPage-nothing", pages.over(again: "/register", isRegistration: true, address: nil)),
        ]
    }

    /// One page of each kind.
    var kinds: [(name: String, page: HTML)] {
        let code = DeviceCode(
            link: text("https://app.login.example.org/a#AQIDBAUG"), side: 29, path: text("M4 4h7v1h-7z"),
            pin: text("48210937"), expiresAt: noon)
        return [
            ("JoinPage-code", pages.code(typed: "", error: nil, to: "/join")),
            ("JoinPage-code-unknown", pages.code(typed: text("K7QM"), error: .unknown, to: "/join")),
            ("JoinPage", name(.loggedIn(path: "/join/K7QM-2XPD-9RTV/account"))),
            ("JoinPage-taken", name(.inApp, typed: text("ada"), error: .taken)),
            ("JoinPage-busy", pages.busy(typed: text("ada"), attempt: attempt)),
            ("JoinPage-over", closed(.over(noon))),
            ("JoinPage-used-up", closed(.usedUp)),
            ("JoinPage-withdrawn", closed(.withdrawn)),
            ("JoinPage-device", pages.device(code, of: waiting, paths)),
            ("JoinPage-device-not-renewed", pages.device(code, of: waiting, isBusy: true, paths)),
            ("JoinPage-device-code-over", pages.codeOver(of: waiting, isBusy: false, paths)),
            (
                "JoinPage-device-busy",
                pages.codeOver(of: .init(name: text("ada"), organization: nil), isBusy: true, paths)
            ),
            ("JoinPage-connected", pages.connected(text("ada"), accountAddress: "/account", address: "/join/device")),
            ("JoinPage-nothing", pages.over(again: "/join", address: nil)),
            (
                "AcceptJoinPage",
                AcceptJoinPage.page(
                    organization: text("Example Inc."), roles: roles, ticket: text("dGlja2V0"),
                    AccountExamples(wording: wording, text: text).frame("/account/join"), in: wording)
            ),
        ] + registrations
    }
}
