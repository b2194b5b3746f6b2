import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The use cases whose own tests run on SQLite alone. PostgreSQL knows the type of each column and parameter, so that
/// each statement has to run there once.
struct PostgreSQLTests {
    @Test("Use cases on PostgreSQL", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An operator reads the services and their risks, and replaces a client secret", services),
        TestCase("An operator reads the acts that wait for a second administrator", pendingActs),
        TestCase("A manager finds that it is ready", readiness),
        TestCase("A person ends the lasting access of a website", offlineAccess),
        TestCase("A pushed request leads to a login page", pushedRequest),
        TestCase("A browser remembers a login", rememberedLogin),
        TestCase("A backup is recorded by the moment at which it began", backup),
    ]

    func services() throws {
        let manager = try TestManager(.postgreSQL)
        let context = manager.context
        #expect(try DescribeService(context)("demo", includingSecret: true)?.roles.count == 2)
        #expect(try ListServices(context)().count == 1)
        let check = CheckRedirectURI(context)
        #expect(try check("https://website.example/callback", ofService: "demo") == .registered)
        let secret = try manager.secret
        try RotateSecret(context)(ofService: "demo", overlapHours: 1)
        #expect(try manager.secret != secret)
        #expect(try EndFormerSecret(context)(ofService: "demo"))
        #expect(try context.rolesForDeviceAlone().count == 1)
        try manager.allowPermanentUnlock()
        #expect(try context.permanentUnlockAdvice().count == 1)
        #expect(try context.repeatedLoginAdvice().isEmpty)
    }

    func pendingActs() async throws {
        let (manager, grace, _, ada) = try TestManager.operators(.postgreSQL)
        let id = try await grace.begin(.removeAccount(ada.account))
        #expect(try manager.context.pendingActs(by: "root").map(\.id) == [id.description])
        #expect(try manager.context.pendingAct(id, by: "root").requestedBy == "grace")
    }

    func readiness() async throws {
        let manager = try TestManager(.postgreSQL)
        try await CheckReadiness(manager.context)()
        #expect(try manager.context.database.read { try $0.settings.value(of: "lastReady") } != nil)
    }

    func offlineAccess() async throws {
        let scene = try OfflineScene(.postgreSQL)
        _ = try scene.logIn()
        #expect(try scene.families == 1)
        let session = try scene.manager.openSession(of: scene.device, at: .account)
        #expect(try await EndOfflineAccess(scene.manager.context)(try scene.manager.service.id, in: session))
        #expect(try scene.families == 0)
    }

    func pushedRequest() throws {
        let manager = try TestManager(.postgreSQL)
        let client = try manager.service.id.text
        let form = [
            ("response_type", "code"), ("redirect_uri", "https://website.example/callback"), ("scope", "openid"),
            ("state", "s"), ("nonce", "n"), ("code_challenge_method", "S256"),
            ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ]
        let headers = [
            Website.basic(client, try manager.secret),
            HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let pushed = manager.router.respond(
            to: try Request(.post, "/openid/par", headers: headers, body: Array(Provider.encoded(form).utf8)))
        let uri = try #require(try pushed.json["request_uri"]?.string, "\(pushed.text)")
        let query = Provider.encoded([("client_id", client), ("request_uri", uri)])
        let answer = manager.router.respond(to: try Request(.get, "/openid/authenticate?\(query)"))
        #expect(answer["Location"]?.hasPrefix("/login/") == true, "\(answer.text)")
    }

    func rememberedLogin() async throws {
        let manager = try TestManager(.postgreSQL)
        try InAppScene.declare("rememberedLogin: { minutes: 60, idleMinutes: 30 }", at: manager)
        let browser = try TestBrowser(manager)
        let device = try RawDevice(manager)
        _ = try device.finish(try device.prepare(browser))
        try await ChooseRemembering(manager.context)(try browser.session, remembers: true)
        #expect(try browser.postContinue().headers.contains { $0.value.hasPrefix("xign-xign-remembered-") })
    }

    func backup() throws {
        let manager = try TestManager(.postgreSQL)
        let moment = try BeginBackup(manager.context)()
        try RecordBackup(manager.context)(at: moment)
        #expect(try manager.context.lastBackup()?.seconds == moment.seconds)
    }
}
