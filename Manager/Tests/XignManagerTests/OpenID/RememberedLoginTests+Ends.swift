import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Ends, places without remembered logins, and attacks.
extension RememberedLoginTests {
    static let endsTests: [TestCase<Self>] = [
        TestCase("it ends with each right that it rests on, and does not come back", ends, each: End.allCases),
        TestCase("it ends with its device, and with all that it gave", revoked),
        TestCase("a code of it that is presented twice ends it", reusedCode),
        TestCase(
            "a lockout between the confirmation and a request for the result leaves nothing", lockoutBeforeResult,
            each: [true, false]),
        TestCase("a policy that changes between the confirmation and the result leaves nothing", policyBeforeResult),
        TestCase("a repeated request for the result brings nothing back that has ended", endedBeforeRepetition),
        TestCase(
            "after a redeemed code its login page gives no other, whatever the remembered login has issued",
            pageAfterRedemption),
        TestCase("a role that names channels wants the device each time", channels),
        TestCase(
            "a public client whose answer any program of the device can receive wants the device each time", loopback),
        TestCase("the page offers it only where the service does", offer),
        TestCase("a tick that changes nothing is not written, and forms are limited for each network", floodOfTicks),
        TestCase(
            "the tick is the person's: another site, or a browser without the cookie, cannot set it", forgedChoice),
        TestCase("a tick after the end has no effect", lateChoice),
        TestCase("a loop of requests is stopped, without a page where the website wants none", loop),
        TestCase("a browser keeps those of ten websites, and the oldest ends first", manyWebsites),
        TestCase("attributes stay readable as long as it lasts, and no longer", attributes),
    ]

    // MARK: Ends

    /// Something that ends the login, and that is undone at once: it must not come back.
    enum End: CaseIterable {
        case lockout, disabledAccount, lostMembership, lostRole, changedPolicy, switchedOff, notRemembered, disowned

        func happen(_ transaction: any Transaction, session: SessionID, at now: Timestamp) throws {
            var service = try #require(try transaction.services.find(id: "shop"))
            switch self {
            case .lockout:
                var lockout = LockoutState.none
                lockout.pinFailures = 1
                lockout.lockedUntil = now + 1
                try transaction.activations.save(lockout: lockout, of: Provider.activationID)
                try transaction.activations.save(lockout: .none, of: Provider.activationID)
            case .disabledAccount:
                try transaction.accounts.setActive(false, account: Provider.account)
                try transaction.accounts.setActive(true, account: Provider.account)
            case .lostMembership:
                try transaction.organizations.remove(account: Provider.account, from: "org")
                try transaction.organizations.add(account: Provider.account, to: "org")
            case .lostRole:
                try transaction.services.withdraw(role: "role-shop", from: Provider.account)
                try transaction.services.assign(role: "role-shop", to: Provider.account)
            case .changedPolicy: try transaction.services.raisePolicyVersions()
            case .switchedOff:
                service.isActive = false
                service.policyVersion += 1
                try transaction.services.save(service)
                service.isActive = true
                try transaction.services.save(service)
            case .notRemembered:
                service.client.rememberedLogin = nil
                try transaction.services.save(service)
            case .disowned: try transaction.endWebsiteSession(of: session)
            }
        }
    }

    func ends(_ end: End) throws {
        let (browser, _) = try remembering()
        #expect(try isRemembered(browser))
        let session = try #require(try rows.first).login.sessionID
        try provider.write { try end.happen($0, session: session, at: provider.now) }
        provider.advance(seconds: 2)
        #expect(try !isRemembered(browser))
        #expect(try !remembering().code.isEmpty)
    }

    func revoked() throws {
        let (browser, _) = try remembering()
        let code = try #require(try silently(browser)["code"])
        try provider.write { _ = try $0.activations.revoke(Provider.activationID) }
        #expect(try !isRemembered(browser))
        #expect(try rows.isEmpty)
        #expect(try Website.shop.redeem(code, at: provider).status == .badRequest)
    }

    func reusedCode() throws {
        let (browser, code) = try remembering()
        #expect(try Website.shop.redeem(code, at: provider).status == .ok)
        #expect(try isRemembered(browser))
        #expect(try Website.shop.redeem(code, at: provider).status == .badRequest)
        #expect(try !isRemembered(browser))
    }

