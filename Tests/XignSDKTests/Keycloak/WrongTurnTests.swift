import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct WrongTurnTests {
    @Test("wrong turns of a login through a Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "end before anything is confirmed, with an error that says what to change", wrongBeginning, each: thence),
        TestCase(
            "initialization data count only from the manager that they name, as its own media type", initializationData),
        TestCase("ten redirects are followed, eleven are not", redirects),
        TestCase(
            "a configuration that cannot work is refused before anything is sent", configuration,
            each: [
                ("http://sso.example.org", "/realms/demo/protocol/openid-connect/auth", "plain HTTP"),
                ("https://sso.example.org", "/realms/other/protocol/openid-connect/auth", "unusable"),
                ("https://sso.example.org", "/realms/demo/protocol/openid-connect/token", "unusable"),
                ("https://sso.example.org", "/realms/demo/protocol/openid-connect/auth?a=b", "unusable"),
                ("https://sso.example.org", "@evil.example/realms/demo/protocol/openid-connect/auth", "unusable"),
                ("https://sso.example.org", ".evil.example/realms/demo/protocol/openid-connect/auth", "unusable"),
                ("https://u:p@sso.example.org", "/realms/demo/protocol/openid-connect/auth", "unusable"),
            ]),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private static let keycloak = TestKeycloak.origin + "/realms/demo"
    private static let oneself = keycloak + TestKeycloak.Step.authorization.rawValue + "?again=1"

    static let thence = [
        Turn(.discovery, .page(404), .keycloakMisconfigured, "/auth/realms/"),
        Turn(.discovery, .redirect(to: "https://evil.example/"), .keycloakMisconfigured, "HTTP status 302"),
        Turn(
            .discovery,
            TransportResponse(status: 200, body: Data(#"{"issuer":"http://inside:8080/realms/demo"}"#.utf8)),
            .keycloakMisconfigured, "calls itself http://inside:8080/realms/demo"),
        Turn(.authorization, .page(), .keycloakInteractionRequired, "identityProvider"),
        Turn(.authorization, .page(400), .keycloakMisconfigured, "redirect URIs"),
        Turn(.authorization, .page(503), .keycloakRefused, "HTTP status 503"),
        Turn(.authorization, TransportResponse(status: 204), .keycloakMisconfigured, "neither a redirect nor a page"),
        Turn(.authorization, .redirect(to: oneself), .keycloakMisconfigured, "a loop"),
        Turn(
            .authorization, .redirect(to: "https://evil.example/realms"), .keycloakMisconfigured, "https://evil.example"
        ),
        Turn(.authorization, .redirect(to: "http://sso.example.org/realms"), .keycloakMisconfigured, "plain HTTP"),
        Turn(.authorization, .redirect(to: "//evil.example/"), .keycloakMisconfigured, "https://evil.example"),
        Turn(.authorization, .redirect(to: "mailto:a@evil.example"), .keycloakMisconfigured, "mailto:"),
        Turn(.authorization, TransportResponse(status: 302), .keycloakMisconfigured, "neither"),
        Turn(
            .authorization, .redirect(to: "https://sso.example.org@evil.example/"), .keycloakMisconfigured,
            "evil.example"),
        Turn(
            .authorization, .redirect(to: #"https://evil.example\@sso.example.org/"#), .keycloakMisconfigured,
            "evil.example"),
        Turn(.authorization, .redirect(to: "https://sso.example.org:444/"), .keycloakMisconfigured, ":444"),
        Turn(
            .authorization,
            .redirect(to: "https://app.example.org/callback?error=invalid_scope&error_description=a%0Ab&state=s"),
            .keycloakRefused, "invalid_scope (ab)"),
        Turn(
            .authorization, .redirect(to: "https://app.example.org/callback?code=c&state=s"), .keycloakMisconfigured,
            "without asking the manager"),
        Turn(.broker, .page(502), .keycloakRefused, "HTTP status 502"),
        Turn(.managerAuthorization, .page(), .keycloakMisconfigured, "login page"),
        Turn(.managerAuthorization, .page(400), .keycloakMisconfigured, "client id and redirect URI"),
        Turn(
            .managerAuthorization,
            .redirect(to: keycloak + "/broker/xign/endpoint?error=unauthorized_client&state=b", status: 303),
            .keycloakMisconfigured, "inApp: true"),
        Turn(
            .managerAuthorization,
            .redirect(to: keycloak + "/broker/xign/endpoint?error=invalid_request&state=b", status: 303),
            .keycloakRefused, "invalid_request"),
    ]

    func wrongBeginning(turn: Turn) async throws {
        let keycloak = TestKeycloak(manager)
        keycloak.replace(turn.step, by: turn.answer)
        await keycloak.expectRefusal(turn.code, turn.text) { try await device.begin(keycloak) }
    }

    func initializationData() async throws {
        let keycloak = TestKeycloak(manager)
        keycloak.replace(.authorization, by: keycloak.inAppAnswer())
        await keycloak.expectRefusal(.keycloakMisconfigured, "neither a redirect nor a page") {
            try await device.begin(keycloak)
        }
        keycloak.state.withLock { $0.answers = [:] }
        keycloak.replace(.managerAuthorization, by: keycloak.inAppAnswer(idm: "login.example.com"))
        await keycloak.expectRefusal(.responseInvalid, "violates the protocol") { try await device.begin(keycloak) }
        keycloak.replace(.managerAuthorization, by: keycloak.inAppAnswer(type: "application/json"))
        await keycloak.expectRefusal(.keycloakMisconfigured, "too old") { try await device.begin(keycloak) }
        let large = TransportResponse(
            status: 200, headers: ["content-type": InAppAnswer.mediaType], body: Data(repeating: 0x20, count: 4097))
        keycloak.replace(.managerAuthorization, by: large)
        await keycloak.expectRefusal(.responseInvalid, "violates the protocol") { try await device.begin(keycloak) }
    }

    func redirects() async throws {
        let keycloak = TestKeycloak(manager)
        // From the authorization endpoint, the manager is two redirects away.
        for (extra, isReached) in [(8, true), (9, false)] {
            keycloak.state.withLock { state in
                state.requests = []
                state.answers[.broker] = { _ in
                    let count = keycloak.requested.count { $0.contains("/broker/xign/login") }
                    return count > extra
                        ? .redirect(to: "\(keycloak.manager.origin)/openid/authenticate")
                        : .redirect(
                            to: "/realms/demo/broker/xign/login?n=\(count)",
                            status: [301, 302, 303, 307, 308][count % 5])
                }
            }
            if isReached {
                _ = try await device.begin(keycloak)
            } else {
                await keycloak.expectRefusal(.keycloakMisconfigured, "a loop") { try await device.begin(keycloak) }
            }
        }
    }

    // MARK: The configuration

    func configuration(base: String, path: String, text: String) async throws {
        let keycloak = TestKeycloak(manager)
        let configuration = KeycloakServiceConfiguration(
            keycloakUrl: try #require(URL(string: base)), redirectUrl: try keycloak.configuration().redirectUrl,
            authorizationEndpointPath: path, clientId: "app", realm: "demo")
        await keycloak.expectRefusal(.keycloakMisconfigured, text) {
            try await device.sdk.authenticator.fetchInAppAuthenticationInitializationData(.keycloak(configuration))
        }
        #expect(keycloak.requested == [])
    }
}
