import XignDomain

@testable import XignPages
@testable import XignWording

/// Models of pages, with `text` applied to each value that comes from outside.
enum PageExamples {
    static func login(
        _ state: PageState, code hasCode: Bool = true, link hasLink: Bool = true, website: String? = nil,
        text: (String) -> String = { $0 }
    ) -> LoginPage.Model {
        LoginPage.Model(
            service: text("Example Shop"), organization: text("Example Trading Ltd"), host: text("shop.example.org"),
            website: website.map(text), leadsBack: true,
            stage: stage(state, code: hasCode, link: hasLink, text: text), provider: provider(text))
    }

    static func stage(
        _ state: PageState, code hasCode: Bool = true, link hasLink: Bool = true, hidesCode: Bool = false,
        text: (String) -> String = { $0 }
    ) -> Stage.Model {
        let code = Stage.Code(
            key: text("gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp8"), kind: 2,
            managerOrigin: text("https://login.example.org"), appLinkOrigin: text("https://app.login.example.org"),
            step: 358_000_000, millisecondsIntoStep: 1_250)
        return Stage.Model(
            session: text("AAECAwQFBgcICQoLDA0ODw"), state: state, secondsLeft: 245, returnSeconds: 60,
            secondsPerStep: 5, code: hasCode ? code : nil,
            link: hasLink ? text("https://app.login.example.org/a#AQMAAQIDBAUGBwgJCgsMDQ4P") : nil,
            hidesCode: hidesCode)
    }

    static func confirmation(_ state: PageState, text: (String) -> String = { $0 }) -> ConfirmationPage.Model {
        ConfirmationPage.Model(
            sentence: "Remove a device, which can then no longer log in: \(text("iPad")) Account: \(text("ada"))",
            sentenceLanguage: "en",
            stage: stage(state, text: text), provider: provider(text))
    }

    static func provider(_ text: (String) -> String = { $0 }) -> OperatorProfile {
        OperatorProfile(
            name: text("Example Operator"), help: "mailto:help@example.org", imprint: "https://example.org/imprint",
            privacy: "https://example.org/privacy",
            app: .init(
                name: text("Example Login"), appStore: "https://apps.apple.com/app/id1",
                googlePlay: "https://play.google.com/store/apps/details?id=x", other: "https://example.org/app"))
    }

    static func authenticator(in wording: any Wording, text: (String) -> String = { $0 }) -> HTML {
        AuthenticatorPage.page(
            opened: .byPerson, of: provider(text), managerOrigin: text("https://login.example.org"), in: wording)
    }

    /// The login page with a tick.
    private static func remembering(_ isChosen: Bool, _ text: (String) -> String) -> LoginPage.Model {
        var model = login(.waiting, text: text)
        model.remembering = .init(minutes: isChosen ? 90 : 480, isChosen: isChosen)
        return model
    }

    /// The login page with the ways of people who cannot log in.
    private static func otherWays(_ text: (String) -> String) -> LoginPage.Model {
        var model = login(.waiting, text: text)
        model.registration = text("/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dshop")
        model.provider.installation.lostDeviceAddress = "/recover"
        return model
    }

    /// The page after "Hide the code".
    private static func hidden(_ text: (String) -> String) -> LoginPage.Model {
        var model = login(.waiting, text: text)
        model.stage.hidesCode = true
        return model
    }

    /// The operator of people with and without an app, and of a logo.
    static func providerOfBoth(_ text: (String) -> String = { $0 }) -> OperatorProfile {
        var profile = OperatorProfile(name: text("Example Operator"))
        profile.installation = .init(
            logoPath: "/assets/logo.0123456789abcdef.svg", hasBrowserAuthenticator: true)
        return profile
    }

    /// A login of people with and without an app.
    static func ofBoth(
        _ state: PageState, code: Bool = true, link: Bool = true, _ text: (String) -> String = { $0 }
    ) -> LoginPage.Model {
        var model = login(state, code: code, link: link, text: text)
        model.provider = providerOfBoth(text)
        return model
    }

