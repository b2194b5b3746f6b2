import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The example's organization with groups, its service that may learn some, and ada in two of them.
struct GroupScene {
    static let organization = "Example Inc."

    let manager: TestManager
    let device: RawDevice

    init(
        _ engine: Engine = .sqlite, service: String? = "all", ada: [String]? = ["staff", "ops"], more: String = ""
    ) throws {
        manager = try TestManager(engine)
        device = try RawDevice(manager)
        try declare(service: service, ada: ada, more: more)
    }

    /// - Parameters:
    ///   - groups: of the organization.
    ///   - service: the groups that the service may learn; nil for none.
    ///   - ada: her groups; nil: they stay.
    ///   - more: further keys of the service.
    static func declaration(
        groups: [String] = ["staff", "ops", "guests", "Ärzte"], service: String? = "all", ada: [String]? = nil,
        more: String = ""
    ) -> String {
        func list(_ names: [String]) -> String { "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]" }
        let ofService = service.map { "        groups: \($0)\n" } ?? ""
        let ofAda = ada.map { "    groups: { \(organization): \(list($0)) }\n" } ?? ""
        return TestManager.declaration()
            .replacing("    services:\n", with: "    groups: \(list(groups))\n    services:\n")
            .replacing("      - name: demo\n", with: "      - name: demo\n\(ofService)\(more)")
            .replacing("  - name: ada\n", with: "  - name: ada\n\(ofAda)")
    }

    @discardableResult
    func declare(
        groups: [String] = ["staff", "ops", "guests", "Ärzte"], service: String? = "all", ada: [String]? = nil,
        more: String = ""
    ) throws -> [String] {
        try apply(Self.declaration(groups: groups, service: service, ada: ada, more: more))
    }

    @discardableResult
    func apply(_ yaml: String) throws -> [String] {
        try Apply(manager.context, by: TestManager.operatorName)(Array(yaml.utf8))
    }

    func set(_ group: String, _ isMember: Bool, user: String = TestManager.userName) throws {
        _ = try manager.context.setGroup(
            group, of: Self.organization, user: user, isMember: isMember, by: TestManager.operatorName)
    }

    func groups(of user: String = TestManager.userName) throws -> [String] {
        try ShowUser(manager.context)(user).groups.first { $0.organization == Self.organization }?.groups ?? []
    }

    /// The details of the changes of groups, oldest first.
    var changes: [String?] {
        get throws {
            try manager.context.database.read { try $0.audit.newest(1000) }.reversed()
                .filter { $0.kind == .groupsChanged }.map(\.detail)
        }
    }

    // MARK: Logins

    /// A login that a device has begun to confirm.
    struct Begun {
        let browser: TestBrowser
        /// The secret of the QR code, which the page no longer shows.
        let secret: SecretOctets
        let started: Start.Response

        /// The selections of a device that confirms all additions.
        var selections: [String: Prepare.Selection] {
            started.attributes.filter { $0.value.kind != nil }.mapValues { .init(aliasId: $0.aliases.first?.id) }
        }

        /// The additions as a device shows them.
        var shown: [String: String?] {
            started.attributes.filter { $0.value.kind != nil }.mapValues { $0.aliases.first?.text }
        }
    }

    func begin(
        scope: String = "openid groups", claims: String? = nil, more: [String: String] = [:]
    ) throws -> Begun {
        let browser = try TestBrowser(manager, scope: scope, claims: claims, more: more)
        return try start(browser, secret: try InitializationLink(parsing: try browser.qrCode).data.secret)
    }

    /// Lets the device start a login again.
    func again(_ begun: Begun) throws -> Begun { try start(begun.browser, secret: begun.secret) }

    private func start(_ browser: TestBrowser, secret: SecretOctets) throws -> Begun {
        let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil, supports: [.offline])
        let started = try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: try browser.session, claim: .qrCode(secret), client: client),
            proven: true)
        return Begun(browser: browser, secret: secret, started: started)
    }

    /// Prepares and finishes a login.
    /// - Parameter selections: nil: all additions.
    func finish(_ begun: Begun, _ selections: [String: Prepare.Selection]? = nil) throws {
        let prepared = try device.prepare(begun.browser, begun.started, selections ?? begun.selections)
        let statement = try #require(prepared.statement).bytes
        let answer = try device.finish(
            .init(session: try begun.browser.session, token: begun.started.sessionToken, statement: statement))
        try #require(answer.result != nil)
    }

    /// The tokens of a login.
    struct Tokens {
        let scene: GroupScene
        let body: [String: String]

        /// The groups in the ID token; nil without the claim.
        var idToken: [String]? { get throws { try idTokenClaims["groups"] as? [String] } }

        /// The groups that user info tells now; nil without the claim.
        var userInfo: [String]? { get throws { try userInfoClaims["groups"] as? [String] } }

        /// The claims of the ID token.
        var idTokenClaims: [String: Any] { get throws { try TestBrowser.claims(body["id_token"]) } }

        /// True if user info takes the access token.
        var isAccepted: Bool { get throws { try userInfoAnswer().status == .ok } }

        private func userInfoAnswer() throws -> Response {
            let bearer = HeaderField("Authorization", "Bearer \(body["access_token"] ?? "")")
            return scene.manager.router.respond(to: try Request(.get, UserInfoEndpoint.path, headers: [bearer]))
        }

        /// The claims that user info tells now.
        var userInfoClaims: [String: Any] {
            get throws {
                let answer = try userInfoAnswer()
                try #require(answer.status == .ok)
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
            }
        }
    }

    func redeem(_ begun: Begun) throws -> Tokens {
        let code = try #require(try begun.browser.proceed()["code"])
        return Tokens(scene: self, body: try begun.browser.redeem(code).body)
    }

    /// Logs in with all additions.
    func logIn(scope: String = "openid groups", claims: String? = nil) throws -> Tokens {
        let begun = try begin(scope: scope, claims: claims)
        try finish(begun)
        return try redeem(begun)
    }

    func refresh(_ tokens: Tokens, scope: String? = nil) throws -> Tokens {
        let form =
            [("grant_type", "refresh_token"), ("refresh_token", tokens.body["refresh_token"] ?? "")]
            + (scope.map { [("scope", $0)] } ?? [])
        let answer = manager.router.respond(
            to: try Request(
                .post, TokenEndpoint.path,
                headers: [
                    Website.basic(try manager.service.id.text, try manager.secret),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(Provider.encoded(form).utf8)))
        let body = try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
        return Tokens(scene: self, body: body.mapValues { "\($0)" })
    }
}
