import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The end of a login at a website, by an administrator who has found it in the audit log.
struct EndLoginTests {
    @Test("Ending a login", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("What a login gave the website ends, and no other login does", ended, each: Engine.allCases),
        TestCase("A login whose code nobody has redeemed ends with its code", unredeemed),
        TestCase("A confirmed login whose code nobody has collected ends without one", uncollected),
        TestCase("An auditor of the website's organization learns no name by it", organizationAuditor),
        TestCase("A login that a browser remembers ends, and its website is told once", remembered),
        TestCase("A login of which nothing is left is not ended", nothingLeft),
        TestCase("A login of a holder of a grant of the manager takes two persons", holder),
        TestCase("A login of a holder of a grant of an organization alone takes one person", organizationHolder),
        TestCase("A person without the right, and the person of the login, end none", withoutRight),
        TestCase("the event of a login offers it, over HTTP, and says when nothing is left", pages),
        TestCase("an auditor sees the event, and no act", auditor),
    ]

    func ended(_ engine: Engine) async throws {
        let (manager, grace, _, ada) = try TestManager.operators(engine)
        let (login, token) = try manager.login(with: ada.device)
        let (_, other) = try manager.login(with: ada.device)
        #expect(try manager.userInfo(token) == 200)
        #expect(try await grace.act(.endLogin(login)) == "endLogin")
        #expect(try manager.userInfo(token) == 401)
        #expect(try manager.userInfo(other) == 200)
        let event = try #require(try manager.events(.loginEnded).first)
        #expect(event.accountID == ada.account)
        #expect(event.actor == .administrator(grace.account))
        let service = try manager.service.id
        #expect(event.serviceID == service)
        #expect(event.detail == "login \(login): inPerson: showed the identity card")
        #expect(try ada.device.notices(after: 0).last?.kind == "loginEnded")
        #expect(try manager.activation(of: ada.device)?.state == .active)
        #expect(try await grace.act(.endLogin(login)) == "alreadyDone")
    }