    /// A login at the manager's own pages, where the operator has declared nothing.
    private static func own(_ text: (String) -> String) -> LoginPage.Model {
        var model = login(.waiting, text: text)
        (model.leadsBack, model.provider) = (false, .none)
        let host = text("login.example.org")
        (model.host, model.service, model.organization) = (host, host, host)
        return model
    }

    /// A login whose answer goes to an app.
    private static func ofApp(_ state: PageState, _ text: (String) -> String) -> LoginPage.Model {
        var model = login(state, text: text)
        model.host = nil
        return model
    }

    private static func formPost(_ text: (String) -> String) -> FormPostPage.Model {
        FormPostPage.Model(
            to: WebsiteLink(address: "https://shop.example.org/callback", host: text("shop.example.org")),
            fields: [
                (name: "code", value: text("SplxlOBeZQQYbYS6WxSbIA")), (name: "state", value: text("af0ifjsldkj")),
                (name: "iss", value: "https://login.example.org"),
            ], provider: provider(text))
    }

    static func error(_ code: RefusalCode, text: (String) -> String = { $0 }) -> ErrorPage.Model {
        ErrorPage.Model(
            code: code, requestID: text("6f1c2ab09d3e47f1"),
            address: text("/openid/authenticate?client_id=unknown&redirect_uri=https%3A%2F%2Fshop.example.org"),
            website: WebsiteLink(address: "https://shop.example.org/start", host: text("shop.example.org")),
            accountPath: code == .notFound ? "/account" : nil,
            provider: provider(text))
    }

    private static func logout(in wording: any Wording, text: (String) -> String) -> [(name: String, page: HTML)] {
        let website = WebsiteLink(address: "https://shop.example.org/start", host: text("shop.example.org"))
        let fields = [(name: "id_token_hint", value: text("e30.e30.e30")), (name: "state", value: text("af0ifjsldkj"))]
        return [
            (
                "LogoutPage-browser",
                LogoutPage.page(
                    .init(
                        remembered: [text("Example Shop"), text("Example Trading Ltd")], fields: [],
                        provider: provider(text)),
                    in: wording)
            ),
            (
                "LogoutPage-website",
                LogoutPage.page(
                    .init(
                        service: text("Example Shop"), remembered: [], fields: fields, website: website,
                        provider: provider(text)), in: wording)
            ),
            (
                "LogoutPage-done",
                LogoutPage.done(
                    .init(at: text("Example Shop"), website: website, provider: provider(text)), in: wording)
            ),
            (
                "LogoutPage-done-not-registered",
                LogoutPage.done(
                    .init(
                        at: text("Example Shop"), refusedAddress: text("https://shop.example.org/bye"),
                        website: website, provider: provider(text)), in: wording)
            ),
            (
                "LogoutPage-done-together",
                LogoutPage.done(
                    .init(
                        at: text("Example Shop"), of: [text("ada")],
                        ended: [
                            .init(name: text("Example Shop"), isTold: true), .init(name: text("Cloud"), isTold: false),
                        ], website: website, provider: provider(text)), in: wording)
            ),
            (
                "LogoutPage-done-everywhere",
                LogoutPage.done(
                    .init(
                        of: [text("ada"), text("grace")],
                        ended: [
                            .init(name: text("Example Shop"), isTold: true),
                            .init(name: text("Example Trading Ltd"), isTold: false),
                        ], website: WebsiteLink(address: "/", host: text("login.example.org"))), in: wording)
            ),
            ("LogoutPage-resending", LogoutPage.resending(fields, to: "/openid/logout", in: wording)),
        ]
    }

