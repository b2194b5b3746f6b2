@testable import XignPages
@testable import XignWording

/// Models of pages, with `text` applied to each value that comes from outside.
enum PageExamples {
    static func login(
        _ state: LoginState, code hasCode: Bool = true, link hasLink: Bool = true, text: (String) -> String = { $0 }
    ) -> LoginPage.Model {
        let code = LoginPage.Code(
            key: text("gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp8"),
            managerOrigin: text("https://login.example.org"), appLinkOrigin: text("https://app.login.example.org"),
            step: 358_000_000, millisecondsIntoStep: 1_250)
        return LoginPage.Model(
            service: text("Example Shop"), organization: text("Example Trading Ltd"), host: text("shop.example.org"),
            session: text("AAECAwQFBgcICQoLDA0ODw"), state: state, secondsLeft: 245, returnSeconds: 60,
            secondsPerStep: 5, code: hasCode ? code : nil,
            link: hasLink ? text("https://app.login.example.org/a#AQMAAQIDBAUGBwgJCgsMDQ4P") : nil)
    }

    static func error(_ code: RefusalCode, text: (String) -> String = { $0 }) -> ErrorPage.Model {
        ErrorPage.Model(
            code: code, requestID: text("6f1c2ab09d3e47f1"),
            address: text("/openid/authenticate?client_id=unknown&redirect_uri=https%3A%2F%2Fshop.example.org"),
            website: WebsiteLink(address: "https://shop.example.org/start", host: text("shop.example.org")))
    }

    /// Every page in every state, by the name of its snapshot.
    static func all(
        in wording: any Wording = English(), text: @escaping (String) -> String = { $0 }
    ) -> [(name: String, page: HTML)] {
        LoginState.allCases.map {
            ("LoginPage-\($0.rawValue)", LoginPage.page(login($0, text: text), in: wording))
        }
            + [
                ("LoginPage-code-alone", LoginPage.page(login(.waiting, link: false, text: text), in: wording)),
                ("LoginPage-link-alone", LoginPage.page(login(.waiting, code: false, text: text), in: wording)),
            ]
            + RefusalCode.allCases.map {
                ("ErrorPage-\($0.rawValue)", ErrorPage.page(error($0, text: text), in: wording))
            }
            + [
                ("ErrorPage-alone", ErrorPage.page(ErrorPage.Model(code: .unavailable), in: wording)),
                ("HomePage", HomePage.page(of: text("Example Login Ltd"), in: wording)),
            ]
            + [("ReturnPage", ReturnPage.page(in: wording)), ("AppLinkPage", AppLinkPage.page(in: wording))]
            + AccountExamples(wording: wording, text: text).all
    }
}