    func unredeemed() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let website = try TestBrowser(manager)
        let login = try website.session
        _ = try ada.device.finish(try ada.device.prepare(website))
        let code = try #require(try website.proceed()["code"])
        #expect(try await grace.act(.endLogin(login)) == "endLogin")
        #expect(try website.redeem(code).status == 400)
    }

    func uncollected() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let website = try TestBrowser(manager)
        let login = try website.session
        _ = try ada.device.finish(try ada.device.prepare(website))
        #expect(try await grace.act(.endLogin(login)) == "endLogin")
        #expect(try website.proceed()["code"] == nil)
    }

    func organizationAuditor() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let max = try ConsoleUser(manager, "max", .auditor, of: "Example Inc.")
        let (login, _) = try manager.login(with: ada.device)
        #expect(try await grace.act(.endLogin(login)) == "endLogin")
        func found(by reader: Actor) throws -> ReadEvidence.Found {
            let filter = AuditFilter(days: try #require(AuditDays(at: manager.clock.now)), topics: [.logins])
            let events = try #require(try SearchAudit(manager.context)(filter, for: reader)).entries
            let ended = try #require(events.first { $0.kind == .loginEnded })
            return try #require(try ReadEvidence(manager.context)(ended.id, for: reader))
        }
        var shown = ""
        dump(try found(by: max.party), to: &shown)
        // A random id can have these three letters, but hardly as a word.
        #expect(!shown.contains(/\bada\b/))
        #expect(!shown.contains(try manager.account("ada").publicID.short))
        #expect(try found(by: grace.party).statements.first?.content?.text != nil)
    }

    func remembered() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        try await manager.tellOfLogouts()
        let login = try manager.confirmedLogin(with: ada.device)
        try await manager.remember(login, until: manager.clock.now + 86_400)
        manager.clock.advance(seconds: AccessToken.lifetimeSeconds + 1)
        #expect(try await grace.again().act(.endLogin(login)) == "endLogin")
        try manager.context.database.read { transaction in
            #expect(try transaction.rememberedLogins.find(login) == nil)
            let row = try transaction.row("SELECT count(*) AS count FROM outbox WHERE kind = 'logout'")
            let count: Int = try row?("count") ?? 0
            #expect(count == 1)
        }
    }

    func nothingLeft() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let (login, _) = try manager.login(with: ada.device)
        manager.clock.advance(seconds: AccessToken.lifetimeSeconds + 1)
        #expect(try await grace.again().act(.endLogin(login)) == "alreadyDone")
        #expect(try await grace.again().act(.endLogin(.random())) == "notThere")
        #expect(try manager.events(.loginEnded).isEmpty)
    }

    func holder() async throws {
        let (manager, grace, lin, _) = try TestManager.operators()
        let max = try ConsoleUser(manager, "max", .auditor)
        try manager.add("max", to: "Example Inc.")
        let (login, token) = try manager.login(with: max.device)
        let pending = try await grace.begin(.endLogin(login))
        #expect(try manager.userInfo(token) == 200)
        #expect(try await lin.approve(pending) == "endLogin")
        #expect(try manager.userInfo(token) == 401)
    }

    func organizationHolder() async throws {
        let (manager, grace, _, _) = try TestManager.operators()
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        try manager.add("olga", to: "Example Inc.")
        let (login, token) = try manager.login(with: olga.device)
        #expect(try await grace.act(.endLogin(login)) == "endLogin")
        #expect(try manager.userInfo(token) == 401)
        // As the revocation of the device, which is more.
        #expect(try await grace.act(.revokeDevice(olga.device.activation)) == "revokeDevice")
    }

    func withoutRight() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let max = try ConsoleUser(manager, "max", .auditor)
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        let (login, token) = try manager.login(with: ada.device)
        #expect(try await max.act(.endLogin(login)) == "notPermitted")
        #expect(try await olga.act(.endLogin(login)) == "notPermitted")
        try manager.add("grace", to: "Example Inc.")
        let (own, ownToken) = try manager.login(with: grace.device)
        #expect(try await grace.act(.endLogin(own)) == "ownAccount")
        #expect(try [manager.userInfo(token), manager.userInfo(ownToken)] == [200, 200])
    }

    // MARK: Pages

    func pages() throws {
        var scene = try AccountsScene()
        let (_, token) = try scene.manager.login(with: scene.phone)
        let event = "/console/audit/events/\(try scene.manager.loginEvent(of: TestManager.userName))"
        let path = try #require(Self.link(on: scene.browser.get(event).text))
        let page = try scene.browser.get(path).text
        #expect(page.contains("What the website has of this login ends"))
        #expect(page.contains("Demo website"))
        let process = try scene.ask(path)
        let text = try scene.text(of: process)
        #expect(
            text.hasPrefix("End a login to a website, with all that it gave the website: “Demo website” Confirmed: "))
        #expect(text.contains(" Account: “ada” Account id: “\(try scene.manager.account().publicID.short)” Reason: "))
        _ = try scene.grace.confirm(process)
        let done = "\(path.dropLast("/end".count))?done=endLogin"
        #expect(try scene.browser.post("/login/\(process)/continue")["Location"] == done)
        #expect(try scene.manager.userInfo(token) == 401)
        let after = try scene.browser.get(done).text
        #expect(after.contains("The login is ended."))
        #expect(after.contains("Nothing is left of this login here"))
        #expect(Self.link(on: after) == nil)
        #expect(try scene.browser.get(path).text.contains("There is nothing to do"))
    }

    /// The address of the act on the page of an event, which seals the event's id anew.
    private static func link(on page: String) -> String? {
        (page.firstMatch(of: #/href="(/console/audit/events/[^"]+/end)"/#)?.1).map(String.init)
    }

    func auditor() throws {
        let scene = try AccountsScene()
        _ = try scene.manager.login(with: scene.phone)
        let event = "/console/audit/events/\(try scene.manager.loginEvent(of: TestManager.userName))"
        try scene.manager.grant(.auditor, to: "lin")
        var lin = try scene.browser(of: scene.lin)
        let page = try lin.get(event)
        #expect(page.status == .ok)
        #expect(Self.link(on: page.text) == nil)
        #expect(try lin.get("\(event)/end").status == .notFound)
    }
}

extension TestManager {
    /// Logs in at the website, which gets a code.
    func confirmedLogin(with device: RawDevice) throws -> SessionID {
        let website = try TestBrowser(self)
        let login = try website.session
        _ = try device.finish(try device.prepare(website))
        _ = try website.proceed()
        return login
    }

    /// Logs in at the website, which redeems its code.
    fileprivate func login(with device: RawDevice) throws -> (SessionID, token: String) {
        let website = try TestBrowser(self)
        let login = try website.session
        _ = try device.finish(try device.prepare(website))
        let tokens = try website.redeem(try #require(try website.proceed()["code"]))
        return (login, try #require(tokens.body["access_token"]))
    }

    /// The status of the user info endpoint for a token.
    fileprivate func userInfo(_ token: String) throws -> Int {
        router.respond(
            to: try Request(.get, "/openid/user", headers: [HeaderField("Authorization", "Bearer \(token)")])
        ).status.code
    }

    /// The id that pages have for the event of a person's newest login at a website.
    func loginEvent(of name: String) throws -> String {
        var filter = AuditFilter(days: try #require(AuditDays(at: clock.now)), topics: [.logins])
        filter.whom = name
        let found = try SearchAudit(context)(filter, for: .machine("root"))
        return try #require(found?.entries.first { $0.confirmedLogin != nil }).id
    }

    /// Lets the website be told of logouts.
    fileprivate func tellOfLogouts() async throws {
        var service = try service
        service.client.backChannelLogoutURI = "https://website.example/logout"
        try await context.database.write { [service] in try $0.services.save(service) }
    }

    /// Lets a browser remember a login.
    func remember(_ login: SessionID, until end: Timestamp) async throws {
        try await context.database.write { [now = clock.now] transaction in
            let codes: [BearerHash] = try transaction.values(
                "SELECT hash FROM authorization_code WHERE session_id = \(login)")
            let code = try #require(codes.first)
            let confirmed = try #require(try transaction.grants.code(hash: code)).login
            let service = try #require(try transaction.services.find(id: confirmed.serviceID))
            try transaction.rememberedLogins.insert(
                RememberedLogin(
                    login: confirmed, roleID: try #require(try transaction.services.roles(of: service.id).first).id,
                    cookie: PersistentCookie(
                        hash: BearerToken.generate().hash, browser: .unknown, createdAt: now, expiresAt: end),
                    data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                    policyVersion: service.policyVersion))
        }
    }
}
