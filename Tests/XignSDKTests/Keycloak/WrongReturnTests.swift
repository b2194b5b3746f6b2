import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct WrongReturnTests {
    @Test("wrong turns on the way back of a login through a Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("end without a code, with an error that says what to change", wrongReturn, each: back),
        TestCase("a required action is named", requiredAction),
        TestCase("the answer must be this login's, of this realm, with one code", wrongAnswer, each: answers),
        TestCase(
            "what is nearly the redirect URL gets neither code nor request", nearRedirectURL,
            each: [
                "https://app.example.org@evil.example/callback", "https://user@app.example.org/callback",
                "https://app.example.org:444/callback", "https://app.example.org:443/callback",
                "https://app.example.org/callback/", "https://app.example.org/callback;a",
                "https://app.example.org/callbac",
                "https://app.example.org/%2e%2e/callback", "https://app.example.org/x/../callback",
                "https://app.example.org//callback", "https://app.example.org/Callback",
                "https://app.example.org.evil/callback",
                "https://APP.example.org/callback", "http://app.example.org/callback", "//app.example.org/callback/",
                "https://app.example.org/call%62ack", #"https://app.example.org\callback"#,
                "https://app.example.org/callback%3f",
                "https://аpp.example.org/callback",
            ]),
        TestCase(
            "a redirect URL at the Keycloak itself: neither it nor one that is nearly it is requested with the code",
            redirectURLOfKeycloak),
        TestCase("a redirect URL of the app's own scheme is recognized", ownScheme),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private static let keycloak = TestKeycloak.origin + "/realms/demo"

    static let back = [
        Turn(.managerReturn, .page(403), .keycloakRefused, "longer than a minute"),
        Turn(.managerReturn, .redirect(to: keycloak + "/x", status: 307), .keycloakMisconfigured, "HTTP status 307"),
        Turn(
            .managerReturn, .redirect(to: keycloak + "/broker/xign/endpoint?error=access_denied&state=b", status: 303),
            .keycloakRefused, "access_denied"),
        Turn(
            .managerReturn, .redirect(to: "https://evil.example/", status: 303), .keycloakMisconfigured, "evil.example"),
        Turn(.endpoint, .page(502), .keycloakRefused, "client secret"),
        Turn(.endpoint, .page(), .keycloakInteractionRequired, "shows a page"),
        Turn(.firstLogin, .page(), .keycloakInteractionRequired, "Review Profile"),
        Turn(.afterFirstLogin, .page(), .keycloakInteractionRequired, "Review Profile"),
        Turn(.afterFirstLogin, .redirect(to: "http://sso.example.org/"), .keycloakMisconfigured, "plain HTTP"),
        Turn(
            .afterFirstLogin, .redirect(to: "https://app.example.org/callback?code=%FF"), .keycloakMisconfigured,
            "cannot be read"),
        Turn(.afterFirstLogin, .redirect(to: "https://app.example.org/callback"), .keycloakMisconfigured, "state"),
    ]

    func wrongReturn(turn: Turn) async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await device.confirm(keycloak)
        keycloak.replace(turn.step, by: turn.answer)
        await keycloak.expectRefusal(turn.code, turn.text) {
            try await device.sdk.authenticator.fetchAuthorizationCode(login)
        }
    }

    func requiredAction() async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await device.confirm(keycloak)
        keycloak.replace(.endpoint, by: .redirect(to: "/realms/demo/login-actions/required-action?execution=TERMS"))
        manager.state.withLock { state in
            let web = state.web
            state.web = { request in
                try await request.url.path.hasSuffix("/required-action") ? .page() : web?(request)
            }
        }
        await keycloak.expectRefusal(.keycloakInteractionRequired, "required action") {
            try await device.sdk.authenticator.fetchAuthorizationCode(login)
        }
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: XignSdkErrorCode?
        let text: String
        var announcesIssuer = true
        let bend: @Sendable (inout [(String, String?)]) -> Void

        init(
            _ description: String, _ code: XignSdkErrorCode?, _ text: String = "", announcesIssuer: Bool = true,
            bend: @escaping @Sendable (inout [(String, String?)]) -> Void
        ) {
            (testDescription, self.code, self.text) = (description, code, text)
            (self.announcesIssuer, self.bend) = (announcesIssuer, bend)
        }
    }

    static let answers = [
        Answer("another state", .keycloakMisconfigured, "state") { $0[0].1 = "another" },
        Answer("no state", .keycloakMisconfigured, "state") { $0[0].1 = nil },
        Answer("two states", .keycloakMisconfigured, "state") { $0.append($0[0]) },
        Answer("two codes", .keycloakMisconfigured, "exactly one code") { $0.append($0[3]) },
        Answer("no code", .keycloakMisconfigured, "exactly one code") { $0[3].1 = nil },
        Answer("an empty code", .keycloakMisconfigured, "exactly one code") { $0[3].1 = "" },
        Answer("another issuer", .keycloakMisconfigured, "iss") { $0[2].1 = "https://sso.example.org/realms/other" },
        Answer("two issuers", .keycloakMisconfigured, "iss") { $0.append($0[2]) },
        Answer("no issuer, though announced", .keycloakMisconfigured, "Exclude Issuer") { $0[2].1 = nil },
        Answer("no issuer, and none announced", nil, announcesIssuer: false) { $0[2].1 = nil },
        Answer("another issuer, and none announced", .keycloakMisconfigured, "iss", announcesIssuer: false) {
            $0[2].1 = "https://sso.example.org/realms/demo/"
        },
        Answer("an error beside the code", .keycloakRefused, "access_denied (No)") {
            $0 += [("error", "access_denied"), ("error_description", "No\u{202E}")]
        },
        Answer("an error of another login", .keycloakMisconfigured, "state") {
            $0[0].1 = "another"
            $0.append(("error", "access_denied"))
        },
    ]

    func wrongAnswer(answer: Answer) async throws {
        let keycloak = TestKeycloak(manager)
        keycloak.state.withLock {
            $0.announcesIssuer = answer.announcesIssuer
            $0.bendAnswer = answer.bend
        }
        let login = try await device.confirm(keycloak)
        if let code = answer.code {
            await keycloak.expectRefusal(code, answer.text) {
                try await device.sdk.authenticator.fetchAuthorizationCode(login)
            }
        } else {
            _ = try await device.sdk.authenticator.fetchAuthorizationCode(login)
        }
    }

    // MARK: The redirect URL

    func nearRedirectURL(location: String) async throws {
        let keycloak = TestKeycloak(manager)
        let login = try await device.confirm(keycloak)
        let query = "?code=c&iss=\(keycloak.issuer)&state=\(keycloak.asked.single("state") ?? "")"
        keycloak.replace(.afterFirstLogin, by: .redirect(to: location + query))
        await keycloak.expectRefusal(.keycloakMisconfigured, "") {
            try await device.sdk.authenticator.fetchAuthorizationCode(login)
        }
    }

    func redirectURLOfKeycloak() async throws {
        let keycloak = TestKeycloak(manager, redirectURL: Self.keycloak + "/account/login-redirect")
        let login = try await device.confirm(keycloak)
        guard
            case .final(.keycloak(TestKeycloak.code, _)) =
                try await device.sdk.authenticator.fetchAuthorizationCode(login)
        else { throw UnexpectedAnswer() }
        let other = try await device.confirm(keycloak)
        let query = "?code=c&state=\(keycloak.asked.single("state") ?? "")"
        keycloak.replace(.afterFirstLogin, by: .redirect(to: keycloak.redirectURL + "/" + query))
        await keycloak.expectRefusal(.keycloakMisconfigured, "Register redirectUrl") {
            try await device.sdk.authenticator.fetchAuthorizationCode(other)
        }
    }

    func ownScheme() async throws {
        let keycloak = TestKeycloak(manager, redirectURL: "org.example.app:/callback")
        let login = try await device.confirm(keycloak)
        let result = try await device.sdk.authenticator.fetchAuthorizationCode(login)
        #expect(
            result == .final(.keycloak(code: TestKeycloak.code, redirectUrl: try keycloak.configuration().redirectUrl)))
    }
}
