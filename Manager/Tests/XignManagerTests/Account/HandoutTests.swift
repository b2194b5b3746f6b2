import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// Code and PIN of a new device, which the browser keeps in a sealed cookie.
struct HandoutTests {
    @Test("Code and PIN for another device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the page survives a reload, and no table has the PIN", reload, each: Engine.allCases),
        TestCase("the cookie is for this host and the browser's own requests, for ten minutes", cookie),
        TestCase("another session of the same account does not open it, in this browser or another", otherSession),
        TestCase("another account does not open it", otherAccount),
        TestCase("it opens the page of its own activation alone", otherActivation),
        TestCase("an altered cookie opens nothing, nor do two of them", altered),
        TestCase("what was sealed under another label opens nothing", otherLabel),
        TestCase("after the activation nothing opens it, and the browser forgets it", activated),
        TestCase("Cancel deletes it, and a copy opens nothing", cancelled),
        TestCase("Cancel at another device's page leaves it", cancelledOther),
        TestCase("a logout deletes it, and a copy opens nothing", loggedOut),
        TestCase("a session that ended elsewhere does not open it", endedElsewhere),
        TestCase("after ten minutes nothing opens it", late),
        TestCase("the page about the state leads back to code and PIN, where the browser has them", wayBack),
        TestCase("an answer deletes no cookie that the browser has not sent", unsent),
    ]

    private static let name = "xign-handout"

    private struct Scene {
        let manager: TestManager
        let phone: RawDevice
        var browser: AccountBrowser

        init(_ engine: Engine = .sqlite) throws {
            manager = try TestManager(engine)
            phone = try RawDevice(manager)
            browser = try AccountBrowser.loggedIn(manager, with: phone)
        }

        /// Connects another device, up to the page with code and PIN.
        mutating func connect(_ alias: String = "Laptop") throws -> Handout {
            let form = "/account/devices/new"
            let path = try #require(try browser.submit(form, on: form, ["alias": alias])["Location"])
            _ = try phone.confirm(try #require(SessionID(text: path.dropFirst("/login/".count))))
            let page = try #require(try browser.post("\(path)/continue")["Location"])
            return Handout(
                page: page, set: try #require(browser.set.first { $0.hasPrefix(HandoutTests.name) }),
                cookie: try #require(browser.cookies[HandoutTests.name]), shown: try browser.get(page))
        }
    }

    private struct Handout {
        /// The path of the page with code and PIN.
        let page: String
        /// The `Set-Cookie` field.
        let set: String
        let cookie: String
        let shown: Response

        var pin: String {
            get throws { String(try #require(shown.text.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1)) }
        }
        var link: String {
            get throws { String(try #require(shown.text.firstMatch(of: #/href="([^"]*\/a#[^"]*)"/#)?.output.1)) }
        }
        var state: String { page.replacing("/code", with: "/connected") }
    }

    /// True if a browser is shown the page; false if it is led away.
    private func opens(_ handout: Handout, in browser: inout AccountBrowser) throws -> Bool {
        let answer = try browser.get(handout.page)
        guard answer.status == .ok else {
            #expect(answer.status == .seeOther)
            return false
        }
        #expect(answer.text.contains(try handout.pin))
        return true
    }

    private func activate(_ handout: Handout, _ manager: TestManager) throws {
        let activation = try RawActivation(manager, link: try handout.link)
        let opened = try #require(try activation.open(pin: try handout.pin).personalize)
        manager.clock.advance(seconds: 1)
        _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: "Laptop")
    }

    func reload(_ engine: Engine) throws {
        var scene = try Scene(engine)
        let handout = try scene.connect()
        let again = try scene.browser.get(handout.page)
        #expect(try again.text.contains(handout.pin))
        #expect(try again.text.contains(handout.link))
        #expect(again["Cache-Control"] == "no-store")
        #expect(again["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(again["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(again["Content-Security-Policy"]?.contains("form-action 'self';") == true)
        #expect(again.forms.contains { $0.action.hasSuffix("/cancel") })
        let pin = Array(try handout.pin.utf8)
        for table in TestManager.allTables {
            let rows = try scene.manager.context.database.read { try $0.rows("SELECT * FROM \(table)") }
            for value in rows.flatMap(\.values) {
                switch value {
                case .text(let text): #expect(!Array(text.utf8).contains(pin), "\(table.text)")
                case .bytes(let bytes): #expect(!bytes.contains(pin), "\(table.text)")
                case .null, .integer, .boolean: break
                }
            }
        }
        #expect(try !handout.cookie.contains(handout.pin))
    }

    func cookie() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        #expect(
            handout.set
                == "\(Self.name)=\(handout.cookie); Path=/; Max-Age=600; HttpOnly; SameSite=Strict")
    }

    func otherSession() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        var other = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        other.keep(Self.name, handout.cookie)
        #expect(try !opens(handout, in: &other))
        #expect(try opens(handout, in: &scene.browser))
        // A new login in the same browser.
        try scene.browser.logIn(with: scene.phone)
        #expect(try !opens(handout, in: &scene.browser))
    }

    func otherAccount() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        var other = try AccountBrowser.loggedIn(
            scene.manager, with: try RawDevice(scene.manager, user: "mallory"))
        other.keep(Self.name, handout.cookie)
        #expect(try !opens(handout, in: &other))
        #expect(try !other.get(handout.state).text.contains(handout.pin))
    }

    func otherActivation() throws {
        var scene = try Scene()
        let first = try scene.connect("one")
        let second = try scene.connect("two")
        #expect(try opens(second, in: &scene.browser))
        #expect(try scene.browser.get(first.page).status == .seeOther)
        scene.browser.keep(Self.name, first.cookie)
        #expect(try opens(first, in: &scene.browser))
        #expect(try scene.browser.get(second.page).status == .seeOther)
    }

    func cancelledOther() throws {
        var scene = try Scene()
        let first = try scene.connect("one")
        let cancel = try #require(first.shown.forms.first { $0.action.hasSuffix("/cancel") })
        let second = try scene.connect("two")
        _ = try scene.browser.send(cancel)
        #expect(try opens(second, in: &scene.browser))
    }

    func altered() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let bytes = try #require(Base64URL.decode(handout.cookie))
        var others = ["", "AAAA", String(handout.cookie.dropLast(4)), handout.cookie + "AAAA"]
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            others.append(Base64URL.encode(changed))
        }
        for other in others {
            scene.browser.keep(Self.name, other)
            #expect(try scene.browser.get(handout.page).status == .seeOther, "\(other)")
        }
        scene.browser.keep(Self.name, "\(handout.cookie); \(Self.name)=\(handout.cookie)")
        #expect(try scene.browser.get(handout.page).status == .seeOther)
        scene.browser.keep(Self.name, handout.cookie)
        #expect(try opens(handout, in: &scene.browser))
    }

    func otherLabel() async throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let session = try #require(try await scene.browser.visit("/account")).session
        let device = try #require(ActivationID(text: handout.page.split(separator: "/")[2]))
        let vault = scene.manager.context.database.vault
        func place(_ column: StaticString) -> Vault.Place {
            Vault.Place(
                column: column, account: session.accountID, activation: device, item: session.id.description)
        }
        let content = try vault.open(
            try #require(Base64URL.decode(handout.cookie)), at: place("cookie.handout"))
        scene.browser.keep(Self.name, Base64URL.encode(try vault.seal(content, at: place("cookie.other"))))
        #expect(try !opens(handout, in: &scene.browser))
    }

    func activated() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        try activate(handout, scene.manager)
        #expect(try !opens(handout, in: &scene.browser))
        #expect(try scene.browser.get(handout.state)["Location"] == "/account/devices?done=deviceConnected")
        #expect(scene.browser.cookies[Self.name] == nil)
        scene.browser.keep(Self.name, handout.cookie)
        #expect(try !opens(handout, in: &scene.browser))
    }

    func cancelled() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let cancel = try #require(handout.shown.forms.first { $0.action.hasSuffix("/cancel") })
        _ = try scene.browser.send(cancel)
        #expect(scene.browser.cookies[Self.name] == nil)
        scene.browser.keep(Self.name, handout.cookie)
        #expect(try !opens(handout, in: &scene.browser))
    }

    func loggedOut() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let session = try #require(scene.browser.cookies["xign-account"])
        _ = try scene.browser.submit("/account/logout", on: "/account/logout")
        #expect(scene.browser.cookies[Self.name] == nil)
        scene.browser.keep(Self.name, handout.cookie)
        scene.browser.keep("xign-account", session)
        #expect(try !opens(handout, in: &scene.browser))
        try scene.browser.logIn(with: scene.phone)
        #expect(try !opens(handout, in: &scene.browser))
    }

    func endedElsewhere() async throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let session = try #require(try await scene.browser.visit("/account")).session
        let sealed = SealedHandout(scene.manager.context)
        let device = try #require(ActivationID(text: handout.page.split(separator: "/")[2]))
        #expect(try sealed.open(handout.cookie, of: device, for: session) != nil)
        _ = try await EndBrowserSession(scene.manager.context).all(in: session)
        #expect(try sealed.open(handout.cookie, of: device, for: session) == nil)
    }

    func late() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        scene.manager.clock.advance(seconds: ActivationLimits.ownSeconds - 1)
        #expect(try opens(handout, in: &scene.browser))
        scene.manager.clock.advance(seconds: 1)
        #expect(try !opens(handout, in: &scene.browser))
    }

    func wayBack() throws {
        var scene = try Scene()
        let handout = try scene.connect()
        let waiting = try scene.browser.get(handout.state).text
        #expect(waiting.contains("href=\"\(handout.page)\""))
        #expect(try !waiting.contains(handout.pin))
        scene.browser.forget(Self.name)
        #expect(try !scene.browser.get(handout.state).text.contains("href=\"\(handout.page)\""))
    }

    func unsent() throws {
        var scene = try Scene()
        _ = try scene.browser.submit("/account/logout", on: "/account/logout")
        #expect(scene.browser.set.allSatisfy { !$0.hasPrefix(Self.name) })
    }
}
