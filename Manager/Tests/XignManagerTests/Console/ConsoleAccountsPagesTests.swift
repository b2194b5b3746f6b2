import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The pages of the console that show accounts, devices and lockouts, and change nothing.
struct ConsoleAccountsPagesTests {
    @Test("Accounts at the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an account is found by its name, its id, its device and its address", search),
        TestCase("the list of all accounts goes on, and ends", pager),
        TestCase("an account shows devices, memberships and the names of its data, and no value", account),
        TestCase("the data of an account names what operators keep of it, and no value", kept),
        TestCase("a device shows its wrong PINs, those of 30 days, and its unlocks", device),
        TestCase("what is not there and what belongs to another account is the same page", foreignIDs),
        TestCase(
            "an auditor sees everything and is offered nothing; an organization's administrator sees no account",
            otherRoles),
        TestCase("a grant that was withdrawn shows nothing, in an open browser", withdrawn),
        TestCase("opening pages changes no row but the session's last moment", noEffect, each: Engine.allCases),
    ]

    func search() throws {
        var scene = try AccountsScene()
        let link = "href=\"\(try scene.page())\""
        let searches = ["", "ad", "\(try scene.manager.account().publicID)", "\(scene.phone.activation)"]
        for text in searches {
            let page = try scene.browser.get("/console/accounts?text=\(text)")
            #expect(page.status == .ok)
            #expect(page.text.contains(link), "\(text)")
        }
        let nothing = try scene.browser.get("/console/accounts?text=nobody%20here").text
        #expect(!nothing.contains(link))
        #expect(nothing.contains("Nothing found."))
    }

    func pager() throws {
        var scene = try AccountsScene()
        try scene.manager.context.database.write { [now = scene.manager.clock.now] transaction in
            for number in 0..<60 {
                try transaction.accounts.insert(
                    Account(id: .random(), name: "user\(number)", isActive: true), at: now)
            }
        }
        var found: Set<String> = []
        var next: String? = "/console/accounts"
        while let address = next {
            let page = try scene.browser.get(address).text
            let links = page.matches(of: #/href="(\/console\/accounts\/[^"?]+)"/#).map { String($0.output.1) }
            #expect(found.isDisjoint(with: links))
            found.formUnion(links)
            next = page.firstMatch(of: #/rel="next" href="([^"]*)"/#).map {
                String($0.output.1).replacing("&amp;", with: "&")
            }
        }
        #expect(found.count == 64)
    }

    func account() throws {
        var scene = try AccountsScene()
        try scene.manager.store(.email, "secret@example.org", alias: "Work")
        let devices = try scene.browser.get(try scene.page())
        #expect(devices.text.contains("<bdi>Pixel 8</bdi>"))
        #expect(devices.text.contains("/console/audit?whom=\(try scene.manager.account().publicID)"))
        let memberships = try scene.browser.get("\(try scene.page())/memberships")
        #expect(memberships.text.contains("<bdi>Example Inc.</bdi>"))
        let data = try scene.browser.get("\(try scene.page())/data")
        #expect(data.text.contains("Email address"))
        #expect(!data.text.contains("secret@example.org"))
        // Neither the id that tells when the account was made, nor the user name, is an address.
        #expect(!devices.text.contains(try scene.manager.account().id.text))
    }

    func kept() throws {
        var scene = try AccountsScene()
        let declaration = DeclaredScene.declaration(
            service: "accountName: preferred_username",
            ada: "attributes: { costCentre: \"Sales 47\" }\naccountNames: { demo: lovelace }")
        _ = try Apply(scene.manager.context)(Array(declaration.utf8))
        let page = try scene.browser.get("\(try scene.page())/data")
        #expect(page.text.contains("<li><bdi>Cost centre</bdi></li>"))
        #expect(page.text.contains("<li>Account at <bdi>"))
        // A declared attribute without a value.
        #expect(!page.text.contains("Seats"))
        for value in ["Sales 47", "lovelace"] { #expect(!page.text.contains(value), "\(value)") }
    }

    func device() throws {
        var scene = try AccountsScene()
        try scene.phone.guess(times: 3)
        let page = try scene.browser.get(try scene.device()).text
        #expect(page.contains("locked</span>"))
        #expect(page.contains("<dt>Until</dt>"))
        #expect(page.contains("<dt>Wrong PINs in a row</dt><dd>3</dd>"))
        #expect(page.contains("<dt>Wrong PINs in 30 days</dt><dd>3</dd>"))
        #expect(page.contains("<dt>Unlocked by operators</dt><dd>never</dd>"))
        let list = try scene.browser.get("/console/devices").text
        #expect(list.contains("href=\"\(try scene.device())\""))
        #expect(try scene.browser.get("/console/devices?for=good").text.contains("No device is locked."))
        try scene.phone.guess(times: 7)
        // The former login has ended meanwhile.
        var later = try scene.browser(of: scene.grace)
        #expect(try later.get("/console/devices?for=good").text.contains("href=\"\(try scene.device())\""))
        #expect(try later.get(try scene.device()).text.contains("locked for good"))
    }

    func foreignIDs() throws {
        var scene = try AccountsScene()
        let page = try scene.page()
        let addresses = [
            "/console/accounts/\(PublicAccountID.random())", "/console/accounts/\(try scene.manager.account().id)",
            "/console/accounts/ada", "\(page)/devices/\(ActivationID.random())",
            try scene.device(scene.lin), "\(page)/devices/\(ActivationID.random())/revoke",
            "\(try scene.device(scene.lin))/revoke", "\(try scene.device(scene.lin))/unlock",
            "/console/accounts/\(PublicAccountID.random())/disable",
        ]
        let unknown = try scene.browser.get("/console/accounts/\(PublicAccountID.random())").withoutValues
        for address in addresses {
            let answer = try scene.browser.get(address)
            #expect(answer.status == .notFound, "\(address)")
            #expect(answer.withoutValues == unknown, "\(address)")
        }
    }

    func otherRoles() throws {
        let scene = try AccountsScene()
        try scene.manager.grant(.auditor, to: "lin")
        var auditor = try scene.browser(of: scene.lin)
        let page = try auditor.get(try scene.page())
        #expect(page.status == .ok)
        #expect(!page.text.contains("/disable\""))
        #expect(try !auditor.get(try scene.device()).text.contains("/revoke\""))
        #expect(try auditor.get("\(try scene.page())/disable").status == .notFound)

        let organization = try scene.manager.service.organizationID
        try scene.manager.grant(.administrator, to: "mallory", in: .organization(organization))
        var other = try scene.browser(of: try RawDevice(scene.manager, user: "mallory"))
        #expect(try other.get("/console/accounts").status == .notFound)
        #expect(try other.get("/console/devices").status == .notFound)
        #expect(try other.get(try scene.page()).status == .notFound)
    }

    func withdrawn() throws {
        var scene = try AccountsScene()
        #expect(try scene.browser.get(try scene.page()).status == .ok)
        try scene.manager.withdrawGrant(from: "grace")
        #expect(try scene.browser.get(try scene.page()).status != .ok)
        #expect(try scene.browser.get("/console/accounts").status != .ok)
    }

    func noEffect(_ engine: Engine) throws {
        var scene = try AccountsScene(engine)
        try scene.phone.guess(times: 3)
        let (account, device) = (try scene.page(), try scene.device())
        let lists = [
            "/console/accounts", "/console/accounts?text=ada", "/console/devices", "/console/devices?for=good",
            "/console/audit", "/console/audit?whom=ada", "/console/administrators", "/console/confirmations",
        ]
        let objects = [account, "\(account)/memberships", "\(account)/data", device]
        let acts =
            ["disable", "enable", "remove", "recover"].map { "\(account)/\($0)" }
            + ["revoke", "unlock"].map { "\(device)/\($0)" }
        scene.manager.clock.advance(seconds: BrowserSession.lastSeenStepSeconds)
        // Whatever is due by now.
        Housekeeping(scene.manager.manager).runOnce()
        let before = try scene.manager.rows()
        let lastSeen = try scene.session.lastSeen
        for page in lists + objects + acts { #expect(try scene.browser.get(page).status == .ok, "\(page)") }
        #expect(try scene.manager.rows() == before)
        #expect(try scene.session.lastSeen > lastSeen)
    }
}

extension AccountsScene {
    /// The session of grace.
    fileprivate var session: BrowserSession {
        get throws {
            let account = try manager.account("grace").id
            return try #require(try manager.context.database.read { try $0.browserSessions.all(of: account) }.first)
        }
    }
}