    func lockoutBeforeResult(_ isFirst: Bool) throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        if !isFirst { _ = try browser.post("/login/\(id)/continue") }
        try provider.save(
            lockout: LockoutState(
                pinFailures: 1, otpFailures: 0, otherFailures: 0, lockedUntil: provider.now + 1, isPermanent: false))
        provider.advance(seconds: 2)
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["code"] != nil)
        #expect(try rows.isEmpty)
    }

    func policyBeforeResult() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        try provider.write { try $0.services.raisePolicyVersions() }
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["code"] != nil)
        #expect(try rows.isEmpty)
    }

    func endedBeforeRepetition() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        _ = try browser.post("/login/\(id)/continue")
        try provider.write { _ = try $0.rememberedLogins.end(id) }
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["code"] != nil)
        #expect(try rows.isEmpty)
    }

    func pageAfterRedemption() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let code = try #require(try Answer(try browser.post("/login/\(id)/continue"))["code"])
        #expect(try Website.shop.redeem(code, at: provider).status == .ok)
        let second = try #require(try silently(browser)["code"])
        let answer = try browser.post("/login/\(id)/continue")
        #expect(answer.status == .gone)
        #expect(answer["Location"] == nil)
        #expect(try Website.shop.redeem(second, at: provider).status == .ok)
    }

    // MARK: Where nothing is remembered

    func channels() throws {
        func setChannels(_ channels: [Channel]?) throws {
            try provider.write { transaction in
                var role = try #require(try transaction.services.roles(of: "shop").first)
                role.channels = channels
                try transaction.services.save(role)
            }
        }
        let (browser, _) = try remembering()
        try setChannels([.crossDevice, .sameDevice])
        #expect(try !isRemembered(browser))
        #expect(try !isRemembered(try remembering().browser))
        var asking = Browser(provider)
        let id = try asking.begin(.shop)
        #expect(try !asking.get("/login/\(id)").text.contains("name=\"remember\""))
    }

    func loopback() throws {
        try provider.change("app") { $0.redirectURIs = ["http://127.0.0.1:8090/cb"] }
        var website = Website.app
        website.redirectURI = "http://127.0.0.1:8090/cb"
        let (browser, _) = try remembering(website)
        #expect(try !isRemembered(browser, website))
        #expect(try isRemembered(try remembering(.legacy).browser, .legacy), "its server has a secret")
    }

    func offer() throws {
        var browser = Browser(provider)
        #expect(try browser.get("/login/\(try browser.begin(.shop))").text.contains("name=\"remember\""))
        #expect(try !browser.get("/login/\(try browser.begin(.noncing))").text.contains("name=\"remember\""))
        let (other, _) = try remembering(.noncing)
        #expect(try !isRemembered(other, .noncing))
    }

    // MARK: Attacks

    func floodOfTicks() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        func send(_ form: String) throws -> XignHTTP.Status {
            let request = try Request(
                .post, "/login/\(id)/remember",
                headers: [
                    browser.cookieField, HeaderField("Sec-Fetch-Site", "same-origin"),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(form.utf8), remoteAddress: try #require(RemoteAddress("192.0.2.1")))
            return provider.router.respond(to: request).status
        }
        for index in 0..<Limits().forms.burst {
            #expect(try send(index.isMultiple(of: 2) ? "remember=yes" : "") == .seeOther)
        }
        #expect(try send("remember=yes") == .tooManyRequests)
        #expect(try send("") == .seeOther)
    }

    func forgedChoice() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let form = [("remember", "yes")]
        #expect(try browser.post("/login/\(id)/remember", form, fetchSite: "cross-site").status == .forbidden)
        #expect(try provider.post("/login/\(id)/remember", form).status == .notFound)
        try provider.confirm(id)
        _ = try browser.post("/login/\(id)/continue")
        #expect(try !isRemembered(browser))
    }

    func lateChoice() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        _ = try browser.post("/login/\(id)/continue")
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        _ = try browser.post("/login/\(id)/continue")
        #expect(try rows.isEmpty)
    }

    func loop() throws {
        let (browser, _) = try remembering()
        for _ in 0..<20 { #expect(try isRemembered(browser)) }
        #expect(try silently(browser)["error"] == "temporarily_unavailable")
        var asking = browser
        #expect(try asking.get(Website.shop.target())["Location"]?.hasPrefix("/login/") == true)
        provider.advance(seconds: 60)
        #expect(try isRemembered(browser))
    }

    func manyWebsites() throws {
        let others = (0..<12).map { "__Host-xign-remembered-\(Base64URL.encode([0, 0, 0, 0, 0, UInt8($0)]))" }
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let field = others.map { "\($0)=value" }.joined(separator: "; ")
        let answer = try provider.post(
            "/login/\(id)/continue",
            headers: [
                HeaderField("Cookie", "\(browser.cookieField.value); \(field)"),
                HeaderField("Sec-Fetch-Site", "same-origin"),
            ])
        let deleted = answer.headers.filter { $0.name == "Set-Cookie" && $0.value.contains("Max-Age=0") }
        #expect(deleted.map { String($0.value.prefix { $0 != "=" }) } == Array(others.prefix(3)))
    }

    // MARK: Attributes

    func attributes() throws {
        try provider.change("shop") {
            $0.attributes = [ServiceAttribute(name: .nickname, isRequired: false, mustBeVerified: false)]
            $0.claimsIn = .idToken
        }
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let disclosure = AttributeDisclosure(salt: Array(repeating: 1, count: 16), name: "nickname", value: "Ada")
        try provider.write { transaction in
            let release = AttributeRelease(
                attribute: .nickname, disclosure: disclosure, source: .supplied,
                destinations: [.idToken])
            try transaction.attributeReleases.prepare(
                Releases(attributes: [release]), of: id, activation: Provider.activationID, expiresAt: provider.now + 60
            )
            try transaction.attributeReleases.confirm(id, keptUntil: provider.now + 60)
        }
        _ = try browser.post("/login/\(id)/continue")
        provider.advance(seconds: 1200)
        try RemoveExpired(provider.context)(isStopping: { false })
        let code = try #require(try silently(browser)["code"])
        #expect(try claims(code)["nickname"]?.string == "Ada")
        let narrower = try #require(try silently(browser, .shop, ["scope": "openid"])["code"])
        #expect(try claims(narrower)["nickname"] == nil)
        provider.advance(seconds: Self.minutes * 60)
        try RemoveExpired(provider.context)(isStopping: { false })
        let left = try provider.context.database.read { transaction in
            (
                try transaction.attributeReleases.find(id, activation: Provider.activationID).attributes.count,
                try transaction.rememberedLogins.all(of: Provider.account).count
            )
        }
        #expect(left == (0, 0))
    }
}