    private static func stop(
        in wording: any Wording, text: @escaping (String) -> String
    ) -> [(name: String, page: HTML)] {
        let subjects: [(String, StopPage.Subject)] = [
            ("device", .device(name: text("Pixel 8"), since: AccountExamples.noon)),
            ("code", .code(until: AccountExamples.noon)),
            ("recovery", .recovery(begun: AccountExamples.yesterday, goesOn: AccountExamples.noon)),
        ]
        return subjects.map { name, subject in
            (
                "StopPage-\(name)",
                StopPage.question(
                    subject, account: text("ada"), link: text("AQID.BAUG"), to: "/stop", provider: provider(text),
                    in: wording)
            )
        }
            + StopPage.End.allCases.map {
                (
                    "StopPage-\($0.rawValue)",
                    StopPage.end($0, host: text("login.example.org"), provider: provider(text), in: wording)
                )
            }
    }

    /// Every page in every state.
    static func all(
        in wording: any Wording = English(), text: @escaping (String) -> String = { $0 }
    ) -> [(name: String, page: HTML)] {
        kinds(in: wording, text: text) + AccountExamples(wording: wording, text: text).variants
            + ConsoleExamples(wording: wording, text: text).variants
    }

    /// The pages that have snapshots, by the name of the file.
    static func kinds(
        in wording: any Wording = English(), text: @escaping (String) -> String = { $0 }
    ) -> [(name: String, page: HTML)] {
        PageState.examples.map {
            ("LoginPage-\($0.name)", LoginPage.page(login($0, text: text), in: wording))
        }
            + PageState.examples.filter { $0 != .switchedOff }.map {
                ("ConfirmationPage-\($0.name)", ConfirmationPage.page(confirmation($0, text: text), in: wording))
            }
            + [
                ("LoginPage-code-alone", LoginPage.page(login(.waiting, link: false, text: text), in: wording)),
                ("LoginPage-link-alone", LoginPage.page(login(.waiting, code: false, text: text), in: wording)),
                ("LoginPage-code-hidden", LoginPage.page(hidden(text), in: wording)),
                (
                    "LoginPage-website",
                    LoginPage.page(login(.expired, website: "https://example.org/shop", text: text), in: wording)
                ),
                ("LoginPage-remember", LoginPage.page(remembering(false, text), in: wording)),
                ("LoginPage-remembered", LoginPage.page(remembering(true, text), in: wording)),
                ("LoginPage-other-ways", LoginPage.page(otherWays(text), in: wording)),
                ("LoginPage-both-kinds", LoginPage.page(ofBoth(.waiting, text), in: wording)),
                ("LoginPage-own", LoginPage.page(own(text), in: wording)),
                ("LoginPage-app", LoginPage.page(ofApp(.claimed(pairing: nil), text), in: wording)),
                ("LoginPage-app-waiting", LoginPage.page(ofApp(.waiting, text), in: wording)),
            ]
            + RefusalCode.allCases.map {
                ("ErrorPage-\($0.rawValue)", ErrorPage.page(error($0, text: text), in: wording))
            }
            + [
                ("ErrorPage-alone", ErrorPage.page(ErrorPage.Model(code: .unavailable), in: wording)),
                ("HomePage", HomePage.page(of: provider(text), host: "login.example.org", in: wording)),
            ]
            + [
                ("ReturnPage", ReturnPage.page(of: provider(text), in: wording)),
                ("FormPostPage", FormPostPage.page(formPost(text), in: wording)),
                ("AppLinkPage", AppLinkPage.page(of: provider(text), address: "/a", in: wording)),
                ("AuthenticatorPage", authenticator(in: wording, text: text)),
            ]
            + logout(in: wording, text: text)
            + stop(in: wording, text: text) + JoinExamples(wording: wording, text: text).kinds
            + RecoveryExamples(wording: wording, text: text).kinds
            + AccountExamples(wording: wording, text: text).kinds
            + ConsoleExamples(wording: wording, text: text).kinds
    }
}

extension PageState {
    static let examples = all(pairing: "07")
}
